/** The rows of runs, and the transitions between their states. All is part of the running transaction. */
import { allValues, inList, listOf, statement } from "../../../db";
import { fromNow, now, SECOND } from "../../platform/clock";

/** A row of `runs`. */
export type RunRow = {
  seq: number;
  id: string;
  kind: string;
  subject: string;
  /** JSON text. */
  input: string;
  state: "queued" | "running" | "completed" | "failed" | "cancelled";
  phase: string | null;
  position: number;
  /** JSON text. */
  progress: string | null;
  attempts: number;
  lease_owner: string | null;
  lease_until: string | null;
  due_at: string;
  started_by: string | null;
  acting_as: string | null;
  batch_id: string | null;
  error: string | null;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
};

/** Milliseconds that a lease lasts which no heartbeat renews. */
const LEASE = 15 * SECOND;
/** Runs that are looked at together. */
const MAX_CLAIMABLE = 100;

const UNFINISHED = "state IN ('queued', 'running')";
const CLAIMABLE = `${UNFINISHED} AND due_at <= ?1 AND (lease_until IS NULL OR lease_until <= ?1)`;

/** Creates the row of a run. @returns whether there was no unfinished one of its kind and subject */
export const createRow = (
  row: Pick<RunRow, "id" | "kind" | "subject" | "input" | "due_at" | "started_by" | "acting_as">,
): boolean =>
  statement(
    `INSERT INTO runs (id, kind, subject, input, state, due_at, started_by, acting_as, created_at)
     VALUES (?, ?, ?, ?, 'queued', ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  ).run(row.id, row.kind, row.subject, row.input, row.due_at, row.started_by, row.acting_as, now()).changes > 0;

/** Finds a run. */
export const findRow = (id: string): RunRow | null => statement<RunRow>("SELECT * FROM runs WHERE id = ?").get(id);

/** Finds the unfinished run of a kind and subject. */
export const findUnfinished = (kind: string, subject: string): RunRow | null =>
  statement<RunRow>(`SELECT * FROM runs WHERE kind = ? AND subject = ? AND ${UNFINISHED}`).get(kind, subject);

/** Lists the unfinished runs of some kinds, oldest first. */
export const listUnfinished = (kinds: readonly string[]): RunRow[] =>
  statement<RunRow>(`SELECT * FROM runs WHERE ${UNFINISHED} AND ${inList("kind")} ORDER BY seq`).all(
    listOf([...kinds]),
  );

/** Finds a run that is claimed by a process. */
export const findOwnedRow = (id: string, owner: string): RunRow | null =>
  statement<RunRow>("SELECT * FROM runs WHERE id = ? AND state = 'running' AND lease_owner = ?").get(id, owner);

/**
 * Lists the runs of some kinds that are due and that no process holds: those that were interrupted least first, then the
 * oldest.
 */
export const listClaimable = (kinds: readonly string[]): RunRow[] =>
  statement<RunRow>(
    `SELECT * FROM runs WHERE ${CLAIMABLE} AND kind IN (SELECT value FROM json_each(?2))
     ORDER BY attempts, due_at, seq LIMIT ${MAX_CLAIMABLE}`,
  ).all(now(), listOf([...kinds]));

/**
 * Claims a run that is due and that no process holds; this is an attempt.
 * @param pause milliseconds for which it is not claimed again if it breaks its process
 * @param isReset whether it begins anew
 */
export const claimRow = (id: string, owner: string, pause: number, isReset: boolean): RunRow | null =>
  statement<RunRow>(
    `UPDATE runs SET state = 'running', attempts = attempts + 1, lease_owner = ?3, lease_until = ?4, due_at = ?5,
       started_at = iif(attempts = 0, ?1, started_at), ended_at = NULL,
       phase = iif(?6, NULL, phase), position = iif(?6, 0, position), progress = iif(?6, NULL, progress)
     WHERE id = ?2 AND ${CLAIMABLE} RETURNING *`,
  ).get(now(), id, owner, fromNow(LEASE), fromNow(pause), isReset ? 1 : 0);

/** Renews the leases of a process. @returns the runs that it holds */
export const renewLeases = (owner: string): string[] =>
  allValues<string>(
    "UPDATE runs SET lease_until = ? WHERE lease_owner = ? AND state = 'running' RETURNING id",
    fromNow(LEASE),
    owner,
  );

/** Writes the state of a run after a step. */
export function updateRow(
  run: Pick<RunRow, "id" | "phase" | "position"> & { progress: unknown; isComplete: boolean },
  batchId: string | null,
): void {
  const { id, phase, position, progress, isComplete } = run;
  statement("UPDATE runs SET phase = ?, position = ?, progress = ?, batch_id = ? WHERE id = ?").run(
    phase,
    position,
    progress === null ? null : JSON.stringify(progress),
    batchId,
    id,
  );
  if (isComplete) endRow(id, "completed", null);
}

/** Releases a run, so that it can be claimed again. @param isCounted whether the attempt counts @param pause milliseconds */
export const releaseRow = (id: string, owner: string, isCounted: boolean, pause: number): void =>
  void statement(
    `UPDATE runs SET state = 'queued', lease_owner = NULL, lease_until = NULL, due_at = ?, attempts = attempts - ?
     WHERE id = ? AND lease_owner = ? AND state = 'running'`,
  ).run(fromNow(pause), isCounted ? 0 : 1, id, owner);

/** Ends an unfinished run. @returns it; null when it has ended already */
export const endRow = (id: string, state: "completed" | "failed" | "cancelled", error: string | null): RunRow | null =>
  statement<RunRow>(
    `UPDATE runs SET state = ?, error = ?, ended_at = ?, lease_owner = NULL, lease_until = NULL
     WHERE id = ? AND ${UNFINISHED} RETURNING *`,
  ).get(state, error, now(), id);

/** Makes a periodic run wait for its next time. */
export const rescheduleRow = (id: string, due: string, error: string | null): void =>
  void statement(
    `UPDATE runs SET state = 'queued', error = ?, ended_at = ?, due_at = ?, attempts = 0, phase = NULL, position = 0,
       progress = NULL, batch_id = NULL, lease_owner = NULL, lease_until = NULL
     WHERE id = ? AND ${UNFINISHED}`,
  ).run(error, now(), due, id);

/** The failures of a kind of run: their number, and the reason of one of them. */
export type Failures = { kind: string; count: number; error: string };

/** Lists the failures since an instant by kind, most first. */
export const listFailures = (since: string): Failures[] =>
  statement<Failures>(
    `SELECT kind, count(*) AS count, max(error) AS error FROM runs
     WHERE error IS NOT NULL AND state <> 'cancelled' AND ended_at >= ? GROUP BY kind ORDER BY count DESC LIMIT 20`,
  ).all(since);

/** Counts the runs that are stored by kind and state. */
export const countByKind = () =>
  statement<Pick<RunRow, "kind" | "state"> & { count: number }>(
    "SELECT kind, state, count(*) AS count FROM runs GROUP BY kind, state",
  ).all();

/** Lists the runs that are unfinished, by kind, with the reason why they failed the last time, if they did. */
export const lastFailures = () =>
  statement<Pick<RunRow, "kind" | "error">>(`SELECT kind, error FROM runs WHERE ${UNFINISHED} ORDER BY kind`).all();

/** A run as it is listed, with the name of whoever has started it. */
export type ListedRun = RunRow & { user_display_name: string | null };

/** The runs that are listed: all but those of some kinds, or those of them in one state. */
const LISTED = "kind NOT IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR state = ?2)";

/** Lists runs of all but some kinds, newest first. @param state undefined for any */
export const listRows = (without: readonly string[], state: string | undefined, limit: number, offset: number) =>
  statement<ListedRun>(
    `SELECT r.*, u.display_name AS user_display_name FROM runs r LEFT JOIN users u ON u.id = r.started_by
     WHERE ${LISTED} ORDER BY r.seq DESC LIMIT ?3 OFFSET ?4`,
  ).all(listOf([...without]), state ?? null, limit, offset);

/** Counts the runs that `listRows` lists. */
export const countRows = (without: readonly string[], state: string | undefined): number =>
  statement<{ count: number }>(`SELECT count(*) AS count FROM runs WHERE ${LISTED}`).get(
    listOf([...without]),
    state ?? null,
  )?.count ?? 0;

/** Deletes the runs that ended before an instant. */
export const deleteEnded = (before: string): void =>
  void statement(`DELETE FROM runs WHERE ended_at <= ? AND NOT ${UNFINISHED}`).run(before);
