/** The rows of synchronisation runs as the API shows them; their life is that of `core/runs`. */
import { tables } from "../../../../db";
import type { SyncStats } from "../../../../db/schema/servicenow";
import type { Actor } from "../../../core/access/actor";
import { recordsOf } from "../../../core/records";
import { actorOf, batchOf, type RunState, type StepRun } from "../../../core/runs/step";
import { refused } from "../../../http/errors";
import { type ConnectionRow, connectionRows } from "../connections";
import { type MappingWithFields, mappingRows, withFields } from "../mappings";

const { servicenowSyncRuns } = tables;

/** A row of `servicenow_sync_runs`. */
export type SyncRunRow = typeof servicenowSyncRuns.$inferSelect;

/** The source that the events of cards name for the changes of a run. */
export const SOURCE = "servicenow_sync";

/** The rows of runs. */
export const syncRunRows = recordsOf(servicenowSyncRuns, "Sync run");

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
  const run = syncRunRows.require(id);
  const mapping = run.mapping_id === null ? undefined : mappingRows.find(run.mapping_id);
  const connection = connectionRows.find(run.connection_id);
  if (!mapping?.is_active) throw refused("Mapping is inactive");
  if (!connection?.is_active) throw refused("Connection is inactive or not found");
  return { run, state, mapping: withFields(mapping), connection, actor: actorOf(state) };
}

/** Writes columns of a run, and the batch that its changes have opened; part of a step. */
export const updateSyncRun = (step: StepRun, columns: Partial<SyncRunRow>): void =>
  void syncRunRows.update(step, { ...columns, batch_id: batchOf(step) });

/** Adds counters to others. */
export const sumOf = (stats: SyncStats, more: SyncStats): SyncStats => {
  const names = [...new Set([...Object.keys(stats), ...Object.keys(more)])];
  return Object.fromEntries(names.map((name) => [name, (stats[name] ?? 0) + (more[name] ?? 0)]));
};
