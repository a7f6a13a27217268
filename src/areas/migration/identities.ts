/** The rows that records of other tools have become here. */
import { inList, listOf, statement } from "../../../db";
import { now } from "../../platform/clock";
import type { MigrationRow } from "./rows";
import type { EntityKind } from "./staging/records";

/** Kind of records whose identity is stored → the table of what they have become. */
const targetTables = { card: "cards", tag: "tags", user: "users", document: "documents", comment: "comments" } as const;
/** A kind of records whose identity is stored. */
export type IdentityKind = keyof typeof targetTables & EntityKind;

/** Forgets what is gone; part of the running transaction. */
export function deleteDangling(sourceType: string): void {
  for (const [kind, table] of Object.entries(targetTables))
    statement(
      `DELETE FROM migration_identity_map WHERE source_type = ? AND entity_kind = ?
       AND NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.id = target_id)`,
    ).run(sourceType, kind);
}

/** Maps source id → what it has become, of those that are still there. */
export function findIdentities(
  { source_type }: Pick<MigrationRow, "source_type">,
  kind: IdentityKind,
  sourceIds: readonly string[],
): Map<string, string> {
  const rows = statement<{ source_id: string; target_id: string }>(
    `SELECT i.source_id, i.target_id FROM migration_identity_map i JOIN ${targetTables[kind]} t ON t.id = i.target_id
     WHERE i.source_type = ? AND i.entity_kind = ? AND ${inList("i.source_id")}`,
  ).all(source_type, kind, listOf(sourceIds));
  return new Map(rows.map(({ source_id, target_id }) => [source_id, target_id]));
}

/** Keeps what records have become; part of the running transaction. */
export function writeIdentities(
  { id, source_type }: Pick<MigrationRow, "id" | "source_type">,
  kind: IdentityKind,
  targets: ReadonlyMap<string, string>,
): void {
  statement(
    `INSERT INTO migration_identity_map (source_type, entity_kind, source_id, target_id, migration_id, last_seen_at)
     SELECT ?, ?, value ->> 0, value ->> 1, ?, ? FROM json_each(?) WHERE true
     ON CONFLICT DO UPDATE SET target_id = excluded.target_id, migration_id = excluded.migration_id,
       last_seen_at = excluded.last_seen_at`,
  ).run(source_type, kind, id, now(), JSON.stringify([...targets]));
}

/** Checks whether the identity of records of a kind is stored. */
export const isIdentityKind = (kind: EntityKind): kind is IdentityKind => Object.hasOwn(targetTables, kind);
