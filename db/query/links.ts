/** Conditions on what cards are linked to. */
import { cardNumber, inList, listOf, relationTypeNumber } from "../sql";
import { type Condition, where } from "./conditions";

/** The condition that a card has one of the tags. */
export const taggedWith = (tagIds: readonly string[]): Condition =>
  where(`c.id IN (SELECT card_id FROM card_tags WHERE ${inList("tag_id")})`, listOf(tagIds));

/** The condition that a card is related to another one, in either direction. */
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

/** The condition that a user is a stakeholder of a card, in a role or in any. */
export function withStakeholder(userId: string, role?: string): Condition {
  const [ofRole, values] = role === undefined ? ["", [userId]] : [" AND role = ?", [userId, role]];
  return where(`c.id IN (SELECT card_id FROM stakeholders WHERE user_id = ?${ofRole})`, ...values);
}
