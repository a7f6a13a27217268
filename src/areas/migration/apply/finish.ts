/** The end of applying a migration. */
import { firstValue, statement } from "../../../../db";
import { entityKinds } from "../../../../db/schema/migration";
import type { Actor } from "../../../core/access/actor";
import type { Author } from "../../../core/journal/journal";
import { now } from "../../../platform/clock";
import { shortened } from "../messages";
import { publishFailure, publishMigration } from "../publish";
import { findRow, type MigrationRow, updateRow } from "../rows";

const counters = ["created", "updated", "skipped", "errors", "conflicts"] as const;
type Counters = Record<(typeof counters)[number], number>;

/** Counts the records of each kind by their outcome. */
function countOutcomes(migrationId: string): { total: Counters; perKind: Record<string, Counters> } {
  const rows = statement<{ entity_kind: string; outcome: string | null; count: number }>(
    "SELECT entity_kind, outcome, count(*) AS count FROM staged_records WHERE migration_id = ? GROUP BY entity_kind, outcome",
  ).all(migrationId);
  const sum = (kind?: string) =>
    Object.fromEntries(
      counters.map((counter) => [
        counter,
        rows
          .filter((row) => row.outcome === counter && (kind === undefined || row.entity_kind === kind))
          .reduce((total, { count }) => total + count, 0),
      ]),
    ) as Counters;
  return { total: sum(), perKind: Object.fromEntries(entityKinds.map((kind) => [kind, sum(kind)])) };
}

/** Counts the cards and relations of which something was left out. */
const countPartial = (migrationId: string): number =>
  firstValue<number>(
    `SELECT count(*) AS count FROM staged_records
     WHERE migration_id = ? AND status = 'applied' AND entity_kind IN ('card', 'relation') AND error_message IS NOT NULL`,
    migrationId,
  ) ?? 0;

/** Returns the message about errors and conflicts; null when there are none. */
function messageFor({ errors, conflicts }: Counters): string | null {
  const parts = [
    ...(errors > 0 ? [`${errors} entity error(s)`] : []),
    ...(conflicts > 0 ? [`${conflicts} unresolved conflict(s) skipped`] : []),
  ];
  return parts.length === 0 ? null : `${parts.join(" · ")} — see staged records`;
}

/** Ends applying, once all records are; part of the running transaction. Publishes `migration.applied` or `migration.failed`. */
export function finishApplying(actor: Actor, migration: MigrationRow): void {
  const { total, perKind } = countOutcomes(migration.id);
  const error_message = messageFor(total);
  const status = total.errors === 0 ? "applied" : "failed";
  const stats = JSON.stringify({
    ...(JSON.parse(migration.stats) as object),
    apply: { ...total, partial: countPartial(migration.id), per_pass: perKind },
  });
  updateRow(migration.id, { status, stats, error_message, applied_at: now() });
  if (status === "applied") publishMigration(actor, "migration.applied", migration);
  else publishFailure(actor, migration, error_message ?? "");
}

/** Fails a migration that is being parsed or applied; part of the running transaction. Publishes `migration.failed`. */
export function failMigration(author: Author, id: string, reason: string): void {
  const migration = findRow(id);
  if (migration?.status !== "uploaded" && migration?.status !== "applying") return;
  const error_message = shortened(reason);
  updateRow(id, { status: "failed", error_message });
  publishFailure(author, migration, error_message);
}
