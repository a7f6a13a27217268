/** Lists of the cards that have to do with a user. */
import { inList, listOf, statement } from "../../../../db";
import { type Actor, require } from "../../../core/access/actor";
import { stakeholderRolesByType } from "../../../core/access/roles";
import { notFound } from "../../../http/errors";
import { cardsJson, WIRE_COLUMNS, type WireRow } from "../serialize";
import { totalOf, visible } from "./conditions";
import { clause, valuesOf, where } from "./sql";

/** Without an index: nearly all cards are active, and a user has to do with a few. */
const ACTIVE = where("+c.status = 'ACTIVE'");

/** The ACTIVE cards that the actor has made, newest first, as JSON text. */
export function listCreatedCards(actor: Actor, limit: number, offset: number): string {
  const conditions = [where("c.created_by = ?", actor.userId), ACTIVE, ...visible()];
  const total = totalOf({ countable: [], others: conditions });
  const rows = statement(
    `SELECT ${WIRE_COLUMNS} FROM cards c ${clause(conditions)} ORDER BY c.created_at DESC, c.seq DESC LIMIT ? OFFSET ?`,
  ).values(...valuesOf(conditions), limit, offset) as unknown as WireRow[];
  return `{"items":[${cardsJson(actor, rows)}],"total":${total},"offset":${offset},"limit":${limit},"has_more":${offset + rows.length < total}}`;
}

/**
 * The ACTIVE cards in which a user has a part, most recently changed first, with the parts they have in each; as JSON text.
 * @param userId another user than the actor needs `stakeholders.view`
 * @throws Problem 404 for an unknown user, 403
 */
export function listStakeholderCards(actor: Actor, userId: string, limit: number): string {
  if (userId !== actor.userId) {
    if (!statement<{ id: string }>("SELECT id FROM users WHERE id = ?").get(userId)) throw notFound("User");
    require(actor, "stakeholders.view");
  }
  const conditions = [
    where("c.id IN (SELECT card_id FROM stakeholders WHERE user_id = ?)", userId),
    ACTIVE,
    ...visible(),
  ];
  const rows = statement(
    `SELECT ${WIRE_COLUMNS} FROM cards c ${clause(conditions)} ORDER BY c.updated_at DESC, c.seq DESC LIMIT ?`,
  ).values(...valuesOf(conditions), limit) as unknown as WireRow[];
  const typeOf = new Map(rows.map((row) => [row[0], row[1]]));
  const parts = statement<{ card_id: string; role: string }>(
    `SELECT DISTINCT card_id, role FROM stakeholders WHERE user_id = ? AND ${inList("card_id")} ORDER BY card_id, role`,
  ).all(userId, listOf([...typeOf.keys()]));
  const roles: Record<string, unknown[]> = {};
  for (const { card_id, role } of parts) {
    const definition = stakeholderRolesByType()
      .get(typeOf.get(card_id) ?? "")
      ?.get(role);
    const { label, color, translations } = definition ?? { label: role, color: "#757575", translations: {} };
    (roles[card_id] ??= []).push({ key: role, label, color, translations });
  }
  return `{"items":[${cardsJson(actor, rows)}],"roles_by_card_id":${JSON.stringify(roles)}}`;
}
