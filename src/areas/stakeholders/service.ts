/** Who has which part in a card, and watching cards oneself. */
import { db, statement, tables, transaction } from "../../../db";
import { findUser } from "../../core/access/accounts";
import { type Actor, mayOnCard } from "../../core/access/actor";
import { stakeholderRolesByType } from "../../core/access/roles";
import { conflict, forbidden, notFound, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { cardRow, refreshQuality } from "../cards";
import type { Assignment, ChangedAssignment, NewStakeholder, Observation, Stakeholder } from "./model";
import { findPart, type PartInCard, partLabel, publishPart, publishPartChange } from "./parts";

const MANAGE = "card.manage_stakeholders";
const OBSERVER = "observer";

/** Keys of the parts that may be given in cards of a type. */
const givenIn = (cardType: string): string[] =>
  [...(stakeholderRolesByType().get(cardType)?.values() ?? [])]
    .filter((role) => !role.is_archived)
    .map((role) => role.key);

/** @throws Problem 400 when cards of the type know no such part */
function requireRole(cardType: string, role: string): void {
  const keys = givenIn(cardType);
  if (!keys.includes(role))
    throw refused(`The role is not valid for this type; valid are: ${keys.sort().join(", ") || "none"}`);
}

type Row = Omit<Stakeholder, "role_label"> & { card_type: string };

/** The parts in a card, oldest first; none for an unknown card. */
export function listStakeholders(cardId: string): Stakeholder[] {
  return statement<Row, [string]>(
    `SELECT s.id, s.user_id, u.display_name AS user_display_name, u.email AS user_email, s.role, s.created_at,
       c.type AS card_type
     FROM stakeholders s JOIN users u ON u.id = s.user_id JOIN cards c ON c.id = s.card_id
     WHERE s.card_id = ? ORDER BY s.created_at, s.id`,
  )
    .all(cardId)
    .map(({ card_type, ...row }) => ({ ...row, role_label: partLabel(card_type, row.role) }));
}

const wireOf = (part: PartInCard): Assignment => ({
  id: part.id,
  user_id: part.user_id,
  user_display_name: part.user_display_name,
  role: part.role,
  role_label: partLabel(part.card_type, part.role),
});

const partOf = (cardId: string, userId: string, role: string) =>
  statement<{ id: string }, [string, string, string]>(
    "SELECT id FROM stakeholders WHERE card_id = ? AND user_id = ? AND role = ?",
  ).get(cardId, userId, role);

/** The part with an id, which must be there. */
function partWithId(id: string): PartInCard {
  const part = findPart(id);
  if (!part) throw notFound("Stakeholder");
  return part;
}

/** Gives somebody a part; part of the running transaction. */
function give(actor: Actor, cardId: string, userId: string, role: string): PartInCard {
  const id = newId();
  db.insert(tables.stakeholders).values({ id, card_id: cardId, user_id: userId, role, created_at: now() }).run();
  const part = partWithId(id);
  publishPart(actor, "stakeholder.added", part);
  refreshQuality([cardId]);
  return part;
}

/** Takes a part away; part of the running transaction. */
function take(actor: Actor, part: PartInCard): void {
  statement("DELETE FROM stakeholders WHERE id = ?").run(part.id);
  publishPart(actor, "stakeholder.removed", part);
  refreshQuality([part.card_id]);
}

/**
 * Gives somebody a part in a card. Publishes `stakeholder.added`.
 * @throws Problem 404 for an unknown card or user, 400 for a part that the type doesn't have, 409 when they have it
 */
export function addStakeholder(actor: Actor, cardId: string, { user_id: userId, role }: NewStakeholder): Assignment {
  return transaction(() => {
    const card = cardRow(cardId);
    requireRole(card.type, role);
    if (partOf(cardId, userId, role)) throw conflict("The user has this role on the card already");
    if (!findUser(userId)) throw notFound("User");
    return wireOf(give(actor, cardId, userId, role));
  });
}

/**
 * Makes somebody's part in a card another one. Publishes `stakeholder.role_changed`.
 * @throws Problem 404, 403, 400 for a part that the type doesn't have, 409 when they have that part too
 */
export function changeStakeholder(actor: Actor, id: string, role: string): ChangedAssignment {
  return transaction(() => {
    const part = partWithId(id);
    requireManage(actor, part);
    requireRole(part.card_type, role);
    if (role !== part.role) {
      if (partOf(part.card_id, part.user_id, role)) throw conflict("The user has this role on the card already");
      statement("UPDATE stakeholders SET role = ? WHERE id = ?").run(role, id);
      publishPartChange(actor, part, role);
      refreshQuality([part.card_id]);
    }
    return { id, user_id: part.user_id, role, role_label: partLabel(part.card_type, role) };
  });
}

/**
 * Takes somebody's part in a card away. Publishes `stakeholder.removed`.
 * @throws Problem 404, 403
 */
export function removeStakeholder(actor: Actor, id: string): void {
  transaction(() => {
    const part = partWithId(id);
    requireManage(actor, part);
    take(actor, part);
  });
}

/** @throws Problem 403 */
function requireManage(actor: Actor, part: PartInCard): void {
  if (!mayOnCard(actor, MANAGE, part.card_id)) throw forbidden("Not enough permissions");
}

/**
 * Whether the actor watches a card, and whether its type lets them.
 * @throws Problem 404
 */
export function getObservation(actor: Actor, cardId: string): Observation {
  const card = cardRow(cardId);
  return {
    is_observer: partOf(cardId, actor.userId, OBSERVER) !== null,
    observer_role_available: givenIn(card.type).includes(OBSERVER),
  };
}

/**
 * Makes the actor watch a card; doing so twice changes nothing. Publishes `stakeholder.added`.
 * @throws Problem 404, 409 when the card's type knows no observers
 */
export function observe(actor: Actor, cardId: string): Assignment {
  return transaction(() => {
    const card = cardRow(cardId);
    if (!givenIn(card.type).includes(OBSERVER))
      throw conflict({ code: "observer_role_unavailable", message: "Cards of this type have no observers" });
    const known = partOf(cardId, actor.userId, OBSERVER);
    return wireOf(known ? partWithId(known.id) : give(actor, cardId, actor.userId, OBSERVER));
  });
}

/**
 * Makes the actor watch a card no longer, if they did. Publishes `stakeholder.removed`.
 * @throws Problem 404
 */
export function stopObserving(actor: Actor, cardId: string): void {
  transaction(() => {
    cardRow(cardId);
    const known = partOf(cardId, actor.userId, OBSERVER);
    if (known) take(actor, partWithId(known.id));
  });
}
