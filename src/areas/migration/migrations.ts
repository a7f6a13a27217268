/** Migrations: what may be done with them. */
import { transaction } from "../../../db";
import type { FieldMappings } from "../../../db/schema/migration";
import type { Actor } from "../../core/access/actor";
import { enqueue } from "../../core/runs/runs";
import { refused } from "../../http/errors";
import type { Migration } from "./model";
import { publishMigration } from "./publish";
import { rememberMappings, withoutEmpty } from "./remembered";
import { deleteRow, listRows, type MigrationRow, requireRow, serializeMigration, updateRow } from "./rows";
import { applying } from "./runs";

/** Lists the migrations, newest first; with `source` those of one tool. */
export const listMigrations = (source?: string): Migration[] => listRows(source ?? null).map(serializeMigration);

/** Finds a migration. @throws Problem 404 */
export const requireMigration = (id: string): Migration => serializeMigration(requireRow(id));

const isReady = ({ status }: MigrationRow) => status === "parsed" || status === "previewed";

/** Checks whether applying has failed, which may be tried again. */
const hasFailedToApply = ({ status, parsed_at }: MigrationRow) => status === "failed" && parsed_at !== null;

/**
 * Replaces the targets of fields, and remembers them for the next workbook of the tool. Publishes `migration.mapped`.
 * @throws Problem 404; 400 unless it is parsed and not applied yet
 */
export function writeMappings(actor: Actor, id: string, mappings: FieldMappings): Migration {
  return transaction(() => {
    const migration = requireRow(id);
    if (!isReady(migration)) throw refused(`Fields can't be mapped while the migration is ${migration.status}`);
    const chosen = withoutEmpty(mappings);
    updateRow(id, { status: "previewed", field_mappings: JSON.stringify(chosen) });
    rememberMappings(migration.source_type, id, chosen);
    publishMigration(actor, "migration.mapped", migration);
    return requireMigration(id);
  });
}

/**
 * Begins to apply a migration, which continues in the background; one that has failed is applied again, as far as
 * it is not applied yet. Publishes `migration.started`.
 * @throws Problem 404; 400 unless it is parsed and not applied yet
 */
export function applyMigration(actor: Actor, id: string): Migration {
  return transaction(() => {
    beginApplying(actor, id);
    enqueue(applying, { id }, actor);
    return requireMigration(id);
  });
}

/**
 * Marks a migration as being applied; part of the running transaction. Publishes `migration.started`.
 * @throws Problem 404; 400 unless it is parsed and not applied yet
 */
export function beginApplying(actor: Actor, id: string): void {
  const migration = requireRow(id);
  if (!isReady(migration) && !hasFailedToApply(migration))
    throw refused(`The migration can't be applied while it is ${migration.status}`);
  updateRow(id, { status: "applying", applied_by: actor.userId, batch_id: null, error_message: null });
  publishMigration(actor, "migration.started", migration);
}

/**
 * Deletes a migration with its file and its staged records; what it has made of them stays. Publishes `migration.deleted`.
 * @throws Problem 404; 400 while it is being applied
 */
export function deleteMigration(actor: Actor, id: string): void {
  transaction(() => {
    const migration = requireRow(id);
    if (migration.status === "applying") throw refused("The migration can't be deleted while it is applying");
    deleteRow(id);
    publishMigration(actor, "migration.deleted", migration);
  });
}
