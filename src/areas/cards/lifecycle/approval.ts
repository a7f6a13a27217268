/** The approval of cards: setting it, and breaking it by a change of what was approved. */
import { inList, listOf, statement, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { publish } from "../../../core/journal/journal";
import { refused } from "../../../http/errors";
import { nowAfter } from "../../../platform/clock";
import { type CardRow, requireCard, updateColumns } from "../repository";
import { missingRequirements } from "../requirements";

type Approvable = Pick<CardRow, "approval_status">;

/** The fields whose change breaks an approval. */
const approvedFields: ReadonlySet<string> = new Set([
  "name",
  "description",
  "lifecycle",
  "attributes",
  "subtype",
  "alias",
  "parent_id",
]);

const breaksApproval = (card: Approvable, fields: readonly string[]) =>
  card.approval_status === "APPROVED" && fields.some((field) => approvedFields.has(field));

/** Returns the approval status of a card after a change of some fields. */
export const approvalAfter = (card: Approvable, fields: readonly string[]): string =>
  breaksApproval(card, fields) ? "BROKEN" : card.approval_status;

/**
 * Returns the approval status of a card of which some fields are changed back: broken, unless it is again exactly what was approved.
 * @param undo what the event of the change stored for its rollback
 * @param isWhole whether all is changed back, and nobody has changed it since
 */
export function approvalAfterUndo(
  card: Approvable,
  fields: readonly string[],
  undo: Record<string, unknown> | null,
  isWhole: boolean,
): string {
  const isBroken = card.approval_status === "BROKEN" || card.approval_status === "APPROVED";
  return isWhole && isBroken && undo?.["approval_status"] === "APPROVED" ? "APPROVED" : approvalAfter(card, fields);
}

/** Breaks the approvals among cards of which an approved field has changed. Others aren't written: that takes as long as the change. */
export function breakApprovals(cards: readonly Pick<CardRow, "id" | "approval_status">[]): void {
  const approved = cards.filter(({ approval_status }) => approval_status === "APPROVED").map(({ id }) => id);
  if (approved.length > 0)
    statement(`UPDATE cards SET approval_status = 'BROKEN' WHERE ${inList("id")}`).run(listOf(approved));
}

/** Returns the data that a rollback needs of a change that breaks an approval; undefined for other changes. */
export const approvalUndo = (card: Approvable, fields: readonly string[]): Approvable | undefined =>
  breaksApproval(card, fields) ? { approval_status: card.approval_status } : undefined;

/** Action → the status it sets, from any other. */
const outcome = { approve: "APPROVED", reject: "REJECTED", reset: "DRAFT" } as const;

/**
 * Sets the approval status of a card.
 * @returns the new status
 * @throws Problem 404; 400 with the mandatory relations and tag groups that a card to be approved lacks
 */
export function setApproval<Action extends keyof typeof outcome>(
  actor: Actor,
  id: string,
  action: Action,
): (typeof outcome)[Action] {
  return transaction(() => {
    const card = requireCard(id);
    const missing = action === "approve" ? missingRequirements(card) : undefined;
    if (missing) throw refused({ code: "approval_blocked_mandatory_missing", ...missing });
    const approval_status = outcome[action];
    updateColumns(card.seq, { approval_status, updated_at: nowAfter(card.updated_at) });
    publish(actor, {
      type: `card.approval_status.${action}`,
      cardId: id,
      data: { id, approval_status },
      undo: { approval_status: card.approval_status },
    });
    return approval_status;
  });
}
