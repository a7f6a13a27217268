/** Lists of the cards that a user has created or is a stakeholder of. */
import { inList, listOf, statement } from "../../../../db";
import { type Condition, clause, type Value, valuesOf, where, withStakeholder } from "../../../../db/query";
import { findUser } from "../../../core/access/accounts";
import { type Actor, require } from "../../../core/access/actor";
import { stakeholderRolesByType } from "../../../core/access/roles";
import { notFound } from "../../../http/errors";
import { serializeCards } from "../serialize";
import { totalOf, visible } from "./conditions";

/** ACTIVE cards of visible types. The plus keeps the planner from the index of the status, which nearly all cards share. */
const active = (condition: Condition) => [condition, where("+c.status = 'ACTIVE'"), ...visible()];

type FoundCard = { seq: number; id: string; type: string };

const select = (conditions: readonly Condition[], end: string, ...values: Value[]) =>
  statement<FoundCard>(`SELECT c.seq, c.id, c.type FROM cards c ${clause(conditions)} ${end}`).all(
    ...valuesOf(conditions),
    ...values,
  );

const numbersOf = (cards: readonly FoundCard[]) => cards.map(({ seq }) => seq);

/** Lists the ACTIVE cards that the actor has created, newest first, as JSON. */
export function listCreatedCards(actor: Actor, limit: number, offset: number): Buffer<ArrayBuffer> {
  const conditions = active(where("c.created_by = ?", actor.userId));
  const total = totalOf({ countable: [], others: conditions });
  const cards = select(conditions, "ORDER BY c.created_at DESC, c.seq DESC LIMIT ? OFFSET ?", limit, offset);
  const after = `],"total":${total},"offset":${offset},"limit":${limit},"has_more":${offset + cards.length < total}}`;
  return serializeCards(actor, numbersOf(cards), '{"items":[', after);
}

/**
 * Lists the ACTIVE cards of which a user is a stakeholder, most recently updated first, with their stakeholder roles in
 * each, as JSON.
 * @throws Problem 404 for an unknown user; 403 for another user than the actor without `stakeholders.view`
 */
export function listStakeholderCards(actor: Actor, userId: string, limit: number): Buffer<ArrayBuffer> {
  if (userId !== actor.userId) {
    if (!findUser(userId)) throw notFound("User");
    require(actor, "stakeholders.view");
  }
  const conditions = active(withStakeholder(userId));
  const cards = select(conditions, "ORDER BY c.updated_at DESC, c.seq DESC LIMIT ?", limit);
  const typeOf = new Map(cards.map(({ id, type }) => [id, type]));
  const rows = statement<{ card_id: string; role: string }>(
    `SELECT DISTINCT card_id, role FROM stakeholders WHERE user_id = ? AND ${inList("card_id")} ORDER BY card_id, role`,
  ).all(userId, listOf([...typeOf.keys()]));
  const roles: Record<string, unknown[]> = {};
  for (const { card_id, role } of rows) {
    const definition = stakeholderRolesByType()
      .get(typeOf.get(card_id) as string)
      ?.get(role);
    const { label, color, translations } = definition ?? { label: role, color: "#757575", translations: {} };
    (roles[card_id] ??= []).push({ key: role, label, color, translations });
  }
  return serializeCards(actor, numbersOf(cards), '{"items":[', `],"roles_by_card_id":${JSON.stringify(roles)}}`);
}
