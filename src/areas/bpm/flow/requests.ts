/** Requests for the approval of a version: the todos that they make, and who is notified of their outcome. */
import { allValues, inList, listOf, statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { type Notice, notify } from "../../../core/notify/notify";
import { completeTodosWithIds, createSystemTodos } from "../../todos";
import { cardsOf, parseLinks } from "../elements/links";
import type { Process } from "../processes";
import type { VersionRow } from "./versions";

/** Returns a page of the front end. */
const pageOf = (process: Process, page: "drafts" | "published") =>
  `/cards/${process.id}?tab=process-flow&subtab=${page}`;

const ownersOf = (processId: string): string[] =>
  allValues<string>(
    "SELECT DISTINCT user_id FROM stakeholders WHERE card_id = ? AND role = 'process_owner' ORDER BY user_id",
    processId,
  );

const send = (actor: Actor, process: Process, userIds: readonly string[], notice: Omit<Notice, "userId">): void =>
  notify(
    actor,
    userIds.map((userId) => ({ userId, cardId: process.id, actorId: actor.userId, ...notice })),
  );

/** Asks the owners of a process to approve a version: each gets a todo and a notification. */
export function requestApproval(actor: Actor, process: Process, { id, revision }: VersionRow): void {
  const owners = ownersOf(process.id);
  const link = pageOf(process, "drafts");
  const description = `Approve revision ${revision} of the process flow "${process.name}"`;
  const todos = createSystemTodos(
    actor,
    owners.map((owner) => ({ description, link, assignedTo: owner, createdBy: actor.userId, cardId: process.id })),
  );
  statement("INSERT INTO process_flow_approvals (todo_id, version_id) SELECT value, ? FROM json_each(?)").run(
    id,
    listOf(todos),
  );
  send(actor, process, owners, {
    type: "process_flow_approval_requested",
    title: `Approval Requested: ${process.name}`,
    message: `${actor.displayName} submitted revision ${revision} for approval`,
    link,
  });
}

/** Completes the todos that ask for the approval of a version. */
export const completeRequests = (actor: Actor, { id }: VersionRow): void =>
  completeTodosWithIds(actor, allValues<string>("SELECT todo_id FROM process_flow_approvals WHERE version_id = ?", id));

/** Links that a message names. */
const MAX_NAMED = 5;

/** Returns a warning about links of a version that lead to no active card; empty when there are none. */
function staleLinks({ draft_element_links }: VersionRow): string {
  const ids = cardsOf(parseLinks(draft_element_links));
  const known = new Map(
    statement<{ id: string; name: string; status: string }, [string]>(
      `SELECT id, name, status FROM cards WHERE ${inList("id")}`,
    )
      .all(listOf(ids))
      .map((card) => [card.id, card]),
  );
  const stale = ids.filter((id) => known.get(id)?.status !== "ACTIVE").slice(0, MAX_NAMED);
  if (stale.length === 0) return "";
  const named = stale.map((id) => [known.get(id)?.name, id.slice(0, 8)].filter(Boolean).join(" "));
  return `. Links to cards that are not active were left out: ${named.join("; ")}`;
}

/** Notifies whoever submitted a version that it is approved, and which of its links were left out. */
export const notifyApproved = (actor: Actor, process: Process, version: VersionRow): void =>
  send(actor, process, version.submitted_by ? [version.submitted_by] : [], {
    type: "process_flow_approved",
    title: `Process Flow Approved: ${process.name}`,
    message: `${actor.displayName} approved revision ${version.revision}${staleLinks(version)}`,
    link: pageOf(process, "published"),
  });

/** Notifies whoever created a version that it is rejected. */
export const notifyRejected = (actor: Actor, process: Process, version: VersionRow): void =>
  send(actor, process, version.created_by ? [version.created_by] : [], {
    type: "process_flow_rejected",
    title: `Process Flow Rejected: ${process.name}`,
    message: `${actor.displayName} rejected revision ${version.revision}: ${version.rejection_reason ?? "please revise it and submit it again"}`,
    link: pageOf(process, "drafts"),
  });
