/** The parts that people have in cards (stakeholders), as events tell of them. */
import { inList, listOf, statement } from "../../../db";
import { stakeholderRolesByType } from "../../core/access/roles";
import { type Author, publish } from "../../core/journal/journal";

/** A part in a card, with what an event says of the user and needs of the card. */
export type PartInCard = {
  id: string;
  card_id: string;
  card_type: string;
  user_id: string;
  user_display_name: string;
  user_email: string;
  role: string;
};

const SELECT = `SELECT s.id, s.card_id, c.type AS card_type, s.user_id, u.display_name AS user_display_name,
  u.email AS user_email, s.role FROM stakeholders s JOIN cards c ON c.id = s.card_id JOIN users u ON u.id = s.user_id`;

/** A part by its id; null when there is none. */
export const findPart = (id: string): PartInCard | null =>
  statement<PartInCard, [string]>(`${SELECT} WHERE s.id = ?`).get(id);

/** What a part is called: the label of the type's role unless it is archived, else its key. */
export function partLabel(cardType: string, role: string): string {
  const definition = stakeholderRolesByType().get(cardType)?.get(role);
  return definition && !definition.is_archived ? definition.label : role;
}

/** Publishes that somebody has been given a part in a card, or has it no more. */
export function publishPart(author: Author, type: "stakeholder.added" | "stakeholder.removed", part: PartInCard): void {
  const label = partLabel(part.card_type, part.role);
  publish(author, {
    type,
    cardId: part.card_id,
    data: {
      stakeholder_id: part.id,
      user_id: part.user_id,
      user_display_name: part.user_display_name,
      role: part.role,
      role_label: label,
      summary: `${part.user_display_name || part.user_email} · ${label}`,
    },
  });
}

/** Publishes that somebody's part in a card has become another. */
export function publishPartChange(author: Author, part: PartInCard, newRole: string): void {
  const [oldLabel, newLabel] = [partLabel(part.card_type, part.role), partLabel(part.card_type, newRole)];
  publish(author, {
    type: "stakeholder.role_changed",
    cardId: part.card_id,
    data: {
      stakeholder_id: part.id,
      user_id: part.user_id,
      user_display_name: part.user_display_name,
      old_role: part.role,
      old_role_label: oldLabel,
      new_role: newRole,
      new_role_label: newLabel,
      summary: `${part.user_display_name || part.user_email} · ${oldLabel} → ${newLabel}`,
    },
  });
}

/**
 * Takes from some users every part they have, as part of the running transaction; publishes `stakeholder.removed`.
 * @returns the cards that this changes: their data quality must be looked at
 */
export function removePartsOf(author: Author, userIds: readonly string[]): string[] {
  const ids = listOf(userIds);
  const parts = statement<PartInCard, [string]>(`${SELECT} WHERE ${inList("s.user_id")} ORDER BY s.id`).all(ids);
  statement(`DELETE FROM stakeholders WHERE ${inList("user_id")}`).run(ids);
  for (const part of parts) publishPart(author, "stakeholder.removed", part);
  return [...new Set(parts.map((part) => part.card_id))];
}
