/**
 * The orders of lists, cached in memory: the numbers of all matching cards in their order, so that the total and any page of a list
 * cost what its first page costs. Only lists whose filters and order are columns of the cards are cached. Triggers of the connection
 * write down which cards have changed (`db/changed-rows.ts`): the orders of their types get them at their new places with the next
 * list, unless they are many, and no others are touched.
 */
import { allNumbers, inList, listOf, statement, watchRows } from "../../../../db";
import { clause, orderBy, unindexed, valuesOf, where } from "../../../../db/query";
import { readingTask, runTask } from "../../../core/threads/tasks";
import { entriesOf } from "../../../http/query";
import { hiddenCardTypes } from "../../metamodel";
import { ownConditions } from "./conditions";
import type { CardQuery } from "./model";
import { byColumn, isEvaluated } from "./order";

/** Bytes of all cached orders: every combination of type, order and approval among 100,000 cards takes a third of it. */
const MAX_BYTES = 32 * 1024 * 1024;
/** Bytes that an order takes in addition to its numbers. */
const OVERHEAD = 500;
/** Cards that are ordered on the server's thread, in some ten milliseconds; the order of more is made on a reader thread. */
const MAX_ORDERED_HERE = 10_000;

/** Changed cards for which the orders of their types are patched; for more they are dropped, which takes less time. */
const MAX_PATCHED = 16;

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
const CACHED = new Set<string>([...OWN, "sort_by", "sort_dir", "page", "page_size", "fields", "totals", "facets"]);

/** A cached order, ascending, of a query; its types are undefined when it has cards of all. */
type CachedOrder = { query: CardQuery; numbers: Uint32Array; types: readonly string[] | undefined };

const orders = new Map<string, CachedOrder>();
let bytes = 0;
let maxBytes = MAX_BYTES;
/** The orders that are being made on a reader thread. */
const requested = new Set<string>();
/** The cards that have changed, by type, and those for whose orders that is still to be done. */
let changed = new Map<string, Set<number>>();
/** Type → how often its cards were seen to change. */
const changes = new Map<string, number>();
let allChanges = 0;

const sizeOf = ({ numbers }: CachedOrder) => numbers.byteLength + OVERHEAD;

function discard(key: string, order: CachedOrder): void {
  orders.delete(key);
  bytes -= sizeOf(order);
}

/** Notes a card that has changed, by its number and type; everything without one. */
function noteChange(card?: string): void {
  allChanges += 1;
  if (card === undefined) {
    changed.clear();
    for (const [key, order] of orders) discard(key, order);
    return;
  }
  const space = card.indexOf(" ");
  const type = card.slice(space + 1);
  const numbers = changed.get(type) ?? new Set();
  changed.set(type, numbers.add(Number(card.slice(0, space))));
  changes.set(type, (changes.get(type) ?? 0) + 1);
}

const isCurrent = watchRows(
  "orders",
  { rows: { cards: (row) => `${row}.seq || ' ' || ${row}.type` }, shared: {} },
  noteChange,
);

/** Returns true when orders may be cached, and cached ones be used, at this moment; those of changed cards are patched before. */
function mayCache(): boolean {
  if (!isCurrent()) return false;
  if (changed.size === 0) return true;
  const patched = changed;
  changed = new Map();
  for (const [key, order] of orders) {
    const own = [...patched].filter(([type]) => !order.types || order.types.includes(type));
    const numbers = new Set(own.flatMap(([, cards]) => [...cards]));
    // A key has changed when a card type was hidden or shown.
    if (numbers.size > MAX_PATCHED || keyOf(order.query) !== key) discard(key, order);
    else if (numbers.size > 0) patch(order, numbers);
  }
  return true;
}

/** Returns a number that changes with every change of cards of some types, or of any. */
const changesOf = (types: readonly string[] | undefined): number =>
  types ? types.reduce((sum, type) => sum + (changes.get(type) ?? 0), 0) : allChanges;

/** Puts changed cards where they belong in an order by now, as far as they still match. */
function patch(order: CachedOrder, cards: ReadonlySet<number>): void {
  const before = sizeOf(order);
  const rest = order.numbers.filter((number) => !cards.has(number));
  const matching = orderedNumbers(order.query, [...cards]);
  const numbers = new Uint32Array(rest.length + matching.length);
  let taken = 0;
  let filled = 0;
  // Both are in order, so that each place is looked for behind the one before.
  for (const card of matching) {
    const place = placeIn(rest, card, taken, order.query);
    numbers.set(rest.subarray(taken, place), filled);
    filled += place - taken;
    numbers[filled++] = card;
    taken = place;
  }
  numbers.set(rest.subarray(taken), filled);
  order.numbers = numbers;
  bytes += sizeOf(order) - before;
}

/** Returns the place of a card among ordered others, from one of their places on. */
function placeIn(others: Uint32Array, card: number, from: number, { sort_by }: CardQuery): number {
  const [key = ""] = byColumn(sort_by, false).keys;
  // Missing values come last.
  const place = (alias: string) => {
    const value = key.replace(/^c\./, `${alias}.`);
    return `(${value} IS NULL, coalesce(${value}, ''), ${alias}.seq)`;
  };
  const comparison = statement<{ isBefore: 0 | 1 }>(
    `SELECT ${place("o")} < ${place("p")} AS isBefore FROM cards o, cards p WHERE o.seq = ? AND p.seq = ?`,
  );
  let low = from;
  let high = others.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparison.get(others[middle] as number, card)?.isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the key of the order of a list, whatever its direction; undefined when it isn't cached. */
function keyOf(query: CardQuery): string | undefined {
  for (const name in query) if (!CACHED.has(name) && query[name as keyof CardQuery] !== undefined) return undefined;
  if (isEvaluated(query)) return undefined;
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

/** Returns the numbers of all cards of a list, or of those among some cards, in ascending order. */
function orderedNumbers(query: CardQuery, among?: readonly number[]): Uint32Array {
  const { countable, others } = ownConditions(query);
  const conditions = among
    ? [where(inList("c.seq"), listOf(among)), ...[...countable, ...others].map(unindexed)]
    : [...countable, ...others];
  const order = byColumn(query.sort_by, false);
  return allNumbers(`SELECT c.seq FROM ${order.from} ${clause(conditions)} ${orderBy(order)}`, ...valuesOf(conditions));
}

/** Makes the order of a long list on a reader thread. */
export const orderTask = readingTask("cards.order", (query: CardQuery) => orderedNumbers(query));

async function makeElsewhere(key: string, query: CardQuery): Promise<void> {
  if (requested.has(key)) return;
  requested.add(key);
  const types = entriesOf(query.type);
  const before = changesOf(types);
  try {
    const numbers = await runTask(orderTask, query);
    if (mayCache() && changesOf(types) === before) store(key, { query, numbers, types });
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
 * Finds the order of a list: cached, or made now when that takes little.
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
  store(key, { query, numbers, types: entriesOf(query.type) });
  return numbers;
}

/** Returns the number of cached orders, and their bytes. For tests. */
export const cachedOrders = (): { count: number; bytes: number } => ({ count: orders.size, bytes });

/** Sets another limit, in bytes; without an argument the default. For tests. */
export function limitOrders(most = MAX_BYTES): void {
  maxBytes = most;
  noteChange();
}
