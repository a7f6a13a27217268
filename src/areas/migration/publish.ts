/** Publishing events of migrations. */
import { type Author, publish } from "../../core/journal/journal";
import type { MigrationRow } from "./rows";

type Subject = Pick<MigrationRow, "id" | "name" | "source_type">;
type Plain =
  | "migration.uploaded"
  | "migration.parsed"
  | "migration.mapped"
  | "migration.started"
  | "migration.applied"
  | "migration.deleted";

const payloadOf = ({ id, name, source_type }: Subject) => ({ id, name, source_type });

/** Publishes what happened to a migration; part of the running transaction. */
export const publishMigration = (author: Author, type: Plain, migration: Subject): void =>
  publish(author, { type, data: payloadOf(migration) });

/** Publishes that a migration has failed; part of the running transaction. */
export const publishFailure = (author: Author, migration: Subject, reason: string): void =>
  publish(author, { type: "migration.failed", data: { ...payloadOf(migration), reason } });
