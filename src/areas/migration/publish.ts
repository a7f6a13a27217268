/** Publishing events of migrations, and who is behind what they do. */

import { type Actor, may } from "../../core/access/actor";
import { delegateOf } from "../../core/access/delegate";
import { type Author, program, publish } from "../../core/journal/journal";
import type { MigrationRow } from "./rows";

type Told = Pick<MigrationRow, "id" | "name" | "source_type">;
type Plain =
  | "migration.uploaded"
  | "migration.parsed"
  | "migration.mapped"
  | "migration.started"
  | "migration.applied"
  | "migration.deleted";

const payloadOf = ({ id, name, source_type }: Told) => ({ id, name, source_type });

/** Publishes what happened to a migration; part of the running transaction. */
export const publishMigration = (author: Author, type: Plain, migration: Told): void =>
  publish(author, { type, data: payloadOf(migration) });

/** Publishes that a migration has failed; part of the running transaction. */
export const publishFailure = (author: Author, migration: Told, reason: string): void =>
  publish(author, { type: "migration.failed", data: { ...payloadOf(migration), reason } });

/** The author of what is done with an uploaded file. */
export const uploaderOf = ({ created_by, created_as }: MigrationRow): Author =>
  delegateOf(created_by, created_as) ?? program("migration");

/** Whoever applies a migration, in the batch of its changes; undefined when they may no longer. */
export function applierOf({ id, applied_by, applied_as, batch_id }: MigrationRow): Actor | undefined {
  const actor = delegateOf(applied_by, applied_as);
  if (!actor || !may(actor, "admin.migrate")) return undefined;
  return { ...actor, operation: `POST /api/v1/migration/${id}/apply`, batchId: batch_id ?? undefined };
}
