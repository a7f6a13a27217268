/** Flows at a glance: the versions of one process with what somebody may do with them, and the states of all processes. */
import { statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { capabilitiesOf, requireProcessFor } from "./capabilities";
import type { FlowHead, FlowOfProcess, FlowsQuery, ProcessFlow } from "./model";
import { objectionToOwn } from "./review";

/** Versions that one answer holds. */
const MAX_VERSIONS = 1_000;

type Row = Omit<FlowHead, "rejection" | "may_approve" | "may_reject" | "may_withdraw" | "objection"> & {
  rejected_by_name: string | null;
  rejected_at: string | null;
  rejection_reason: string | null;
};

const HEADS = `SELECT v.id, v.status, v.revision, v.created_by, c.display_name AS created_by_name, v.created_at,
  v.submitted_by, s.display_name AS submitted_by_name, v.submitted_at, v.approved_by,
  a.display_name AS approved_by_name, v.approved_at, v.archived_at, v.based_on_id,
  r.display_name AS rejected_by_name, v.rejected_at, v.rejection_reason
  FROM process_flow_versions v LEFT JOIN users c ON c.id = v.created_by LEFT JOIN users s ON s.id = v.submitted_by
  LEFT JOIN users a ON a.id = v.approved_by LEFT JOIN users r ON r.id = v.rejected_by
  WHERE v.process_id = ? ORDER BY v.revision DESC LIMIT ${MAX_VERSIONS}`;

/**
 * Returns the versions of the flow of a process, the latest first, and what the actor may do with each.
 * @throws Problem 404, 403
 */
export function processFlow(actor: Actor, processId: string): ProcessFlow {
  requireProcessFor(actor, "can_view_drafts", processId);
  const capabilities = capabilitiesOf(actor, processId);
  const rows = statement<Row, [string]>(HEADS).all(processId);
  const versions = rows.map(({ rejected_by_name: by, rejected_at: at, rejection_reason: reason, ...row }): FlowHead => {
    const isPending = row.status === "pending";
    const mayDecide = isPending && capabilities.can_approve;
    const objection = mayDecide ? objectionToOwn(actor, { process_id: processId, ...row }) : undefined;
    return {
      ...row,
      rejection: row.status === "draft" && at !== null ? { by, at, reason } : null,
      may_approve: mayDecide && objection === undefined,
      may_reject: mayDecide,
      may_withdraw: isPending && capabilities.can_edit_draft,
      objection: objection ?? null,
    };
  });
  return { ...capabilities, versions };
}

/** The kinds of element that are work, and may be supported by an application. */
const TASKS = `'task', 'userTask', 'serviceTask', 'scriptTask', 'businessRuleTask', 'sendTask', 'receiveTask',
  'manualTask', 'callActivity', 'subProcess'`;

/** Lists the active processes with the states of their flows, by name. */
export function listFlows({ state, search = "" }: FlowsQuery): FlowOfProcess[] {
  return statement<FlowOfProcess, [string, string, string]>(
    `WITH waiting AS MATERIALIZED (
       SELECT process_id, count(*) FILTER (WHERE status = 'draft') AS drafts,
         count(*) FILTER (WHERE status = 'pending') AS pending, min(submitted_at) AS submitted_at
       FROM process_flow_versions WHERE status IN ('draft', 'pending') GROUP BY process_id),
     work AS MATERIALIZED (
       SELECT process_id, count(*) AS elements, count(*) FILTER (WHERE element_type IN (${TASKS})) AS tasks,
         count(*) FILTER (WHERE element_type IN (${TASKS}) AND application_id IS NULL) AS bare
       FROM process_elements GROUP BY process_id)
     SELECT c.id AS process_id, c.name, p.revision, p.approved_at, u.display_name AS approved_by_name,
       coalesce(w.drafts, 0) AS drafts, coalesce(w.pending, 0) AS pending, w.submitted_at,
       coalesce(e.elements, 0) AS elements, coalesce(e.tasks, 0) AS tasks,
       coalesce(e.bare, 0) AS tasks_without_application
     FROM cards c LEFT JOIN process_flow_versions p ON p.process_id = c.id AND p.status = 'published'
     LEFT JOIN users u ON u.id = p.approved_by LEFT JOIN waiting w ON w.process_id = c.id
     LEFT JOIN work e ON e.process_id = c.id
     WHERE c.type = 'BusinessProcess' AND c.status = 'ACTIVE' AND (? = '' OR instr(lower(c.name), lower(?)) > 0)
       AND CASE ? WHEN 'published' THEN p.revision IS NOT NULL WHEN 'draft' THEN coalesce(w.drafts, 0) > 0
         WHEN 'pending' THEN coalesce(w.pending, 0) > 0
         WHEN 'none' THEN p.revision IS NULL AND w.process_id IS NULL ELSE 1 END
     ORDER BY c.name, c.seq`,
  ).all(search, search, state ?? "");
}
