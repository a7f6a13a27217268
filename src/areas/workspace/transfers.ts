/** Transfers: what may be done with them, and how they end. */
import { rehearse, transaction } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { delegateOf } from "../../core/access/delegate";
import { type Author, program, publish } from "../../core/journal/journal";
import { Problem, refused } from "../../http/errors";
import { UnreadableFile } from "../../platform/archive/source";
import { now } from "../../platform/clock";
import { FORMAT } from "./bundle/sheets";
import { applyBundle } from "./import/apply";
import { type Bundle, openBundle } from "./import/bundle";
import type { Transfer } from "./model";
import { deleteRow, files, findRow, requireRow, serializeTransfer, type TransferRow, updateRow } from "./rows";

const LONGEST_MESSAGE = 1_000;

/** What every event says of its transfer. */
export const named = ({ id, filename }: Pick<TransferRow, "id" | "filename">) => ({ id, name: filename });

/** A transfer. @throws Problem 404 */
export const requireTransfer = (id: string): Transfer => serializeTransfer(requireRow(id));

const canBeApplied = ({ status }: TransferRow) => status === "previewed" || status === "failed" || status === "applied";

/**
 * Begins to apply a transfer, also once more. Publishes `workspace.started`. The caller lets the work begin.
 * @throws Problem 404; 400 while it is being previewed or applied
 */
export function startApplying(actor: Actor, id: string): Transfer {
  return transaction(() => {
    const transfer = requireRow(id);
    if (!canBeApplied(transfer)) throw refused(`The transfer can't be applied while it is ${transfer.status}`);
    updateRow(id, { status: "applying", applied_by: actor.userId, applied_as: actor.impersonatedRole ?? null });
    publish(actor, { type: "workspace.started", data: named(transfer) });
    return requireTransfer(id);
  });
}

/** Deletes a transfer; what was applied of it stays. Publishes `workspace.deleted`. @throws Problem 404 */
export function deleteTransfer(actor: Actor, id: string): void {
  transaction(() => {
    const transfer = requireRow(id);
    deleteRow(id);
    publish(actor, { type: "workspace.deleted", data: named(transfer) });
  });
}

/** Whoever is behind what is done with a transfer now; undefined when they may no longer. */
export function ownerOf(transfer: TransferRow): Actor | undefined {
  const { id, status, created_by, created_as, applied_by, applied_as } = transfer;
  const isApplied = status === "applying";
  const actor = isApplied ? delegateOf(applied_by, applied_as) : delegateOf(created_by, created_as);
  if (!actor || !may(actor, "admin.import_workspace")) return undefined;
  return { ...actor, operation: `POST /api/v1/admin/workspace/import${isApplied ? `/${id}/apply` : ""}` };
}

/** @throws Problem 403 */
function requireOwner(transfer: TransferRow): Actor {
  const owner = ownerOf(transfer);
  if (!owner) throw new Problem(403, "Whoever asked for it may no longer import workspaces");
  return owner;
}

/** Opens the bundle of a transfer, and notes where it comes from. @throws UnreadableFile */
function openBundleOf(transfer: TransferRow): Bundle {
  const bundle = openBundle(files.open(transfer));
  const { formatVersion: format_version, sourceUrl: source_url } = bundle;
  updateRow(transfer.id, { format_version: format_version.slice(0, 16), source_url });
  return bundle;
}

/** Ends work with the reason of its failure; part of the running transaction. Publishes `workspace.failed`. */
export function failTransfer(transfer: TransferRow, reason: string): void {
  const error_message = reason.slice(0, LONGEST_MESSAGE).toWellFormed();
  const author: Author = ownerOf(transfer) ?? program("workspace");
  updateRow(transfer.id, { status: "failed", error_message });
  publish(author, { type: "workspace.failed", data: { ...named(transfer), reason: error_message } });
}

/** Tells what applying a bundle would do. */
function preview(owner: Actor, transfer: TransferRow, bundle: Bundle): void {
  const diff = JSON.stringify(rehearse(() => applyBundle(owner, bundle, true)));
  updateRow(transfer.id, { status: "previewed", diff, previewed_at: now() });
  publish(owner, { type: "workspace.previewed", data: named(transfer) });
}

/** Applies a bundle. What has failed of it is told, and everything else is kept. */
function apply(owner: Actor, transfer: TransferRow, bundle: Bundle): void {
  const report = applyBundle(owner, bundle, false);
  const { totals } = report;
  updateRow(transfer.id, { status: "applied", result: JSON.stringify(report), applied_at: now(), error_message: null });
  publish(owner, { type: "workspace.applied", data: { ...named(transfer), totals } });
  if (totals.failed > 0) failTransfer(transfer, `${totals.failed} section error(s) — see result`);
}

/** Previews or applies a transfer. @throws Problem 403, UnreadableFile */
function work(transfer: TransferRow): void {
  const owner = requireOwner(transfer);
  const bundle = openBundleOf(transfer);
  const { formatVersion } = bundle;
  if (formatVersion !== FORMAT)
    failTransfer(transfer, `Unsupported bundle format '${formatVersion}' (expected '${FORMAT}')`);
  else (transfer.status === "parsing" ? preview : apply)(owner, transfer, bundle);
}

/**
 * Does what a transfer waits for, as part of the running transaction; nothing when it is gone or waits for nothing.
 * @throws Problem 422 for a bundle that can't be read, 403 when whoever asked for it may no longer
 */
export function advance(id: string): void {
  const transfer = findRow(id);
  if (transfer?.status !== "parsing" && transfer?.status !== "applying") return;
  try {
    work(transfer);
  } catch (error) {
    throw error instanceof UnreadableFile ? new Problem(422, error.message) : error;
  }
}
