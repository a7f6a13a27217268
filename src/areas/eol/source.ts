/**
 * The source of the life cycles. One source is in force at a time and answers alone: what an administrator has uploaded, else
 * what the upstream service has given, else what is compiled in.
 */
import { readFileSync } from "node:fs";
import { firstValue, statement, type tables, transaction } from "../../../db";
import type { EolOrigin } from "../../../db/schema/eol";
import { type Author, publish } from "../../core/journal/journal";
import { found } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import builtInFile from "./endoflife.jsonl" with { type: "file" };
import { type Matcher, matcherOf } from "./matching";
import type { EolSource, SnapshotCycle, SnapshotProduct } from "./model";

/** The day that the compiled-in life cycles are as of. */
const BUILT_IN_DATE = "2026-08-21";

/** Life cycles of products. */
export type Source = {
  origin: EolSource["origin"];
  /** The day that they are as of. */
  date: string;
  /** The products in their order. */
  names: readonly string[];
  /** The cycles of a product in their order; undefined for an unknown product. */
  cyclesOf(product: string): readonly SnapshotCycle[] | undefined;
  /** The cycle of a product with all that the source knows of it; undefined when there is none. */
  findCycle(product: string, cycle: string): SnapshotCycle | undefined;
  match: Matcher;
};

function sourceOf(origin: Source["origin"], date: string, products: readonly SnapshotProduct[]): Source {
  const names = products.map(({ name }) => name);
  const byName = new Map(products.map(({ name, cycles }) => [name, cycles]));
  let matcher: Matcher | undefined;
  return {
    origin,
    date,
    names,
    cyclesOf: (product) => byName.get(product),
    findCycle: (product, cycle) => byName.get(product)?.find((one) => one.cycle === cycle),
    match: (query, least, most) => (matcher ??= matcherOf(names))(query, least, most),
  };
}

const builtIn = (): Source =>
  sourceOf(
    "built-in",
    BUILT_IN_DATE,
    readFileSync(builtInFile, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as SnapshotProduct),
  );

type Row = typeof tables.eolSnapshots.$inferSelect;

/** Says what the upstream service or an administrator has given; undefined while nothing has come. */
export const storedSnapshot = (): Row | undefined =>
  statement<Row>("SELECT * FROM eol_snapshots LIMIT 1").get() ?? undefined;

const stored = ({ origin, date, products }: Row): Source =>
  sourceOf(origin, date, JSON.parse(products) as SnapshotProduct[]);

/** Returns the id of the stored snapshot, read from its index. */
const storedId = () => firstValue<string>("SELECT id FROM eol_snapshots LIMIT 1");

let cachedSource: { id: string | undefined; source: Source } | undefined;

/** Returns the source in force. It is cached in memory from its first use until another one comes into force. */
export function sourceInForce(): Source {
  const id = storedId();
  if (!cachedSource || cachedSource.id !== id) {
    const row = storedSnapshot();
    cachedSource = { id, source: row ? stored(row) : builtIn() };
  }
  return cachedSource.source;
}

/** Finds the cycle of a product in the source in force; who looks up many asks `sourceInForce` once. */
export const findCycle = (product: string, cycle: string): SnapshotCycle | undefined =>
  sourceInForce().findCycle(product, cycle);

/** Says what is to be known of the source in force. */
export function describeSource(): EolSource {
  const { origin, date, names, cyclesOf } = sourceInForce();
  const cycles = names.reduce((count, name) => count + (cyclesOf(name)?.length ?? 0), 0);
  return { origin, date, products: names.length, cycles };
}

/** Puts a source into force in place of the one before. Publishes `eol.source_updated`. */
export function replaceSource(
  author: Author,
  { origin, date, products }: { origin: EolOrigin; date: string; products: readonly SnapshotProduct[] },
): void {
  const id = newId();
  const text = JSON.stringify(products);
  transaction(() => {
    statement("DELETE FROM eol_snapshots").run();
    statement("INSERT INTO eol_snapshots (id, origin, date, products, created_at) VALUES (?, ?, ?, ?, ?)").run(
      id,
      origin,
      date,
      text,
      now(),
    );
    publish(author, { type: "eol.source_updated", data: { id, origin, date, products: products.length } });
  });
}

/**
 * Deletes what was uploaded or fetched, so that the compiled-in life cycles are in force. Publishes `eol.source_deleted`.
 * @throws Problem 404 when they are in force already
 */
export function deleteSource(author: Author): void {
  transaction(() => {
    const before = found(storedSnapshot(), "Snapshot");
    statement("DELETE FROM eol_snapshots").run();
    const { id, origin, date } = before;
    publish(author, { type: "eol.source_deleted", data: { id, origin, date } });
  });
}
