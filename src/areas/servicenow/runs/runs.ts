/** Starting, cancelling and listing runs. */
import { and, desc, eq } from "drizzle-orm";
import { db, statement, tables, transaction, transactionInTurn } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { publish } from "../../../core/journal/journal";
import { runEnded } from "../../../core/runs/engine";
import { findRow } from "../../../core/runs/rows";
import { cancelRun, enqueue, interruptRun } from "../../../core/runs/runs";
import { conflict, refused } from "../../../http/errors";
import { DAY, now, SECOND } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import { connectionRows } from "../connections";
import { type MappingRow, mappingRows } from "../mappings";
import type { SyncRun } from "../model";
import { countChangesOf } from "../records/staged";
import { synchronising } from "./declaration";
import { limitPulls } from "./pull";
import { type SyncRunRow, syncRunRows } from "./sync-runs";

const { servicenowSyncRuns } = tables;

type Direction = SyncRunRow["direction"];
/** The options with which a run is started. */
export type Start = { direction: Direction; auto_apply?: boolean; delta?: boolean };

const counters = {
  pull: { fetched: 0, created: 0, updated: 0, deleted: 0, skipped: 0, errors: 0 },
  push: { processed: 0, created: 0, updated: 0, skipped: 0, errors: 0 },
};

let answerWait = 0;

/**
 * Sets how long a pull or push waits for its end before it is answered, in seconds.
 * @param rows that one pull reads at most
 */
export function configureSync(seconds: number, rows: number): void {
  answerWait = seconds * SECOND;
  limitPulls(rows);
}

/**
 * Returns the instant since which rows are updated that are to be read: a day before the last pull that has read them all
 * by the mapping as it is, because instances compare in time zones of their own. Null when there was none.
 */
function changedSince({ id, updated_at }: MappingRow): string | null {
  const last = statement<{ started_at: string }>(
    `SELECT started_at FROM servicenow_sync_runs
     WHERE mapping_id = ? AND direction = 'pull' AND status = 'completed' AND started_at > ?
     ORDER BY started_at DESC LIMIT 1`,
  ).get(id, updated_at);
  return last ? new Date(Date.parse(last.started_at) - DAY).toISOString() : null;
}

/** Refuses a run of a mapping that is switched off or has one at work. @throws Problem 400, 409 */
function checkStart({ id, is_active, connection_id }: MappingRow): void {
  if (!is_active) throw refused("Mapping is inactive");
  if (!connectionRows.find(connection_id)?.is_active) throw refused("Connection is inactive or not found");
  const running = statement("SELECT 1 FROM servicenow_sync_runs WHERE mapping_id = ? AND status = 'running'").get(id);
  if (running) throw conflict("A run of this mapping is under way");
}

/**
 * Creates a run and enqueues it. Publishes `servicenow.run_started`.
 * @returns its id
 * @throws Problem 404; 400 when the mapping or its connection is inactive; 409 while another run of the mapping is unfinished
 */
export function createSyncRun(actor: Actor, mappingId: string, start: Start): string {
  const { direction, auto_apply = true, delta = false } = start;
  return transaction(() => {
    const mapping = mappingRows.require(mappingId);
    checkStart(mapping);
    const id = newId();
    db.insert(servicenowSyncRuns)
      .values({
        id,
        connection_id: mapping.connection_id,
        mapping_id: mapping.id,
        status: "running",
        direction,
        started_at: now(),
        stats: counters[direction],
        created_by: actor.userId,
        auto_apply,
        changed_since: delta ? changedSince(mapping) : null,
      })
      .run();
    publish(actor, { type: "servicenow.run_started", data: { id, mapping_id: mapping.id, direction } });
    enqueue(synchronising, { mapping_id: mapping.id, direction }, actor, { id });
    return id;
  });
}

/**
 * Starts a run and waits for its end, for a while.
 * @returns the run, finished or still running
 * @throws Problem as `createSyncRun`
 */
export async function startAndWait(actor: Actor, mappingId: string, start: Start, gone: AbortSignal): Promise<SyncRun> {
  const id = await transactionInTurn(() => createSyncRun(actor, mappingId, start));
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, answerWait);
  gone.addEventListener("abort", () => resolve(), { once: true });
  await Promise.race([runEnded(id), enough]);
  clearTimeout(timer);
  return requireRun(id);
}

/**
 * Cancels a run; its applied changes stay, and can be undone by its batch.
 * @throws Problem 404; 409 when it has ended
 */
export function cancelSyncRun(actor: Actor, id: string): SyncRun {
  syncRunRows.require(id);
  interruptRun(id);
  return transaction(() => {
    const row = findRow(id);
    if (!row || !cancelRun(row, actor, `Cancelled by ${actor.displayName}`)) throw conflict("The run has ended");
    return requireRun(id);
  });
}

function serialize(run: SyncRunRow, pending = 0): SyncRun {
  const { id, connection_id, mapping_id, status, direction, started_at, completed_at, stats } = run;
  const { error_message, reason, created_by, batch_id } = run;
  const facts = { id, connection_id, mapping_id, status, direction, started_at, completed_at, stats };
  return { ...facts, error_message, reason, created_by, batch_id, pending };
}

/** Finds a run. @throws Problem 404 */
export const requireRun = (id: string): SyncRun => serialize(syncRunRows.require(id), countChangesOf([id]).get(id));

type Filter = { connection_id?: string | null | undefined; mapping_id?: string | null | undefined; limit: number };

/** Lists the latest runs, of a connection, of a mapping or of all. */
export function listRuns({ connection_id, mapping_id, limit }: Filter): SyncRun[] {
  const runs = db
    .select()
    .from(servicenowSyncRuns)
    .where(
      and(
        connection_id ? eq(servicenowSyncRuns.connection_id, connection_id) : undefined,
        mapping_id ? eq(servicenowSyncRuns.mapping_id, mapping_id) : undefined,
      ),
    )
    .orderBy(desc(servicenowSyncRuns.started_at), desc(servicenowSyncRuns.id))
    .limit(limit)
    .all();
  const pending = countChangesOf(runs.map(({ id }) => id));
  return runs.map((run) => serialize(run, pending.get(run.id)));
}
