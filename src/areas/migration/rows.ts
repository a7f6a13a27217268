/** Rows of migrations. */
import { statement } from "../../../db";
import type { FieldMappings } from "../../../db/schema/migration";
import { found } from "../../http/errors";
import { now } from "../../platform/clock";
import type { Migration } from "./model";

/** A row of `migrations` that is complete. */
export type MigrationRow = {
  id: string;
  name: string;
  source_type: string;
  status: Migration["status"];
  file_hash: string;
  file_size: number;
  snapshot_version: string | null;
  include_archived: 0 | 1;
  /** JSON text. */
  stats: string;
  /** JSON text. */
  field_mappings: string;
  error_message: string | null;
  created_by: string | null;
  applied_by: string | null;
  batch_id: string | null;
  parsed_at: string | null;
  applied_at: string | null;
  created_at: string;
  updated_at: string;
};

/** Migrations returned at most. */
const MAX_LISTED = 100;

/** Lists the migrations whose files have arrived, newest first; with `source` those of one tool. */
export const listRows = (source: string | null): MigrationRow[] =>
  statement<MigrationRow>(
    `SELECT * FROM migrations WHERE file_hash IS NOT NULL AND (?1 IS NULL OR source_type = ?1)
     ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}`,
  ).all(source);

/** Finds the migration with this id, once its file has arrived. */
export const findRow = (id: string): MigrationRow | null =>
  statement<MigrationRow>("SELECT * FROM migrations WHERE id = ? AND file_hash IS NOT NULL").get(id);

/** @throws Problem 404 */
export const requireRow = (id: string): MigrationRow => found(findRow(id), "Migration");

/** Finds the migration of a file. */
export const findByHash = (hash: string, source: string): MigrationRow | null =>
  statement<MigrationRow>("SELECT * FROM migrations WHERE file_hash = ? AND source_type = ?").get(hash, source);

/** Sets columns of a migration; part of the running transaction. */
export function updateRow(id: string, columns: Partial<Omit<MigrationRow, "id">>): void {
  const names = [...Object.keys(columns), "updated_at"];
  statement(`UPDATE migrations SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE id = ?`).run(
    ...(Object.values(columns) as (string | number | null)[]),
    now(),
    id,
  );
}

/** Deletes a migration with its file and its staged records. */
export const deleteRow = (id: string): void => void statement("DELETE FROM migrations WHERE id = ?").run(id);

/** Returns the targets that were chosen for the fields of the source. */
export const mappingsOf = ({ field_mappings }: MigrationRow): FieldMappings =>
  JSON.parse(field_mappings) as FieldMappings;

/** Serializes a migration. */
export function serializeMigration(row: MigrationRow): Migration {
  const { include_archived, created_by, applied_by, batch_id, ...rest } = row;
  const stats = JSON.parse(row.stats) as Migration["stats"];
  return { ...rest, stats, metamodel_diff: {}, field_mappings: mappingsOf(row) };
}
