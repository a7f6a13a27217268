/** The steps of a transfer: staging the rows of its bundle, rehearsing them on a copy of the database, and applying them in slices. */
import { transaction } from "../../../db";
import { onCopy } from "../../../db/client";
import type { Actor } from "../../core/access/actor";
import { type Author, publish } from "../../core/journal/journal";
import { actorOf, type StepRun } from "../../core/runs/step";
import type { AssetReader } from "../../core/sheets/sheet";
import { Problem } from "../../http/errors";
import { UnreadableFile } from "../../platform/archive/source";
import { now } from "../../platform/clock";
import { FORMAT } from "./bundle/format";
import { openBundle } from "./import/bundle";
import { reportOf } from "./import/report";
import { applySlice, newProgress, type Progress } from "./import/slices";
import { openStagedRows, type StagedRows, stageRows } from "./import/staging";
import type { Report } from "./model";
import { eventDataOf, files, findRow, requireRow, type TransferRow, updateRow } from "./rows";

/** Characters of the reason of a failure. */
const MAX_MESSAGE = 1_000;

/** Notes that a transfer has failed; part of the running transaction. Publishes `workspace.failed`. */
function markFailed(author: Author, transfer: TransferRow, reason: string): void {
  const error_message = reason.slice(0, MAX_MESSAGE).toWellFormed();
  updateRow(transfer.id, { status: "failed", error_message });
  publish(author, { type: "workspace.failed", data: { ...eventDataOf(transfer), reason: error_message } });
}

/** Fails a transfer that is being previewed or applied; part of the running transaction. Publishes `workspace.failed`. */
export function failTransfer(author: Author, id: string, reason: string): void {
  const transfer = findRow(id);
  if (transfer?.status === "parsing" || transfer?.status === "applying") markFailed(author, transfer, reason);
}

/** The format of a bundle, and the address of the installation that it comes from. */
export type Origin = { formatVersion: string; sourceUrl: string | null };

/** Notes the origin of a transfer's bundle; part of the running transaction. */
export const noteOrigin = (id: string, { formatVersion, sourceUrl }: Origin): void =>
  updateRow(id, { format_version: formatVersion.slice(0, 16), source_url: sourceUrl });

/** @throws Problem 422 for a bundle of another format */
export function requireFormat({ formatVersion }: Origin): void {
  if (formatVersion !== FORMAT)
    throw new Problem(422, `Unsupported bundle format '${formatVersion}' (expected '${FORMAT}')`);
}

/** Returns the assets of a transfer's bundle, which is opened with the first of them. */
function assetsOf(transfer: TransferRow): AssetReader {
  let opened: AssetReader | undefined;
  const assets = () => {
    opened ??= openBundle(files.open(transfer)).assets;
    return opened;
  };
  return {
    has: (path) => assets().has(path),
    text: (path) => assets().text(path),
    read: (path, receive) => assets().read(path, receive),
  };
}

/** @throws Problem 422 instead of `UnreadableFile` */
function readable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof UnreadableFile ? new Problem(422, error.message) : error;
  }
}

/**
 * Stages the rows of a transfer's bundle, unless its format is another. It reads the database only, and writes a scratch file.
 * @param most the number of rows that it may have
 * @throws Problem 404, 422 when the bundle can't be read, or has more rows
 */
export function stage(id: string, most = Number.POSITIVE_INFINITY): Origin {
  return readable(() => {
    const bundle = openBundle(files.open(requireRow(id)));
    const { formatVersion, sourceUrl } = bundle;
    if (formatVersion === FORMAT) stageRows(id, bundle, most);
    return { formatVersion, sourceUrl };
  });
}

/** Runs work with the staged rows of a transfer. */
export function withStagedRows<T>(id: string, work: (rows: StagedRows) => T): T {
  const rows = openStagedRows(id);
  try {
    return readable(() => work(rows));
  } finally {
    rows.close();
  }
}

/** The way in which staged rows are applied: as a rehearsal, and as a change of a scenario. */
type Applying = { isDryRun: boolean; isPlanned: boolean };

/** Applies all staged rows to the open database, slice by slice, each in a transaction of its own or as part of the running one. */
export function applyAll(
  actor: Actor,
  transfer: TransferRow,
  rows: StagedRows,
  { isDryRun, isPlanned }: Applying,
): Report {
  const assets = assetsOf(transfer);
  let progress = newProgress();
  for (let next: Progress | undefined = progress; next; ) {
    progress = next;
    next = transaction(() => applySlice(actor, rows, assets, progress, isPlanned));
  }
  return reportOf(progress.sections, isDryRun);
}

/**
 * Returns the report of what applying a transfer would do: its staged rows are applied to a copy of the database, so that
 * nobody waits.
 * @throws Problem 404, 422
 */
export function rehearseStaged({ id, actor }: { id: string; actor: Actor }): Report {
  const transfer = requireRow(id);
  return withStagedRows(id, (rows) =>
    onCopy(`copy-${id}`, () => applyAll(actor, transfer, rows, { isDryRun: true, isPlanned: false })),
  );
}

/** Stores the report of a preview; part of the running transaction. Publishes `workspace.previewed`. */
export function completePreview(actor: Actor, id: string, report: Report): void {
  const transfer = findRow(id);
  if (transfer?.status !== "parsing") return;
  updateRow(id, { status: "previewed", diff: JSON.stringify(report), previewed_at: now() });
  publish(actor, { type: "workspace.previewed", data: eventDataOf(transfer) });
}

/**
 * Applies the next slice of a transfer, as a step of its run, which stores the position. All slices join one batch.
 * @returns whether there may be more
 * @throws Problem 422
 */
export function applyNext(id: string, run: StepRun): boolean {
  const transfer = findRow(id);
  if (transfer?.status !== "applying") return false;
  const actor = actorOf(run);
  const before = (run.progress as Progress | null) ?? newProgress();
  const after = withStagedRows(id, (rows) => applySlice(actor, rows, assetsOf(transfer), before));
  if (after) run.progress = after;
  return after !== undefined;
}

/** Notes what applying a transfer has done; part of the running transaction. Publishes `workspace.applied`, and perhaps `workspace.failed`. */
export function noteApplied(actor: Actor, id: string, report: Report): void {
  const transfer = requireRow(id);
  const { totals } = report;
  updateRow(id, { status: "applied", result: JSON.stringify(report), applied_at: now(), error_message: null });
  publish(actor, { type: "workspace.applied", data: { ...eventDataOf(transfer), totals } });
  if (totals.failed > 0) markFailed(actor, transfer, `${totals.failed} section error(s) — see result`);
}

/** Ends applying, once all rows are, as the last step of its run. Publishes `workspace.applied`, and perhaps `workspace.failed`. */
export function completeApplying(id: string, run: StepRun): void {
  run.isComplete = true;
  if (findRow(id)?.status !== "applying") return;
  noteApplied(actorOf(run), id, reportOf(((run.progress as Progress | null) ?? newProgress()).sections, false));
}
