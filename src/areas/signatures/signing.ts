/** The steps of signing a document: signatures are requested, given, recalled, refused. */
import { columnInList, db, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { type NewEvent, publish } from "../../core/journal/journal";
import { notify } from "../../core/notify/notify";
import { conflict, forbidden, found, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { completeSystemTodos, matchSystemTodos } from "../todos";
import { askedAgain, contentHash, isOutdated, signedBy } from "./content";
import { type DocumentKind, type Review, requireDocument, reviewOf, type SignedDocument } from "./documents";
import type { Refusal, Signatory } from "./model";

/** Finds the users with these ids, in that order. @throws Problem 404 naming the first that doesn't exist */
function requireUsers(ids: readonly string[]) {
  const rows = db.select().from(tables.users).where(columnInList(tables.users.id, ids)).all();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => {
    return found(byId.get(id), `User ${id}`);
  });
}

/**
 * Publishes a step, with what a rollback of it needs.
 * @param by the only user who may undo it; anybody with the right when left out
 */
const publishStep = (actor: Actor, event: NewEvent, before: Review, after: Review, by?: string): void =>
  publish(actor, { ...event, undo: { before: reviewOf(before), after: reviewOf(after), by } } as NewEvent);

type Message = { text: string; link?: string; data?: Record<string, unknown> };

/** Notifies users of a step, whoever took it; part of the running transaction. */
function notifyOf<D extends SignedDocument>(
  kind: DocumentKind<D>,
  actor: Actor,
  document: D,
  step: keyof DocumentKind<D>["notices"],
  userIds: readonly (string | null)[],
  { text, link = kind.link(document.id), data }: Message,
): void {
  const about = { ...kind.data(document), ...data };
  const recipients = new Set(userIds.filter((id) => id !== null));
  notify(
    actor,
    [...recipients].map((userId) => ({ userId, ...kind.notices[step], message: text, link, data: about })),
  );
}

/** Returns the todos of users who are to sign a document. */
const signingTodos = <D extends SignedDocument>(
  { noun, label, cardId }: DocumentKind<D>,
  actor: Actor,
  document: D,
  userIds: readonly string[],
) =>
  userIds.map((assignedTo) => ({
    description: `Sign ${noun}: "${label(document)}"`,
    assignedTo,
    createdBy: actor.userId,
    cardId: cardId(document),
  }));

/** Returns the ids of the users whose signatures a document lacks. */
const pendingIn = ({ signatories }: Review): string[] =>
  signatories.filter(({ status }) => status === "pending").map(({ user_id }) => user_id);

/**
 * Makes the signing todos of a document those of the users whose signatures it lacks, as far as they still exist; part of
 * the running transaction.
 */
export function matchSigningTodos<D extends SignedDocument>(kind: DocumentKind<D>, actor: Actor, id: string): void {
  const document = kind.find(id);
  const pending = document ? pendingIn(document) : [];
  const { users } = tables;
  const found = db.select({ id: users.id }).from(users).where(columnInList(users.id, pending)).all();
  const existing = new Set(found.map((user) => user.id));
  const signers = pending.filter((userId) => existing.has(userId));
  matchSystemTodos(actor, kind.link(id), document ? signingTodos(kind, actor, document, signers) : []);
}

/**
 * Asks users for their signatures, in place of those asked before: each gets a todo and a notification, once.
 * @throws Problem 404 for an unknown document or user; 400 when it is signed
 */
export function requestSignatures<D extends SignedDocument>(
  kind: DocumentKind<D>,
  actor: Actor,
  id: string,
  userIds: readonly string[],
): void {
  transaction(() => {
    const before = requireDocument(kind, id);
    if (before.status === "signed") throw refused(`The ${kind.noun} is signed already`);
    const users = requireUsers([...new Set(userIds)]);
    const signatories = users.map(
      ({ id: user_id, display_name, email }): Signatory => ({
        user_id,
        display_name,
        email,
        status: "pending",
        signed_at: null,
      }),
    );
    const document = kind.update(before, { status: "in_review", signatories });
    const ids = users.map((user) => user.id);
    matchSystemTodos(actor, kind.link(id), signingTodos(kind, actor, document, ids));
    const text = `${actor.displayName} asks for your signature on ${kind.label(document)}`;
    notifyOf(kind, actor, document, "requested", ids, { text });
    publishStep(actor, kind.events.requested(document, signatories.length), before, document);
  });
}

/**
 * Asks those again who have signed another content than the present one, each by a todo and a notification; part of the
 * running transaction. A signed document stays as it is.
 * @returns the document as it is then
 */
export function requestAgain<D extends SignedDocument>(kind: DocumentKind<D>, actor: Actor, before: D): D {
  if (before.status === "signed") return before;
  const hash = contentHash(kind.content, before);
  const outdated = before.signatories.filter((signatory) => isOutdated(signatory, hash));
  if (outdated.length === 0) return before;
  const at = now();
  const signatories = before.signatories.map((one) => (outdated.includes(one) ? askedAgain(one, at) : one));
  const document = kind.update(before, { signatories });
  matchSigningTodos(kind, actor, document.id);
  const text = `${kind.label(document)} was changed after you had signed it; your signature is needed again`;
  const ids = outdated.map(({ user_id }) => user_id);
  notifyOf(kind, actor, document, "requested", ids, { text });
  publishStep(actor, kind.events.requestedAgain(document, outdated.length), before, document);
  return document;
}

/** Finds the actor as a signatory of a document that has some. @throws Problem 403 for others */
function requireSignatory(noun: string, { signatories }: Review, actor: Actor): Signatory {
  const own = signatories.find(({ user_id }) => user_id === actor.userId);
  if (!own) throw forbidden(`You are not a signatory of this ${noun}`);
  return own;
}

/** Notifies the creator of a document of a signature. */
function notifySigned<D extends SignedDocument>(kind: DocumentKind<D>, actor: Actor, document: D): void {
  const { created_by, signatories, id } = document;
  const text = `${actor.displayName} signed ${kind.label(document)}`;
  const signed = signatories.length - pendingIn(document).length;
  if (document.status === "signed")
    notifyOf(kind, actor, document, "completed", [created_by], {
      text: `${text}; all have signed`,
      link: `${kind.link(id)}/preview`,
    });
  else notifyOf(kind, actor, document, "received", [created_by], { text: `${text} (${signed}/${signatories.length})` });
}

/**
 * Signs the present content of a document for the actor; the document is signed when all signatures stand under that.
 * @param hash the hash of the content that the actor has read, if it is known
 * @throws Problem 404; 400 when no signatures are asked for, it is signed, or the actor has signed; 403 for others than
 *   signatories; 409 when the content has another hash
 */
export function signDocument<D extends SignedDocument>(
  kind: DocumentKind<D>,
  actor: Actor,
  id: string,
  hash?: string | null,
): void {
  transaction(() => {
    const before = requestAgain(kind, actor, requireDocument(kind, id));
    if (before.signatories.length === 0) throw refused("No signatures have been requested");
    const own = requireSignatory(kind.noun, before, actor);
    if (before.status === "signed") throw refused(`The ${kind.noun} is signed already`);
    if (own.status === "signed") throw refused("You have signed already");
    const present = contentHash(kind.content, before);
    if (hash && hash !== present) throw conflict(`content_hash: the ${kind.noun} has changed since; read it again`);
    const at = now();
    const signatories = before.signatories.map((one) => (one === own ? signedBy(one, present, at) : one));
    const isComplete = signatories.every(({ status }) => status === "signed");
    const document = kind.update(before, { signatories, ...(isComplete && { status: "signed", signed_at: at }) });
    completeSystemTodos(actor, kind.link(id), actor.userId);
    notifySigned(kind, actor, document);
    publishStep(actor, kind.events.signed(document, actor.displayName, isComplete), before, document, actor.userId);
  });
}

/**
 * Makes a document a draft without signatories, and notifies those who had not signed; part of the running transaction.
 * @returns the document as it is then
 */
export function withdrawRequest<D extends SignedDocument>(kind: DocumentKind<D>, actor: Actor, before: D): D {
  const document = kind.update(before, { status: "draft", signatories: [] });
  completeSystemTodos(actor, kind.link(document.id));
  const text = `Your signature on ${kind.label(document)} is no longer needed`;
  notifyOf(kind, actor, document, "recalled", pendingIn(before), { text });
  publishStep(actor, kind.events.recalled(document), before, document);
  return document;
}

/**
 * Makes a document in review a draft again, without signatories.
 * @throws Problem 404; 400 unless it is in review
 */
export function recallSignatures<D extends SignedDocument>(kind: DocumentKind<D>, actor: Actor, id: string): void {
  transaction(() => {
    const before = requireDocument(kind, id);
    if (before.status !== "in_review") throw refused(`The ${kind.noun} is not in review, so nothing can be recalled`);
    withdrawRequest(kind, actor, before);
  });
}

/**
 * Refuses to sign: the document becomes a draft again with the next revision number, and has the reason from then on. Its creator
 * and the other signatories are notified, each once.
 * @throws Problem 404; 400 unless it is in review; 403 for others than signatories
 */
export function rejectDocument<D extends SignedDocument>(
  kind: DocumentKind<D>,
  actor: Actor,
  id: string,
  comment: string,
): void {
  transaction(() => {
    const before = requireDocument(kind, id);
    if (before.signatories.length > 0) requireSignatory(kind.noun, before, actor);
    if (before.status !== "in_review") throw refused(`The ${kind.noun} is not in review, so it can't be rejected`);
    const revision_number = before.revision_number + 1;
    const rejection: Refusal = {
      user_id: actor.userId,
      display_name: actor.displayName,
      comment,
      revision_number: before.revision_number,
      rejected_at: now(),
    };
    const document = kind.update(before, { status: "draft", signatories: [], revision_number, rejection });
    completeSystemTodos(actor, kind.link(id));
    const concerned = [before.created_by, ...before.signatories.map(({ user_id }) => user_id)];
    notifyOf(
      kind,
      actor,
      document,
      "rejected",
      concerned.filter((userId) => userId !== actor.userId),
      { text: `${actor.displayName} rejected ${kind.label(document)}: ${comment}`, data: { comment } },
    );
    publishStep(actor, kind.events.rejected(document, actor.displayName, comment), before, document, actor.userId);
  });
}
