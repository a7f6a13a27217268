/** Pulls: reads a table page by page, stages what is to become of its rows, and applies it. */
import { transactionInTurn } from "../../../../db";
import { runTask } from "../../../core/threads/tasks";
import { Problem } from "../../../http/errors";
import { log } from "../../../platform/log";
import { instanceOf, patiently } from "../instance/client";
import { fetchRows, narrowed, type Selection } from "../instance/table-api";
import type { MappingWithFields } from "../mappings";
import { applyPiece, tidyRuns } from "./apply";
import { completeRun } from "./ends";
import { countGone, rowsGone, stageDeletions } from "./orphans";
import { stagePage } from "./stage";
import { type RunRow, updateRun, type Work, workOn } from "./store";

/** The selection that a mapping makes in its table; columns stand as often as they are mapped. */
export const selectionOf = ({ snow_table, fields, filter_query }: MappingWithFields): Selection => ({
  table: snow_table,
  columns: fields.map(({ snow_field }) => snow_field),
  filter: filter_query,
});

/** An instant as encoded queries have it. */
const queryInstant = (instant: string) => instant.slice(0, "2026-01-31T00:00:00".length).replace("T", " ");

/** The selection that a run makes in its table. */
function selectionFor({ changed_since }: RunRow, mapping: MappingWithFields): Selection {
  const selection = selectionOf(mapping);
  if (changed_since === null) return selection;
  return { ...selection, filter: narrowed(selection.filter, `sys_updated_on>=${queryInstant(changed_since)}`) };
}

const instanceFor = ({ connection }: Work, signal: AbortSignal) => instanceOf(connection, patiently(signal));

/** Rows that one pull reads at most, unless the configuration names another number. */
const MAX_ROWS = 500_000;
let maxRows = MAX_ROWS;

/** Sets how many rows one pull reads at most. */
export function limitPulls(rows: number): void {
  maxRows = rows;
}

/** @throws Problem when a table has more rows than a pull reads, by its own account or by what was read */
function requireBounded({ run, mapping }: Work, total: number): void {
  if (Math.max(total, run.position) < maxRows + 1) return;
  const announced = total > maxRows ? `says that it has ${total} rows` : `has answered ${run.position} rows`;
  throw new Problem(
    409,
    `The table ${mapping.snow_table} ${announced}, and a pull reads ${maxRows} at most (SYNC_MAX_ROWS): filter_query narrows it`,
  );
}

async function readPage(work: Work, owner: string, signal: AbortSignal): Promise<void> {
  const { run, mapping } = work;
  const page = await fetchRows(instanceFor(work, signal), selectionFor(run, mapping), { offset: run.position });
  requireBounded(work, page.total);
  await runTask(stagePage, { ...page, runId: run.id, owner, isPage: true });
}

/** Asks for the rows that seem to be gone, which a table that changes while it is read may have hidden; stages those it finds. */
async function confirmGone(work: Work, owner: string, signal: AbortSignal): Promise<void> {
  const { run, mapping } = work;
  const selection = selectionOf(mapping);
  for (let after = 0; ; ) {
    const gone = rowsGone(run, mapping, after);
    const last = gone.at(-1);
    if (!last) return;
    const condition = `sys_idIN${gone.map(({ snow_sys_id }) => snow_sys_id).join(",")}`;
    const asked = { ...selection, filter: narrowed(selection.filter, condition) };
    const page = await fetchRows(instanceFor(work, signal), asked, { limit: gone.length });
    await runTask(stagePage, { ...page, runId: run.id, owner, isPage: false });
    after = last.seq;
  }
}

/** Stages the deletion of cards whose rows are gone, unless the mode keeps them or they are too many. */
async function findOrphans(work: Work, owner: string, signal: AbortSignal): Promise<void> {
  const { run, mapping } = work;
  const { gone, all } = countGone(run, mapping);
  const keepsAll = mapping.sync_mode === "additive" || run.changed_since !== null;
  const areTooMany = gone > all * mapping.max_deletion_ratio;
  if (gone === 0 || keepsAll || areTooMany) {
    const reason = `${gone} of ${all} linked rows are gone, which is more than max_deletion_ratio allows: no card is archived`;
    const isBlocked = areTooMany && !keepsAll;
    if (isBlocked) log.warn({ run: run.id, gone, all }, "a pull archives no cards, because too many rows are gone");
    await transactionInTurn(() => updateRun(work, { phase: "apply", ...(isBlocked && { reason }) }));
    return;
  }
  await confirmGone(work, owner, signal);
  for (let after: number | null = 0; after !== null; )
    after = await runTask(stageDeletions, { runId: run.id, owner, after });
}

/** Applies what is staged, unless it is left for review, and ends the run. */
async function finish({ run, mapping, actor }: Work, owner: string, signal: AbortSignal): Promise<void> {
  let failed = 0;
  for (let isRest = run.auto_apply && !mapping.skip_staging; isRest; ) {
    signal.throwIfAborted();
    const piece = await runTask(applyPiece, { runId: run.id, owner });
    failed += piece.failed;
    isRest = piece.isRest;
  }
  const failure = failed > 0 ? `${failed} records could not be applied; each has its reason` : null;
  const reason = [run.reason, failure].filter((part) => part !== null).join(". ");
  await runTask(tidyRuns, { mappingId: mapping.id });
  await transactionInTurn(() => completeRun(actor, run.id, reason || null));
}

/**
 * Carries a pull on to its end, from where it stands.
 * @throws Problem naming why it can't; the signal's reason when it is aborted
 */
export async function pull(runId: string, owner: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const work = workOn(runId, owner);
    if (work.run.phase === "read") await readPage(work, owner, signal);
    else if (work.run.phase === "orphans") await findOrphans(work, owner, signal);
    else return finish(work, owner, signal);
  }
}
