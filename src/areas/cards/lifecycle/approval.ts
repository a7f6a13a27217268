/** Approving cards, rejecting them, and starting over. */
import { transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { publish } from "../../../core/journal/journal";
import { refused } from "../../../http/errors";
import { nowAfter } from "../../../platform/clock";
import { missingMandatory } from "../mandatory";
import { cardRow, updateCard } from "../rows";

/** Each action leads to its state from any other. BROKEN is reached only by changing what was approved. */
const outcome = { approve: "APPROVED", reject: "REJECTED", reset: "DRAFT" } as const;

export type ApprovalAction = keyof typeof outcome;

/**
 * Sets the approval of a card.
 * @returns the new approval status
 * @throws Problem 404; 400 naming what is missing when a card is to be approved that lacks mandatory relations or tags
 */
export function setApproval(actor: Actor, id: string, action: ApprovalAction): (typeof outcome)[ApprovalAction] {
  return transaction(() => {
    const card = cardRow(id);
    if (action === "approve") {
      const missing = missingMandatory(card);
      if (missing.relations.length > 0 || missing.tagGroups.length > 0)
        throw refused({
          code: "approval_blocked_mandatory_missing",
          missing_relations: missing.relations,
          missing_tag_groups: missing.tagGroups,
        });
    }
    const approval_status = outcome[action];
    updateCard(card.seq, { approval_status, updated_at: nowAfter(card.updated_at) });
    publish(actor, { type: `card.approval_status.${action}`, cardId: id, data: { id, approval_status } });
    return approval_status;
  });
}
