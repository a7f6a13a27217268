/** The rows of runs: leases, positions and counters. */

import { eq } from "drizzle-orm";
import { db, statement, tables } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import { type Actor, may } from "../../../core/access/actor";
import { delegateOf } from "../../../core/access/delegate";
import { makeRow } from "../../../core/journal/batches";
import { conflict, notFound, refused } from "../../../http/errors";
import { fromNow, now, SECOND } from "../../../platform/clock";
import { type ConnectionRow, findConnection } from "../connections";
import { findMapping, type MappingWithFields, withFields } from "../mappings";

const { servicenowSyncRuns } = tables;

/** A row of `servicenow_sync_runs`. */
export type RunRow = typeof servicenowSyncRuns.$inferSelect;

/** The time that a run is left alone whose process doesn't renew its lease. */
const LEASE = 15 * SECOND;

/** The source that the events of cards name for their changes. */
export const SOURCE = "servicenow_sync";

/** A run's row; undefined when there is none. */
export const findRun = (id: string): RunRow | undefined =>
  db.select().from(servicenowSyncRuns).where(eq(servicenowSyncRuns.id, id)).get();

/** A run's row. @throws Problem 404 */
export function requireRunRow(id: string): RunRow {
  const run = findRun(id);
  if (!run) throw notFound("Sync run");
  return run;
}

/** Acquires a run that no other process is at work on; part of the running transaction. @returns whether it did */
export const acquireRun = (id: string, owner: string): boolean =>
  statement(
    `UPDATE servicenow_sync_runs SET lease_owner = ?, lease_until = ?, attempts = attempts + 1
     WHERE id = ? AND status = 'running' AND (lease_until IS NULL OR lease_until <= ?)`,
  ).run(owner, fromNow(LEASE), id, now()).changes > 0;

/** Renews the lease of a run; part of the running transaction. @returns whether the owner still had it */
export const renewRun = (id: string, owner: string): boolean =>
  statement("UPDATE servicenow_sync_runs SET lease_until = ? WHERE id = ? AND lease_owner = ?").run(
    fromNow(LEASE),
    id,
    owner,
  ).changes > 0;

/** Leaves a run to whoever takes it up next; part of the running transaction. */
export const releaseRun = (id: string, owner: string): void => {
  statement(
    "UPDATE servicenow_sync_runs SET lease_owner = NULL, lease_until = NULL WHERE id = ? AND lease_owner = ?",
  ).run(id, owner);
};

/** The ids of running runs that no process is at work on, oldest first. */
export const abandonedRuns = (): string[] =>
  statement<{ id: string }>(
    `SELECT id FROM servicenow_sync_runs WHERE status = 'running' AND (lease_until IS NULL OR lease_until <= ?)
     ORDER BY started_at, id LIMIT 100`,
  )
    .all(now())
    .map(({ id }) => id);

/** A run at work, with what it works on and for whom. */
export type Work = { run: RunRow; mapping: MappingWithFields; connection: ConnectionRow; actor: Actor };

/** The user who started a run, with what they may do now; their changes join its batch. @throws Problem 400 */
function actorOf({ created_by, impersonated_role, direction, mapping_id, batch_id }: RunRow): Actor {
  const actor = delegateOf(created_by, impersonated_role);
  if (!actor) throw refused("Whoever started the run is gone or deactivated");
  if (!may(actor, "servicenow.manage")) throw refused("Whoever started the run may no longer do so");
  const operation = `POST /api/v1/servicenow/sync/${direction}/${mapping_id}`;
  return { ...actor, operation, source: SOURCE, batchId: batch_id ?? undefined };
}

/**
 * A run that a process is at work on.
 * @throws Problem 409 when it has ended or is another process's; 400 when what it needs is gone or switched off
 */
export function workOn(id: string, owner: string): Work {
  const run = findRun(id);
  if (run?.status !== "running" || run.lease_owner !== owner) throw conflict("The run has ended");
  const mapping = run.mapping_id === null ? undefined : findMapping(run.mapping_id);
  const connection = findConnection(run.connection_id);
  if (!mapping?.is_active) throw refused("Mapping is inactive");
  if (!connection?.is_active) throw refused("Connection is inactive or not found");
  return { run, mapping: withFields(mapping), connection, actor: actorOf(run) };
}

/** Writes columns of a run, and the batch that its changes have opened; part of the running transaction. */
export function updateRun({ run, actor }: Pick<Work, "run" | "actor">, columns: Partial<RunRow>): void {
  const batch_id = actor.batchId ?? (actor.single && makeRow(actor.single.seq)) ?? null;
  db.update(servicenowSyncRuns)
    .set({ ...columns, batch_id })
    .where(eq(servicenowSyncRuns.id, run.id))
    .run();
}

/** Counters with others added. */
export const added = (stats: SyncStats, more: SyncStats): SyncStats => {
  const names = [...new Set([...Object.keys(stats), ...Object.keys(more)])];
  return Object.fromEntries(names.map((name) => [name, (stats[name] ?? 0) + (more[name] ?? 0)]));
};
