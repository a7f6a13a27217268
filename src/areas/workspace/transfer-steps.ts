/** The steps of a transfer: its bundle is previewed or applied, each as part of the running transaction. */
import { rehearse } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { type Author, publish } from "../../core/journal/journal";
import { actorOf, type StepRun } from "../../core/runs/step";
import { now } from "../../platform/clock";
import { FORMAT } from "./bundle/sheets";
import { applyBundle } from "./import/apply";
import { type Bundle, openBundle } from "./import/bundle";
import { eventDataOf, files, findRow, type TransferRow, updateRow } from "./rows";

const LONGEST_MESSAGE = 1_000;

/** Opens the bundle of a transfer, and writes down where it comes from. @throws UnreadableFile */
function openBundleOf(transfer: TransferRow): Bundle {
  const bundle = openBundle(files.open(transfer));
  const { formatVersion: format_version, sourceUrl: source_url } = bundle;
  updateRow(transfer.id, { format_version: format_version.slice(0, 16), source_url });
  return bundle;
}

/** Writes down that a transfer has failed. Publishes `workspace.failed`. */
function markFailed(author: Author, transfer: TransferRow, reason: string): void {
  const error_message = reason.slice(0, LONGEST_MESSAGE).toWellFormed();
  updateRow(transfer.id, { status: "failed", error_message });
  publish(author, { type: "workspace.failed", data: { ...eventDataOf(transfer), reason: error_message } });
}

/** Fails a transfer that is being previewed or applied. Publishes `workspace.failed`. */
export function failTransfer(author: Author, id: string, reason: string): void {
  const transfer = findRow(id);
  if (transfer?.status === "parsing" || transfer?.status === "applying") markFailed(author, transfer, reason);
}

/** Does something with the bundle of a transfer of a status, if there still is one of a known format. @throws UnreadableFile */
function withBundle(
  id: string,
  run: StepRun,
  status: TransferRow["status"],
  work: (actor: Actor, transfer: TransferRow, bundle: Bundle) => void,
): void {
  const transfer = findRow(id);
  if (transfer?.status !== status) return;
  const actor = actorOf(run);
  const bundle = openBundleOf(transfer);
  const { formatVersion } = bundle;
  if (formatVersion === FORMAT) work(actor, transfer, bundle);
  else markFailed(actor, transfer, `Unsupported bundle format '${formatVersion}' (expected '${FORMAT}')`);
}

/** Previews a transfer: stores the changes that applying it would make. Publishes `workspace.previewed`. @throws UnreadableFile */
export const previewTransfer = (id: string, run: StepRun): void =>
  withBundle(id, run, "parsing", (actor, transfer, bundle) => {
    const diff = JSON.stringify(rehearse(() => applyBundle(actor, bundle, true)));
    updateRow(id, { status: "previewed", diff, previewed_at: now() });
    publish(actor, { type: "workspace.previewed", data: eventDataOf(transfer) });
  });

/**
 * Applies a transfer. Sections that fail are reported, and everything else is applied. Publishes `workspace.applied`.
 * @throws UnreadableFile
 */
export const applyTransfer = (id: string, run: StepRun): void =>
  withBundle(id, run, "applying", (actor, transfer, bundle) => {
    const report = applyBundle(actor, bundle, false);
    const { totals } = report;
    updateRow(id, { status: "applied", result: JSON.stringify(report), applied_at: now(), error_message: null });
    publish(actor, { type: "workspace.applied", data: { ...eventDataOf(transfer), totals } });
    if (totals.failed > 0) markFailed(actor, transfer, `${totals.failed} section error(s) — see result`);
  });
