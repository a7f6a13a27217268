/** Cost fields: those that are declared, and removed ones, whose values in history and relations stay redacted. */
import { eq } from "drizzle-orm";
import { db, tables } from "../../../db";
import type { Field } from "../../../db/schema/metamodel";

const { retiredCosts } = tables;
type Kind = (typeof retiredCosts.$inferSelect)["kind"];

/**
 * Records the cost fields that a type no longer has, so that their values stay redacted; part of the running transaction.
 * @param owner key of the card type or relation type
 */
export function recordRemovedCosts(
  kind: Kind,
  owner: string,
  before: readonly Field[],
  after: readonly Field[] = [],
): void {
  const remaining = new Set(after.map((field) => field.key));
  const removed = before.filter((field) => field.type === "cost" && !remaining.has(field.key));
  if (removed.length === 0) return;
  db.insert(retiredCosts)
    .values(removed.map((field) => ({ kind, owner, field: field.key })))
    .onConflictDoNothing()
    .run();
}

/** Maps card type or relation type → the keys of its removed cost fields. */
export function removedCosts(kind: Kind): Map<string, string[]> {
  const rows = db.select().from(retiredCosts).where(eq(retiredCosts.kind, kind)).all();
  const byOwner = Map.groupBy(rows, ({ owner }) => owner);
  return new Map([...byOwner].map(([owner, own]) => [owner, own.map(({ field }) => field)]));
}

/** Returns the keys of the cost fields, and of removed ones unless a field of that name is declared again. */
export function costKeysAmong(fields: readonly Field[], removed: readonly string[] = []): string[] {
  const declared = new Set(fields.map((field) => field.key));
  return [
    ...fields.filter((field) => field.type === "cost").map((field) => field.key),
    ...removed.filter((key) => !declared.has(key)),
  ];
}
