/** The review of a flow: a draft is submitted, and approved or rejected by the owners of the process. */
import { largeTransaction, statement, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { publish } from "../../../core/journal/journal";
import { generalSettings } from "../../../core/settings/general";
import { forbidden } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { readStored } from "../bpmn/read";
import { linksOfProcess, parseLinks, storedLinks } from "../elements/links";
import { applyLinks, mergeElements } from "../elements/merge";
import { createRelationsOfElements } from "../elements/relations";
import type { Process } from "../processes";
import { hasOtherApprover, requireProcessFor } from "./capabilities";
import { completeRequests, notifyApproved, notifyRejected, requestApproval } from "./requests";
import { requireStatus, requireVersionRow, textsOf, updateVersion, type VersionRow } from "./versions";

const about = ({ name }: Process, { id, revision }: VersionRow) => ({ id, process_name: name, revision });

/**
 * Submits a draft: the owners of the process are asked for their approval. Publishes `process_flow.submitted`.
 * @throws Problem 404, 403, 400 when it is no draft
 */
export function submitDraft(actor: Actor, processId: string, id: string): void {
  transaction(() => {
    const process = requireProcessFor(actor, "can_edit_draft", processId);
    requireStatus(requireVersionRow(processId, id), "draft");
    const version = updateVersion(id, {
      ...{ status: "pending", submitted_by: actor.userId, submitted_at: now() },
      ...{ rejected_by: null, rejected_at: null, rejection_reason: null },
    });
    requestApproval(actor, process, version);
    publish(actor, {
      type: "process_flow.submitted",
      cardId: processId,
      data: { ...about(process, version), submitted_by: actor.displayName },
    });
  });
}

/** Returns why an actor must not approve a version that they have submitted; undefined when they may. */
export function objectionToOwn(
  actor: Actor,
  { process_id, submitted_by }: Pick<VersionRow, "process_id" | "submitted_by">,
): string | undefined {
  if (submitted_by !== actor.userId) return undefined;
  if (generalSettings().bpmSecondApprover)
    return "The settings ask for a second approver: somebody else must approve what you have submitted";
  if (hasOtherApprover(process_id, actor.userId))
    return "Another owner of the process must approve what you have submitted";
  return undefined;
}

/**
 * Refuses that somebody approves what they have submitted, while another owner could, or when the settings ask for a second
 * approver.
 * @throws Problem 403
 */
function refuseOwn(actor: Actor, version: VersionRow): void {
  const objection = objectionToOwn(actor, version);
  if (objection) throw forbidden(objection);
}

/** Archives the published version of a process, with the links that its elements have. */
function archivePublished(processId: string, at: string): void {
  const published = statement<{ id: string }, [string]>(
    "SELECT id FROM process_flow_versions WHERE process_id = ? AND status = 'published'",
  ).all(processId);
  if (published.length === 0) return;
  const archived_element_links = storedLinks(linksOfProcess(processId)) ?? {};
  for (const { id } of published) updateVersion(id, { status: "archived", archived_at: at, archived_element_links });
}

/** Makes the elements of a process those of a version, with its links and the relations that follow. */
function publishElements(actor: Actor, process: Process, version: VersionRow): void {
  const { bpmn_xml } = textsOf(version);
  if (bpmn_xml === "") return;
  mergeElements(process.id, readStored(bpmn_xml));
  applyLinks(process.id, parseLinks(version.draft_element_links));
  createRelationsOfElements(actor, process);
}

/**
 * Approves a version: it is published, the one before is archived, and its elements become those of the process. Publishes
 * `process_flow.approved`.
 * @throws Problem 404, 403, 400 when it isn't pending, 422 naming line and reason when its BPMN can't be read
 */
export function approveVersion(actor: Actor, processId: string, id: string): void {
  largeTransaction(() => {
    const process = requireProcessFor(actor, "can_approve", processId);
    const submitted = requireVersionRow(processId, id);
    requireStatus(submitted, "pending");
    refuseOwn(actor, submitted);
    const at = now();
    archivePublished(processId, at);
    const version = updateVersion(id, { status: "published", approved_by: actor.userId, approved_at: at });
    publishElements(actor, process, version);
    completeRequests(actor, version);
    notifyApproved(actor, process, version);
    publish(actor, {
      type: "process_flow.approved",
      cardId: processId,
      data: { ...about(process, version), approved_by: actor.displayName },
    });
  });
}

/**
 * Withdraws a version that waits for its approval: it is a draft again, and nobody is asked any more. Publishes
 * `process_flow.withdrawn`.
 * @throws Problem 404, 403, 400 when it isn't pending
 */
export function withdrawVersion(actor: Actor, processId: string, id: string): void {
  transaction(() => {
    const process = requireProcessFor(actor, "can_edit_draft", processId);
    requireStatus(requireVersionRow(processId, id), "pending");
    const version = updateVersion(id, { status: "draft", submitted_by: null, submitted_at: null });
    completeRequests(actor, version);
    publish(actor, {
      type: "process_flow.withdrawn",
      cardId: processId,
      data: { ...about(process, version), withdrawn_by: actor.displayName },
    });
  });
}

/**
 * Rejects a version, which becomes a draft again. Publishes `process_flow.rejected`.
 * @param reason null when none is given
 * @throws Problem 404, 403, 400 when it isn't pending
 */
export function rejectVersion(actor: Actor, processId: string, id: string, reason: string | null): void {
  transaction(() => {
    const process = requireProcessFor(actor, "can_approve", processId);
    requireStatus(requireVersionRow(processId, id), "pending");
    const version = updateVersion(id, {
      ...{ status: "draft", submitted_by: null, submitted_at: null },
      ...{ rejected_by: actor.userId, rejected_at: now(), rejection_reason: reason },
    });
    completeRequests(actor, version);
    notifyRejected(actor, process, version);
    publish(actor, {
      type: "process_flow.rejected",
      cardId: processId,
      data: { ...about(process, version), rejected_by: actor.displayName, reason },
    });
  });
}
