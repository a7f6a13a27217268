/** The signatures of an architecture decision record: requested, given, recalled, refused. */
import { columnInList, db, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { type Notice, notify } from "../../core/notify/notify";
import { forbidden, notFound, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { completeSystemTodos, createSystemTodos } from "../todos";
import { type AdrRow, named, requireAdr, updateRow } from "./records";

/** The page of the front end where a record is signed; it names the record's todos. */
const linkOf = (id: string) => `/ea-delivery/adr/${id}`;

type Message = Pick<Notice, "type" | "title" | "message"> & { link?: string; data?: Record<string, unknown> };

/** Notifies users of a record; part of the running transaction. */
function notifyOf(actor: Actor, row: AdrRow, userIds: readonly string[], { data, ...message }: Message): void {
  const about = { adr_id: row.id, adr_title: row.title, ...data };
  notify(
    actor,
    userIds.map((userId) => ({ userId, link: linkOf(row.id), data: about, ...message })),
  );
}

/** The users with these ids, in that order. @throws Problem 404 naming the first that doesn't exist */
function requireUsers(ids: readonly string[]) {
  const rows = db.select().from(tables.users).where(columnInList(tables.users.id, ids)).all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    const user = byId.get(id);
    if (!user) throw notFound(`User ${id}`);
    return user;
  });
}

/**
 * Asks users for their signatures, in place of those asked before: each gets a todo and a notification. Publishes
 * `adr.signatures_requested`.
 * @throws Problem 404 for an unknown record or user; 400 when it is signed
 */
export function requestSignatures(actor: Actor, id: string, userIds: readonly string[]): void {
  transaction(() => {
    const before = requireAdr(id);
    if (before.status === "signed") throw refused("The ADR is signed already");
    const users = requireUsers([...new Set(userIds)]);
    const signatories = users.map(({ id: user_id, display_name, email }) => ({
      user_id,
      display_name,
      email,
      status: "pending" as const,
      signed_at: null,
    }));
    const row = updateRow(before, { status: "in_review", signatories });
    completeSystemTodos(actor, linkOf(id));
    const description = `Sign ADR: "${row.reference_number} — ${row.title}"`;
    createSystemTodos(
      actor,
      users.map((user) => ({ description, link: linkOf(id), assignedTo: user.id, createdBy: actor.userId })),
    );
    notifyOf(
      actor,
      row,
      users.map((user) => user.id),
      {
        type: "adr_sign_requested",
        title: "ADR Signature Requested",
        message: `${actor.displayName} asks for your signature on ${row.reference_number} — ${row.title}`,
      },
    );
    publish(actor, {
      type: "adr.signatures_requested",
      data: { ...named(row), signatory_count: signatories.length },
    });
  });
}

/**
 * Signs a record for the actor; the last signature makes it signed. Publishes `adr.signed`.
 * @throws Problem 404; 400 when it is signed, none are asked, or the actor has signed; 403 for others than signatories
 */
export function signAdr(actor: Actor, id: string): void {
  transaction(() => {
    const before = requireAdr(id);
    if (before.status === "signed") throw refused("The ADR is signed already");
    if (before.signatories.length === 0) throw refused("No signatures have been requested");
    const own = before.signatories.find(({ user_id }) => user_id === actor.userId);
    if (!own) throw forbidden("You are not a signatory of this ADR");
    if (own.status === "signed") throw refused("You have signed already");
    const at = now();
    const signatories = before.signatories.map((signatory) =>
      signatory === own ? { ...signatory, status: "signed" as const, signed_at: at } : signatory,
    );
    const signed = signatories.filter(({ status }) => status === "signed").length;
    const isComplete = signed === signatories.length;
    const row = updateRow(before, { signatories, ...(isComplete && { status: "signed", signed_at: at }) });
    completeSystemTodos(actor, linkOf(id), actor.userId);
    const received = `${actor.displayName} signed ${row.reference_number} — ${row.title}`;
    notifyOf(actor, row, row.created_by ? [row.created_by] : [], {
      type: "adr_signed",
      ...(isComplete
        ? { title: "ADR Fully Signed", message: `${received}; all have signed`, link: `${linkOf(id)}/preview` }
        : { title: "ADR Signature Received", message: `${received} (${signed}/${signatories.length})` }),
    });
    publish(actor, { type: "adr.signed", data: { ...named(row), signer: actor.displayName, all_signed: isComplete } });
  });
}

/**
 * Makes a record in review a draft again, without signatories. Publishes `adr.signatures_recalled`.
 * @throws Problem 404; 400 unless it is in review
 */
export function recallSignatures(actor: Actor, id: string): void {
  transaction(() => {
    const before = requireAdr(id);
    if (before.status !== "in_review") throw refused("Only an ADR in review has signatures to recall");
    const row = updateRow(before, { status: "draft", signatories: [] });
    completeSystemTodos(actor, linkOf(id));
    const pending = before.signatories.filter(({ status }) => status === "pending").map(({ user_id }) => user_id);
    notifyOf(actor, row, pending, {
      type: "adr_sign_recalled",
      title: "ADR Signature Request Recalled",
      message: `Your signature on ${row.reference_number} — ${row.title} is no longer needed`,
    });
    publish(actor, { type: "adr.signatures_recalled", data: named(row) });
  });
}

/**
 * Refuses to sign: the record becomes a draft again with the next revision number. Its author and the other signatories
 * are notified, each once. Publishes `adr.rejected`.
 * @throws Problem 404; 400 unless it is in review; 403 for others than signatories
 */
export function rejectAdr(actor: Actor, id: string, comment: string): void {
  transaction(() => {
    const before = requireAdr(id);
    if (before.status !== "in_review") throw refused("Only an ADR in review can be rejected");
    const signatories = before.signatories.map(({ user_id }) => user_id);
    if (!signatories.includes(actor.userId)) throw forbidden("You are not a signatory of this ADR");
    const row = updateRow(before, {
      status: "draft",
      signatories: [],
      revision_number: before.revision_number + 1,
    });
    completeSystemTodos(actor, linkOf(id));
    const concerned = new Set([...(row.created_by ? [row.created_by] : []), ...signatories]);
    concerned.delete(actor.userId);
    notifyOf(actor, row, [...concerned], {
      type: "adr_rejected",
      title: "ADR Rejected",
      message: `${actor.displayName} rejected ${row.reference_number} — ${row.title}: ${comment}`,
      data: { comment },
    });
    publish(actor, { type: "adr.rejected", data: { ...named(row), rejector: actor.displayName, comment } });
  });
}
