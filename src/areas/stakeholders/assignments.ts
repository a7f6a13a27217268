/** Stakeholders: users with a role in a card, assigned by others or, as observers, by themselves. */
import { db, inList, listOf, statement, tables, transaction } from "../../../db";
import { findUser } from "../../core/access/accounts";
import { type Actor, requireOnCard } from "../../core/access/actor";
import { activeRoles } from "../../core/access/roles";
import { type Author, publish } from "../../core/journal/journal";
import { notify } from "../../core/notify/notify";
import { conflict, found, notFound, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { refreshQuality, requireCard } from "../cards";
import type { Assignment, ChangedAssignment, NewStakeholder, Observation, Stakeholder } from "./model";

const OBSERVER = "observer";
/** Characters of the title of a notification. */
const EXCERPT = 200;

/** A row of `stakeholders` with what answers and events say of its user and its card. */
type StakeholderRow = Omit<Stakeholder, "role_label"> & {
  user_display_name: string;
  card_id: string;
  card_type: string;
};

const SELECT = `SELECT s.id, s.user_id, u.display_name AS user_display_name, u.email AS user_email, s.role, s.created_at,
  s.card_id, c.type AS card_type FROM stakeholders s JOIN cards c ON c.id = s.card_id JOIN users u ON u.id = s.user_id`;

/** @throws Problem 404 */
const requireStakeholder = (id: string): StakeholderRow =>
  found(statement<StakeholderRow, [string]>(`${SELECT} WHERE s.id = ?`).get(id), "Stakeholder");

/** Finds the assignment of a role in a card to a user. */
const findStakeholder = (cardId: string, userId: string, role: string) =>
  statement<StakeholderRow, [string, string, string]>(
    `${SELECT} WHERE s.card_id = ? AND s.user_id = ? AND s.role = ?`,
  ).get(cardId, userId, role);

const roleKeys = (cardType: string) => activeRoles(cardType).map((role) => role.key);

/** Returns the label of the type's role; the key where the role is archived or unknown. */
const roleLabel = (cardType: string, role: string): string =>
  activeRoles(cardType).find(({ key }) => key === role)?.label ?? role;

/** @throws Problem 400 when the card type has no such active role */
function requireRole(cardType: string, role: string): void {
  const keys = roleKeys(cardType);
  if (!keys.includes(role))
    throw refused(`The role is not valid for this type; valid are: ${keys.sort().join(", ") || "none"}`);
}

/** @throws Problem 409 when the user has the role in the card */
function requireUnassigned(cardId: string, userId: string, role: string): void {
  if (findStakeholder(cardId, userId, role)) throw conflict("The user has this role on the card already");
}

const serialize = ({ id, user_id, user_display_name, card_type, role }: StakeholderRow): Assignment => ({
  id,
  user_id,
  user_display_name,
  role,
  role_label: roleLabel(card_type, role),
});

const nameOf = (row: StakeholderRow) => row.user_display_name || row.user_email;

function publishAssignment(
  author: Author,
  type: "stakeholder.added" | "stakeholder.removed",
  row: StakeholderRow,
): void {
  const { id: stakeholder_id, user_id, user_display_name, role } = row;
  const role_label = roleLabel(row.card_type, role);
  const summary = `${nameOf(row)} · ${role_label}`;
  const data = { stakeholder_id, user_id, user_display_name, role, role_label, summary };
  publish(author, { type, cardId: row.card_id, data });
}

/** Notifies a user of the role that somebody else has given them. */
function notifyAssigned(actor: Actor, { card_id, card_type, user_id, role }: StakeholderRow): void {
  const { name } = requireCard(card_id);
  const label = roleLabel(card_type, role);
  notify(actor, [
    {
      userId: user_id,
      type: "stakeholder_assigned",
      title: `${label}: ${name}`.slice(0, EXCERPT).toWellFormed(),
      message: `${actor.displayName} made you ${label} of "${name}"`,
      link: `/cards/${card_id}`,
      data: { role, role_label: label },
      cardId: card_id,
      actorId: actor.userId,
    },
  ]);
}

/** Lists the stakeholders of a card, oldest first; none for an unknown card. */
export const listStakeholders = (cardId: string): Stakeholder[] =>
  statement<StakeholderRow, [string]>(`${SELECT} WHERE s.card_id = ? ORDER BY s.created_at, s.id`)
    .all(cardId)
    .map(({ card_id, card_type, ...row }) => ({ ...row, role_label: roleLabel(card_type, row.role) }));

/** Inserts an assignment; part of the running transaction. */
function createAssignment(actor: Actor, cardId: string, userId: string, role: string): Assignment {
  const id = newId();
  const row = { id, card_id: cardId, user_id: userId, role, created_by: actor.userId, created_at: now() };
  db.insert(tables.stakeholders).values(row).run();
  const inserted = requireStakeholder(id);
  publishAssignment(actor, "stakeholder.added", inserted);
  notifyAssigned(actor, inserted);
  refreshQuality([cardId]);
  return serialize(inserted);
}

/** Publishes `stakeholder.added` for assignments that were created; part of the running transaction. */
export function publishCreated(author: Author, ids: readonly string[]): void {
  const where = `WHERE ${inList("s.id")} ORDER BY s.id`;
  for (const row of statement<StakeholderRow, [string]>(`${SELECT} ${where}`).all(listOf(ids)))
    publishAssignment(author, "stakeholder.added", row);
}

/** Deletes assignments with their events and the scores of their cards; part of the running transaction. */
function deleteRows(author: Author, rows: readonly StakeholderRow[]): void {
  statement(`DELETE FROM stakeholders WHERE ${inList("id")}`).run(listOf(rows.map((row) => row.id)));
  for (const row of rows) publishAssignment(author, "stakeholder.removed", row);
  refreshQuality([...new Set(rows.map((row) => row.card_id))]);
}

/**
 * Gives a user a role in a card. Publishes `stakeholder.added`.
 * @throws Problem 404 for an unknown card or user, 400 for a role that the type doesn't have, 409 when they have it
 */
export function createStakeholder(actor: Actor, cardId: string, { user_id: userId, role }: NewStakeholder): Assignment {
  return transaction(() => {
    requireRole(requireCard(cardId).type, role);
    requireUnassigned(cardId, userId, role);
    if (!findUser(userId)) throw notFound("User");
    return createAssignment(actor, cardId, userId, role);
  });
}

const serializeChanged = ({ id, user_id, card_type, role }: StakeholderRow): ChangedAssignment => ({
  id,
  user_id,
  role,
  role_label: roleLabel(card_type, role),
});

/** Finds an assignment. @throws Problem 404 */
export const requireAssignment = (id: string): ChangedAssignment => serializeChanged(requireStakeholder(id));

/**
 * Replaces the role of a stakeholder. Publishes `stakeholder.role_changed`.
 * @throws Problem 404, 403, 400 for a role that the type doesn't have, 409 when the user has that role too
 */
export function updateStakeholder(actor: Actor, id: string, role: string): ChangedAssignment {
  return transaction(() => {
    const row = requireStakeholder(id);
    const { card_id: cardId, card_type, user_id, user_display_name } = row;
    requireOnCard(actor, "card.manage_stakeholders", cardId);
    requireRole(card_type, role);
    const old_role_label = roleLabel(card_type, row.role);
    const new_role_label = roleLabel(card_type, role);
    if (role !== row.role) {
      requireUnassigned(cardId, user_id, role);
      statement("UPDATE stakeholders SET role = ?, created_by = ? WHERE id = ?").run(role, actor.userId, id);
      const data = {
        stakeholder_id: id,
        user_id,
        user_display_name,
        old_role: row.role,
        old_role_label,
        new_role: role,
        new_role_label,
        summary: `${nameOf(row)} · ${old_role_label} → ${new_role_label}`,
      };
      publish(actor, { type: "stakeholder.role_changed", cardId, data });
      notifyAssigned(actor, { ...row, role });
      refreshQuality([cardId]);
    }
    return serializeChanged({ ...row, role });
  });
}

/**
 * Deletes an assignment. Publishes `stakeholder.removed`.
 * @throws Problem 404, 403
 */
export function deleteStakeholder(actor: Actor, id: string): void {
  transaction(() => {
    const row = requireStakeholder(id);
    requireOnCard(actor, "card.manage_stakeholders", row.card_id);
    deleteRows(actor, [row]);
  });
}

/** Deletes every assignment of some users, as part of the running transaction. Publishes `stakeholder.removed`. */
export function deleteStakeholdersOf(author: Author, userIds: readonly string[]): void {
  const where = `WHERE ${inList("s.user_id")} ORDER BY s.id`;
  deleteRows(author, statement<StakeholderRow, [string]>(`${SELECT} ${where}`).all(listOf(userIds)));
}

/** Checks whether the actor observes a card, and whether its type has observers. @throws Problem 404 */
export function requireObservation(actor: Actor, cardId: string): Observation {
  const { type } = requireCard(cardId);
  return {
    is_observer: findStakeholder(cardId, actor.userId, OBSERVER) !== null,
    observer_role_available: roleKeys(type).includes(OBSERVER),
  };
}

/**
 * Makes the actor an observer of a card, unless they are one. Publishes `stakeholder.added`.
 * @throws Problem 404, 409 when the card's type has no observers
 */
export function observe(actor: Actor, cardId: string): Assignment {
  return transaction(() => {
    if (!roleKeys(requireCard(cardId).type).includes(OBSERVER))
      throw conflict({ code: "observer_role_unavailable", message: "Cards of this type have no observers" });
    const known = findStakeholder(cardId, actor.userId, OBSERVER);
    return known ? serialize(known) : createAssignment(actor, cardId, actor.userId, OBSERVER);
  });
}

/**
 * Ends the actor's observation of a card, if there is one. Publishes `stakeholder.removed`.
 * @throws Problem 404
 */
export function stopObserving(actor: Actor, cardId: string): void {
  transaction(() => {
    requireCard(cardId);
    const known = findStakeholder(cardId, actor.userId, OBSERVER);
    if (known) deleteRows(actor, [known]);
  });
}
