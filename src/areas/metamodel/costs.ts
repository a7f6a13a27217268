/** Cost fields: those that are declared, and removed ones, whose values in history and relations stay redacted. */
import { eq } from "drizzle-orm";
import { db, statement, tables } from "../../../db";
import { readsState } from "../../../db/client";
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

/** Maps card type → the keys of the fields that are costs today. */
const todaysCardCosts = `SELECT t.key AS owner, f.value ->> 'key' AS field
  FROM todays_card_types t, json_each(t.fields_schema) s, json_each(s.value -> 'fields') f WHERE f.value ->> 'type' = 'cost'`;
/** Maps relation type → the keys of the attributes that are costs today. */
const todaysRelationCosts = `SELECT t.key AS owner, f.value ->> 'key' AS field
  FROM todays_relation_types t, json_each(t.attributes_schema) f WHERE f.value ->> 'type' = 'cost'`;

/** Maps card type or relation type → the keys of what is a cost today and may have been something else; for former states. */
export function costsOfToday(kind: Kind): Map<string, string[]> {
  if (!readsState()) return new Map();
  const sql = kind === "card" ? todaysCardCosts : todaysRelationCosts;
  const byOwner = Map.groupBy(statement<{ owner: string; field: string }>(sql).all(), ({ owner }) => owner);
  return new Map([...byOwner].map(([owner, own]) => [owner, own.map(({ field }) => field)]));
}

/**
 * Returns the keys of the cost fields, and of removed ones unless a field of that name is declared again.
 * @param ofToday those that are costs today, where a former state is read
 */
export function costKeysAmong(
  fields: readonly Field[],
  removed: readonly string[] = [],
  ofToday: readonly string[] = [],
): string[] {
  const declared = new Set(fields.map((field) => field.key));
  return [
    ...new Set([
      ...fields.filter((field) => field.type === "cost").map((field) => field.key),
      ...removed.filter((key) => !declared.has(key)),
      ...ofToday,
    ]),
  ];
}
