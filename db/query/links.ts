/** Conditions on what cards are linked to. */
import { cardNumber, inList, listOf, relationTypeNumber } from "../sql";
import { type Condition, where } from "./conditions";

/** Returns the condition that a card has one of the tags. */
export const taggedWith = (tagIds: readonly string[]): Condition =>
  where(`c.id IN (SELECT card_id FROM card_tags WHERE ${inList("tag_id")})`, listOf(tagIds));

/** Returns the condition that a card is related to another one, in either direction. */
export function related(cardId: string, type: string | undefined): Condition {
  const [ofType, values] =
    type === undefined ? ["", [cardId]] : [` AND type_seq = ${relationTypeNumber()}`, [cardId, type]];
  return where(
    `c.seq IN (SELECT target_seq FROM relations WHERE source_seq = ${cardNumber()}${ofType}
       UNION SELECT source_seq FROM relations WHERE target_seq = ${cardNumber()}${ofType})`,
    ...values,
    ...values,
  );
}

/** Returns the condition that a user is a stakeholder of a card, in a role or in any. */
export function withStakeholder(userId: string, role?: string): Condition {
  const [ofRole, values] = role === undefined ? ["", [userId]] : [" AND role = ?", [userId, role]];
  return where(`c.id IN (SELECT card_id FROM stakeholders WHERE user_id = ?${ofRole})`, ...values);
}

/** The side of a relation at which a card is. */
export type Side = "source" | "target";

/**
 * Returns SQL for the unarchived cards `p` to which `cards c` is related by relations `r` of a type, whose number is the
 * parameter.
 */
export const peersAt = (side: Side): string =>
  `relations r JOIN cards p ON p.seq = r.${side === "source" ? "target" : "source"}_seq
    WHERE r.${side}_seq = c.seq AND r.type_seq = ? AND p.status <> 'ARCHIVED'`;

/**
 * Returns the condition that a card has a relation of a type, to an unarchived card.
 * @param typeNumber that of the relation type
 * @param peers ids of cards, of which the related one must be one; any when left out
 */
export const withRelation = (typeNumber: number, side: Side, peers?: readonly string[]): Condition =>
  peers
    ? where(`EXISTS (SELECT 1 FROM ${peersAt(side)} AND ${inList("p.id")})`, typeNumber, listOf(peers))
    : where(`EXISTS (SELECT 1 FROM ${peersAt(side)})`, typeNumber);

/**
 * Returns the condition that a card has a stakeholder in a role.
 * @param users ids of users, of which one must have it; anybody when left out
 */
export function withRole(role: string | undefined, users?: readonly string[]): Condition {
  const ofRole = role === undefined ? "" : " AND s.role = ?";
  const byUser = users ? ` AND ${inList("s.user_id")}` : "";
  const values = [...(role === undefined ? [] : [role]), ...(users ? [listOf(users)] : [])];
  return where(`EXISTS (SELECT 1 FROM stakeholders s WHERE s.card_id = c.id${ofRole}${byUser})`, ...values);
}

/**
 * Returns the condition that a card has a tag of a group.
 * @param tags ids of tags, of which it must have one; any when left out
 */
export const withTagOf = (groupId: string, tags?: readonly string[]): Condition =>
  where(
    `EXISTS (SELECT 1 FROM card_tags ct JOIN tags t ON t.id = ct.tag_id
       WHERE ct.card_id = c.id AND t.tag_group_id = ?${tags ? ` AND ${inList("t.id")}` : ""})`,
    ...(tags ? [groupId, listOf(tags)] : [groupId]),
  );
