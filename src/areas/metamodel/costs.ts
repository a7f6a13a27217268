/** Fields that held costs and are no longer declared: history, and relations, still hold their values. */
import { db, tables } from "../../../db";
import type { Field } from "../../../db/schema/metamodel";

/**
 * Notes which fields of a type held costs and are gone, so that they stay hidden like costs; part of the running
 * transaction.
 * @param owner key of the card type or relation type
 */
export function retireCosts(
  kind: "card" | "relation",
  owner: string,
  before: readonly Field[],
  after: readonly Field[] = [],
): void {
  const kept = new Set(after.map((field) => field.key));
  const gone = before.filter((field) => field.type === "cost" && !kept.has(field.key));
  if (gone.length === 0) return;
  db.insert(tables.retiredCosts)
    .values(gone.map((field) => ({ kind, owner, field: field.key })))
    .onConflictDoNothing()
    .run();
}
