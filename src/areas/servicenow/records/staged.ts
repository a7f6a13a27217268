/** Records that pulls have staged: what is to become of each row of the table. */
import { allValues, firstValue, inList, listOf, statement, type tables, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import { redactedKeysFor } from "../../cards";
import type { StagedRecord } from "../model";
import type { Outcome, StagedChange } from "./apply";
import type { Diff } from "./diff";

type StagedRow = typeof tables.servicenowStagedRecords.$inferSelect;

/** Returns the ids of the rows that a run has staged already. */
export const stagedRows = (runId: string, sysIds: readonly string[]): Set<string> =>
  new Set(
    allValues<string>(
      `SELECT snow_sys_id FROM servicenow_staged_records WHERE sync_run_id = ? AND ${inList("snow_sys_id")}`,
      runId,
      listOf(sysIds),
    ),
  );

/**
 * Stages records of a run; part of the running transaction.
 * @param status `held` for what is applied only when somebody says so
 */
export function createRecords(
  runId: string,
  mappingId: string,
  records: readonly Omit<StagedChange, "stagedAt">[],
  status: "pending" | "held" = "pending",
): void {
  if (records.length === 0) return;
  const rows = records.map(({ row, diff, ...record }) => ({
    ...record,
    id: newId(),
    row: JSON.stringify(row),
    diff: diff && JSON.stringify(diff),
  }));
  statement(
    `INSERT INTO servicenow_staged_records
       (id, sync_run_id, mapping_id, card_id, snow_sys_id, snow_data, action, diff, status, created_at)
     SELECT value ->> 'id', ?, ?, value ->> 'cardId', value ->> 'sysId', value ->> 'row', value ->> 'action', value ->> 'diff',
       ?, ? FROM json_each(?) WHERE true ON CONFLICT (sync_run_id, snow_sys_id) DO NOTHING`,
  ).run(runId, mappingId, status, now(), JSON.stringify(rows));
}

/** Lets what a run has held wait to be applied; part of the running transaction. */
export function releaseHeld(runId: string): void {
  statement("UPDATE servicenow_staged_records SET status = 'pending' WHERE sync_run_id = ? AND status = 'held'").run(
    runId,
  );
}

/** Discards what earlier runs of a mapping have held, since a newer one has looked again; part of the running transaction. */
export function discardHeld(mappingId: string, newestRun: string): void {
  statement(
    "UPDATE servicenow_staged_records SET status = 'discarded' WHERE mapping_id = ? AND status = 'held' AND sync_run_id <> ?",
  ).run(mappingId, newestRun);
}

/** Returns the first records of a run that are pending, in their order. */
export const pendingRecords = (runId: string, limit: number): (StagedChange & { seq: number })[] =>
  statement<StagedRow>(
    "SELECT * FROM servicenow_staged_records WHERE sync_run_id = ? AND status = 'pending' ORDER BY seq LIMIT ?",
  )
    .all(runId, limit)
    .map(({ seq, snow_sys_id, snow_data, card_id, action, diff, created_at }) => ({
      seq,
      sysId: snow_sys_id,
      row: JSON.parse(snow_data),
      cardId: card_id,
      action,
      diff: diff === null ? null : (JSON.parse(diff) as Diff),
      stagedAt: created_at,
    }));

/** Returns the number of a run's pending records. */
export const countPending = (runId: string): number =>
  firstValue<number>(
    "SELECT count(*) AS count FROM servicenow_staged_records WHERE sync_run_id = ? AND status = 'pending'",
    runId,
  ) ?? 0;

/** Returns the numbers of changes that wait for a decision by run; runs without any are left out. */
export const countChangesOf = (runIds: readonly string[]): Map<string, number> =>
  new Map(
    statement<{ run: string; count: number }>(
      `SELECT sync_run_id AS run, count(*) AS count FROM servicenow_staged_records
       WHERE ${inList("sync_run_id")} AND status IN ('pending', 'held') AND action <> 'skip' GROUP BY sync_run_id`,
    )
      .all(listOf(runIds))
      .map(({ run, count }) => [run, count]),
  );

/** The message that clients have always got for a record that was not applied; the reason stands next to it. */
const FAILED = "Failed to apply record";

/** Notes what became of records; part of the running transaction. */
export function noteOutcomes(records: readonly { seq: number; sysId: string }[], outcomes: Map<string, Outcome>): void {
  const noted = records.map(({ seq, sysId }) => ({ seq, cardId: null, error: null, ...outcomes.get(sysId) }));
  statement(
    `UPDATE servicenow_staged_records SET status = iif(outcome.error IS NULL, 'applied', 'error'),
       error_message = iif(outcome.error IS NULL, NULL, '${FAILED}'), reason = outcome.error,
       card_id = coalesce(outcome.card_id, servicenow_staged_records.card_id)
     FROM (SELECT value ->> 'seq' AS seq, value ->> 'cardId' AS card_id, value ->> 'error' AS error FROM json_each(?)) AS outcome
     WHERE servicenow_staged_records.seq = outcome.seq`,
  ).run(JSON.stringify(noted));
}

/** The number of runs of a mapping whose records are stored. */
const RUNS_WITH_RECORDS = 5;
/** The number of runs of a mapping that are stored. */
const MAX_RUNS = 500;

/** Deletes the staged records of all but the latest runs of a mapping, and runs of long ago. */
export function deleteOldRecords(mappingId: string): void {
  const olderThan = (retained: number) =>
    `(SELECT id FROM servicenow_sync_runs WHERE mapping_id = ? AND status <> 'running'
      ORDER BY started_at DESC, id DESC LIMIT -1 OFFSET ${retained})`;
  transaction(() => {
    statement(`DELETE FROM servicenow_staged_records WHERE sync_run_id IN ${olderThan(RUNS_WITH_RECORDS)}`).run(
      mappingId,
    );
    statement(`DELETE FROM servicenow_sync_runs WHERE id IN ${olderThan(MAX_RUNS)}`).run(mappingId);
  });
}

/** Returns a diff without the costs that are hidden. */
function redacted(diff: Diff, hidden: readonly string[]): Diff {
  const paths = new Set(hidden.map((key) => `attributes.${key}`));
  return Object.fromEntries(Object.entries(diff).filter(([path]) => !paths.has(path)));
}

/** Lists the records of a run in their order; none for an unknown run. */
export function listRecords(
  runId: string,
  { action, status }: { action?: string | null | undefined; status?: string | null | undefined },
): StagedRow[] {
  return statement<StagedRow>(
    `SELECT * FROM servicenow_staged_records
     WHERE sync_run_id = ?1 AND (?2 IS NULL OR action = ?2) AND (?3 IS NULL OR status = ?3) ORDER BY seq`,
  ).all(runId, action ?? null, status ?? null);
}

type CardFacts = { id: string; name: string; relations: number };

/** Returns the names of cards and how many relations they have, by their ids. */
const factsOf = (ids: readonly string[]): Map<string, CardFacts> =>
  new Map(
    statement<CardFacts>(
      `SELECT c.id, c.name, (SELECT count(*) FROM relations WHERE source_seq = c.seq)
         + (SELECT count(*) FROM relations WHERE target_seq = c.seq) AS relations
       FROM cards c WHERE ${inList("c.id")}`,
    )
      .all(listOf(ids))
      .map((card) => [card.id, card]),
  );

/** Records as they are answered, without costs that are hidden from the actor. */
export function serializeRecords(actor: Actor, rows: readonly StagedRow[]): StagedRecord[] {
  const ids = [...new Set(rows.flatMap(({ card_id }) => card_id ?? []))];
  const hiddenOf = redactedKeysFor(actor, ids);
  const cards = factsOf(ids);
  return rows.map(({ seq: _seq, sync_run_id: _run, mapping_id: _mapping, snow_data, diff, ...record }) => ({
    ...record,
    card_name: cards.get(record.card_id ?? "")?.name ?? null,
    relations: cards.get(record.card_id ?? "")?.relations ?? 0,
    snow_data: JSON.parse(snow_data),
    diff: diff === null ? null : redacted(JSON.parse(diff) as Diff, hiddenOf(record.card_id)),
  }));
}
