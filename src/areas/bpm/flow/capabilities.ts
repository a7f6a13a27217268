/** The rules of who may do what with the flow of a process. */
import { statement } from "../../../../db";
import { type Actor, may, mayAsStakeholder, mayOnCard, stakeholderGrants } from "../../../core/access/actor";
import { forbidden } from "../../../http/errors";
import { type Process, requireProcess } from "../processes";

const capabilities = {
  can_view_drafts: (actor: Actor, processId: string) =>
    may(actor, "bpm.view") || mayAsStakeholder(actor, "card.view", processId),
  can_edit_draft: (actor: Actor, processId: string) => mayOnCard(actor, "card.bpm_manage_drafts", processId),
  can_approve: (actor: Actor, processId: string) => mayOnCard(actor, "card.bpm_approve", processId),
};
type Capability = keyof typeof capabilities;

/** Returns the actor's capabilities for the flow of a process. @throws Problem 404 */
export function capabilitiesOf(actor: Actor, processId: string): Record<Capability, boolean> {
  requireProcess(processId);
  const { can_view_drafts, can_edit_draft, can_approve } = capabilities;
  return {
    can_view_drafts: can_view_drafts(actor, processId),
    can_edit_draft: can_edit_draft(actor, processId),
    can_approve: can_approve(actor, processId),
  };
}

/** Refuses an actor who lacks a capability for the flow of a process. @throws Problem 403 */
export function requireCapability(actor: Actor, capability: Capability, processId: string): void {
  if (!capabilities[capability](actor, processId)) throw forbidden("Not enough permissions");
}

/** Finds the process, for an actor who has a capability for its flow. @throws Problem 404, 403 */
export function requireProcessFor(actor: Actor, capability: Capability, processId: string): Process {
  const process = requireProcess(processId);
  requireCapability(actor, capability, processId);
  return process;
}

/** Checks whether an active user other than this one may approve the flow of a process as its stakeholder. */
export const hasOtherApprover = (processId: string, userId: string): boolean =>
  statement<{ role: string; type: string }, [string, string]>(
    `SELECT DISTINCT s.role, c.type FROM stakeholders s JOIN cards c ON c.id = s.card_id
     JOIN users u ON u.id = s.user_id AND u.is_active = 1 WHERE s.card_id = ? AND s.user_id <> ?`,
  )
    .all(processId, userId)
    .some((stakeholder) => stakeholderGrants(stakeholder, "card.bpm_approve"));
