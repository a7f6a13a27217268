/** Pulls a table: reads it page by page, stages the changes of cards, and applies them. */
import type { Work } from "../../../core/runs/run";
import { shortStep } from "../../../core/runs/step";
import { Problem } from "../../../http/errors";
import { log } from "../../../platform/log";
import { instanceOf, patiently } from "../instance/client";
import { fetchRows, narrowed, type Selection } from "../instance/table-api";
import type { MappingWithFields } from "../mappings";
import { discardHeld } from "../records/staged";
import { applyStep } from "./apply";
import { countGone, rowsGone, stageDeletionsStep } from "./orphans";
import { stagePageStep } from "./stage-page";
import { requireSync, type Sync, type SyncRunRow, updateSyncRun } from "./sync-runs";

/** Returns the selection that a mapping asks of its table; columns stand as often as they are mapped. */
export const selectionOf = ({ snow_table, fields, filter_query }: MappingWithFields): Selection => ({
  table: snow_table,
  columns: fields.map(({ snow_field }) => snow_field),
  filter: filter_query,
});

/** Returns an instant as encoded queries have it. */
const queryInstant = (instant: string) => instant.slice(0, "2026-01-31T00:00:00".length).replace("T", " ");

/** Returns the selection that a run asks of its table. */
function selectionFor({ changed_since }: SyncRunRow, mapping: MappingWithFields): Selection {
  const selection = selectionOf(mapping);
  if (changed_since === null) return selection;
  return { ...selection, filter: narrowed(selection.filter, `sys_updated_on>=${queryInstant(changed_since)}`) };
}

const instanceFor = ({ connection }: Sync, signal: AbortSignal) => instanceOf(connection, patiently(signal));

/** Rows that one pull reads at most, unless the configuration names another number. */
const MAX_ROWS = 500_000;
let maxRows = MAX_ROWS;

/** Sets how many rows one pull reads at most. */
export function limitPulls(rows: number): void {
  maxRows = rows;
}

/** @throws Problem when a table has more rows than a pull reads, by its own account or by what was read */
function requireBounded({ state, mapping }: Sync, total: number): void {
  if (Math.max(total, state.position) < maxRows + 1) return;
  const announced = total > maxRows ? `says that it has ${total} rows` : `has answered ${state.position} rows`;
  throw new Problem(
    409,
    `The table ${mapping.snow_table} ${announced}, and a pull reads ${maxRows} at most (SYNC_MAX_ROWS): filter_query narrows it`,
  );
}

async function readPage(sync: Sync, { step, signal }: Work<unknown>): Promise<void> {
  const { run, mapping, state } = sync;
  const page = await fetchRows(instanceFor(sync, signal), selectionFor(run, mapping), { offset: state.position });
  requireBounded(sync, page.total);
  await step(stagePageStep, { ...page, isPage: true });
}

/** Asks for the rows that seem to be gone, which a table that changes while it is read may have hidden; stages those it finds. */
async function confirmGone(sync: Sync, { step, signal }: Work<unknown>): Promise<void> {
  const { run, mapping } = sync;
  const selection = selectionOf(mapping);
  for (let after = 0; ; ) {
    const gone = rowsGone(run, mapping, after);
    const last = gone.at(-1);
    if (!last) return;
    const condition = `sys_idIN${gone.map(({ snow_sys_id }) => snow_sys_id).join(",")}`;
    const asked = { ...selection, filter: narrowed(selection.filter, condition) };
    const page = await fetchRows(instanceFor(sync, signal), asked, { limit: gone.length });
    await step(stagePageStep, { ...page, isPage: false });
    after = last.seq;
  }
}

/** Leaves the cards whose rows are gone as they are, and moves the run to its next phase. */
export const skipDeletionsStep = shortStep(
  "servicenow.skip_deletions",
  ({ reason }: { reason: string | null }, run) => {
    run.phase = "apply";
    const { mapping, run: row } = requireSync(run.id, run);
    if (row.changed_since === null) discardHeld(mapping.id, run.id);
    updateSyncRun(run, reason === null ? {} : { reason });
  },
);

/** Deletions that wait for a decision of one run: more can't be decided one by one. */
const MAX_HELD = 10_000;

/** Returns why cards are not archived by themselves; null when no more rows are gone than may be. */
function objectionTo({ run, mapping }: Sync): string | null {
  const { gone, all } = countGone(run, mapping);
  if (gone <= all * mapping.max_deletion_ratio) return null;
  log.warn({ run: run.id, gone, all }, "a pull archives no cards, because too many rows are gone");
  const counts = `${gone} of ${all} linked rows are gone, which is more than max_deletion_ratio allows`;
  return `${counts}: ${gone > MAX_HELD ? "no card is archived" : "their cards wait for a decision"}`;
}

/** Stages the deletion of cards whose rows are gone, unless the mode retains them; it is held when they are too many. */
async function findOrphans(sync: Sync, work: Work<unknown>): Promise<void> {
  const { run, mapping } = sync;
  const { gone } = countGone(run, mapping);
  const retainsAll = mapping.sync_mode === "additive" || run.changed_since !== null;
  if (gone === 0 || retainsAll) return work.step(skipDeletionsStep, { reason: null });
  const isBeyondDecision = gone > MAX_HELD && objectionTo(sync);
  if (isBeyondDecision) return work.step(skipDeletionsStep, { reason: isBeyondDecision });
  await confirmGone(sync, work);
  const held = objectionTo(sync);
  for (let after: number | null = 0; after !== null; ) after = await work.step(stageDeletionsStep, { after, held });
}

/** Applies the staged records, unless they are left for review. @returns the reason that is shown of the run */
async function applyAll({ run, mapping }: Sync, { step, signal }: Work<unknown>): Promise<string | null> {
  let failed = 0;
  for (let isRest = run.auto_apply && !mapping.skip_staging; isRest; ) {
    signal.throwIfAborted();
    const piece = await step(applyStep, null);
    failed += piece.failed;
    isRest = piece.isRest;
  }
  const failure = failed > 0 ? `${failed} records could not be applied; each has its reason` : null;
  return [run.reason, failure].filter((part) => part !== null).join(". ") || null;
}

/**
 * Pulls a table from the run's phase and position to its end.
 * @returns the reason that is shown of the run; null for none
 * @throws Problem naming why it can't; the signal's reason when it is aborted
 */
export async function pull(work: Work<unknown>): Promise<string | null> {
  for (;;) {
    work.signal.throwIfAborted();
    const sync = requireSync(work.id, work.state());
    const { phase } = sync.state;
    if (phase === "apply") return applyAll(sync, work);
    await (phase === "orphans" ? findOrphans : readPage)(sync, work);
  }
}
