/** The rows of synchronisation runs as the API shows them; their life is that of `core/runs`. */
import { eq } from "drizzle-orm";
import { db, tables } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import type { Actor } from "../../../core/access/actor";
import { actorOf, batchOf, type RunState, type StepRun } from "../../../core/runs/step";
import { found, refused } from "../../../http/errors";
import { type ConnectionRow, findConnection } from "../connections";
import { findMapping, type MappingWithFields, withFields } from "../mappings";

const { servicenowSyncRuns } = tables;

/** A row of `servicenow_sync_runs`. */
export type SyncRunRow = typeof servicenowSyncRuns.$inferSelect;

/** The source that the events of cards name for the changes of a run. */
export const SOURCE = "servicenow_sync";

/** Finds a run's row; undefined when there is none. */
export const findSyncRun = (id: string): SyncRunRow | undefined =>
  db.select().from(servicenowSyncRuns).where(eq(servicenowSyncRuns.id, id)).get();

/** Finds a run's row. @throws Problem 404 */
export const requireSyncRun = (id: string): SyncRunRow => found(findSyncRun(id), "Sync run");

/** A run that is executed, with what it works on and for whom. */
export type Sync = {
  run: SyncRunRow;
  state: RunState;
  mapping: MappingWithFields;
  connection: ConnectionRow;
  actor: Actor;
};

/** Finds a run that is executed. @throws Problem 404; 400 when its mapping or connection is gone or switched off */
export function requireSync(id: string, state: RunState): Sync {
  const run = requireSyncRun(id);
  const mapping = run.mapping_id === null ? undefined : findMapping(run.mapping_id);
  const connection = findConnection(run.connection_id);
  if (!mapping?.is_active) throw refused("Mapping is inactive");
  if (!connection?.is_active) throw refused("Connection is inactive or not found");
  return { run, state, mapping: withFields(mapping), connection, actor: actorOf(state) };
}

/** Writes columns of a run, and the batch that its changes have opened; part of a step. */
export function updateSyncRun(step: StepRun, columns: Partial<SyncRunRow>): void {
  db.update(servicenowSyncRuns)
    .set({ ...columns, batch_id: batchOf(step) })
    .where(eq(servicenowSyncRuns.id, step.id))
    .run();
}

/** Adds counters to others. */
export const sumOf = (stats: SyncStats, more: SyncStats): SyncStats => {
  const names = [...new Set([...Object.keys(stats), ...Object.keys(more)])];
  return Object.fromEntries(names.map((name) => [name, (stats[name] ?? 0) + (more[name] ?? 0)]));
};
