/**
 * The orders of lists, cached in memory: the numbers of all matching cards in their order, so that the total and any page of a list
 * cost what its first page costs. Only lists whose filters and order are columns of the cards are cached. A change of a card
 * drops the orders of its type, which triggers of the connection write down (`db/changed-rows.ts`), and no others.
 */
import { statement, watchRows } from "../../../../db";
import { clause, orderBy, valuesOf } from "../../../../db/query";
import { readingTask, runTask } from "../../../core/threads/tasks";
import { entriesOf } from "../../../http/query";
import { hiddenCardTypes } from "../../metamodel";
import type { CardQuery } from "../model";
import { ATTRIBUTE } from "./attribute-filter";
import { ownConditions } from "./conditions";
import { byColumn } from "./order";

/** Bytes of all cached orders: every combination of type, order and approval among 100,000 cards takes a third of it. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Bytes that an order takes in addition to its numbers. */
const OVERHEAD = 500;
/** Cards that are ordered on the server's thread, in some ten milliseconds; the order of more is made on a reader thread. */
const MAX_ORDERED_HERE = 10_000;

/** The parameters by which a list is cached; with any other but page and direction it isn't. */
const OWN = [
  "type",
  "status",
  "include_archived",
  "approval_status",
  "subtype",
  "parent_id",
  "quality_min",
  "quality_max",
] as const;
const CACHED = new Set<string>([...OWN, "sort_by", "sort_dir", "page", "page_size"]);

/** A cached order, ascending; its types are undefined when it has cards of all. */
type CachedOrder = { numbers: Uint32Array; types: readonly string[] | undefined };

const orders = new Map<string, CachedOrder>();
let bytes = 0;
let maxBytes = MAX_BYTES;
/** The orders that are being made on a reader thread. */
const requested = new Set<string>();
/** Type → how often its orders were dropped. */
const drops = new Map<string, number>();
let allDrops = 0;

const sizeOf = ({ numbers }: CachedOrder) => numbers.byteLength + OVERHEAD;

function discard(key: string, order: CachedOrder): void {
  orders.delete(key);
  bytes -= sizeOf(order);
}

function discardOfType(type?: string): void {
  allDrops += 1;
  if (type !== undefined) drops.set(type, (drops.get(type) ?? 0) + 1);
  else drops.clear();
  for (const [key, order] of orders)
    if (type === undefined || !order.types || order.types.includes(type)) discard(key, order);
}

/** Discards what has changed; returns true when orders may be cached and cached ones be used at this moment. */
const mayCache = watchRows("orders", { rows: { cards: "type" }, shared: {} }, discardOfType);

/** A number that changes with every change of cards of some types, or of any. */
const changesOf = (types: readonly string[] | undefined): number =>
  types ? types.reduce((sum, type) => sum + (drops.get(type) ?? 0), 0) : allDrops;

/** The key of the order of a list, whatever its direction; undefined when it isn't cached. */
function keyOf(query: CardQuery): string | undefined {
  for (const name in query) if (!CACHED.has(name) && query[name as keyof CardQuery] !== undefined) return undefined;
  if (query.sort_by?.startsWith(ATTRIBUTE)) return undefined;
  return JSON.stringify([...OWN.map((name) => query[name] ?? null), query.sort_by ?? null, hiddenCardTypes()]);
}

function store(key: string, order: CachedOrder): void {
  const size = sizeOf(order);
  if (size > maxBytes / 2) return;
  orders.set(key, order);
  bytes += size;
  for (const [oldest, other] of orders) {
    if (bytes <= maxBytes) return;
    discard(oldest, other);
  }
}

/** The numbers of all cards of a list in ascending order. */
function orderedNumbers(query: CardQuery): Uint32Array {
  const { countable, others } = ownConditions(query);
  const conditions = [...countable, ...others];
  const order = byColumn(query.sort_by, false);
  const rows = statement<[number]>(`SELECT c.seq FROM ${order.from} ${clause(conditions)} ${orderBy(order)}`);
  return Uint32Array.from(rows.values(...valuesOf(conditions)) as [number][], ([seq]) => seq);
}

/** Makes the order of a long list on a reader thread. */
export const orderTask = readingTask("cards.order", orderedNumbers);

async function makeElsewhere(key: string, query: CardQuery): Promise<void> {
  if (requested.has(key)) return;
  requested.add(key);
  const types = entriesOf(query.type);
  const before = changesOf(types);
  try {
    const numbers = await runTask(orderTask, query);
    if (mayCache() && changesOf(types) === before) store(key, { numbers, types });
  } catch {
    // Its list is read without it.
  } finally {
    requested.delete(key);
  }
}

/** Returns true when the order of a list is cached; has it made on a reader thread otherwise, where it can be cached. */
export function hasOrder(query: CardQuery): boolean {
  const key = keyOf(query);
  if (key === undefined || !mayCache()) return false;
  if (orders.has(key)) return true;
  void makeElsewhere(key, query);
  return false;
}

/**
 * The order of a list: cached, or made now when that takes little.
 * @param total counts the cards of the list
 * @returns the numbers of the cards in ascending order; undefined when the list is to be read without it
 */
export function findOrder(query: CardQuery, total: () => number): Uint32Array | undefined {
  const key = keyOf(query);
  if (key === undefined || !mayCache()) return undefined;
  const cached = orders.get(key);
  if (cached) {
    orders.delete(key);
    orders.set(key, cached);
    return cached.numbers;
  }
  // An index gives the first page by name at once.
  if (query.page === 1 && (query.sort_by ?? "name") === "name") return undefined;
  if (total() > MAX_ORDERED_HERE) {
    void makeElsewhere(key, query);
    return undefined;
  }
  const numbers = orderedNumbers(query);
  store(key, { numbers, types: entriesOf(query.type) });
  return numbers;
}

/** The number of cached orders, and their bytes. For tests. */
export const cachedOrders = (): { count: number; bytes: number } => ({ count: orders.size, bytes });

/** Sets another limit, in bytes; without an argument the default. For tests. */
export function limitOrders(most = MAX_BYTES): void {
  maxBytes = most;
  discardOfType();
}
