/** Transfers: they are shown, applied and deleted. */
import { transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { enqueue } from "../../core/runs/runs";
import { refused } from "../../http/errors";
import type { Transfer } from "./model";
import { deleteRow, eventDataOf, listRows, requireRow, serializeTransfer, type TransferRow, updateRow } from "./rows";
import { applying } from "./runs";

/** Lists the transfers, newest first. */
export const listTransfers = (): Transfer[] => listRows().map(serializeTransfer);

/** Finds a transfer. @throws Problem 404 */
export const requireTransfer = (id: string): Transfer => serializeTransfer(requireRow(id));

const canBeApplied = ({ status }: TransferRow) => status === "previewed" || status === "failed" || status === "applied";

/**
 * Makes a transfer one that is being applied; part of the running transaction. Publishes `workspace.started`.
 * @throws Problem 404; 400 while it is being previewed or applied
 */
export function beginApplying(actor: Actor, id: string): void {
  const transfer = requireRow(id);
  if (!canBeApplied(transfer)) throw refused(`The transfer can't be applied while it is ${transfer.status}`);
  updateRow(id, { status: "applying", applied_by: actor.userId });
  publish(actor, { type: "workspace.started", data: eventDataOf(transfer) });
}

/**
 * Enqueues the run that applies a transfer, also once more. Publishes `workspace.started`.
 * @throws Problem 404; 400 while it is being previewed or applied
 */
export function startApplying(actor: Actor, id: string): Transfer {
  return transaction(() => {
    beginApplying(actor, id);
    enqueue(applying, { id }, actor);
    return requireTransfer(id);
  });
}

/** Deletes a transfer; what was applied of it stays. Publishes `workspace.deleted`. @throws Problem 404 */
export function deleteTransfer(actor: Actor, id: string): void {
  transaction(() => {
    const transfer = requireRow(id);
    deleteRow(id);
    publish(actor, { type: "workspace.deleted", data: eventDataOf(transfer) });
  });
}
