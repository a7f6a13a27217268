/** The stakeholders of cards and their roles. */
import { listOf, notInList } from "../../../../db";
import { stakeholderRolesByType } from "../../../core/access/roles";
import { columns } from "../../../http/tables";
import { cardType, hiddenCardTypes } from "../../metamodel";
import { fragment, grouped, rowsOf } from "../rows";
import type { Report } from "../table";

type Row = [type: string, role: string, user_id: string, name: string, email: string, card_id: string, card: string];

/** The color and rank of what has no definition. */
const GREY = "#757575";
const LAST = 9_999;

/** Lists all parts in active cards of visible types, the cards by name. */
const listParts = (): Row[] =>
  rowsOf<Row>(
    fragment(
      `SELECT c.type, s.role, u.id, coalesce(nullif(u.display_name, ''), u.email), u.email, c.id, c.name
       FROM stakeholders s CROSS JOIN cards c ON c.id = s.card_id JOIN users u ON u.id = s.user_id
       WHERE +c.status = 'ACTIVE' AND ${notInList("c.type")} ORDER BY c.name_key, c.seq`,
      listOf(hiddenCardTypes()),
    ),
  );

const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Returns the users of a role with their cards, those with most cards first. */
function usersOf(rows: readonly Row[]) {
  const users = [...grouped(rows.map((row) => [row[2], row]))].map(([user_id, own]) => {
    const [, , , display_name, email] = own[0] as Row;
    const cards = own.map(([, , , , , id, name]) => ({ id, name }));
    return { user_id, display_name, email, card_count: cards.length, cards };
  });
  return users.sort(
    (one, other) =>
      other.card_count - one.card_count ||
      compareText(one.display_name.toLowerCase(), other.display_name.toLowerCase()) ||
      compareText(one.user_id, other.user_id),
  );
}

/** Returns the roles of a card type that anybody has, in their order. */
function rolesOf(type: string, rows: readonly Row[]) {
  const definitions = stakeholderRolesByType().get(type);
  const roles = [...grouped(rows.map((row) => [row[1], row]))].map(([role_key, own]) => {
    const found = definitions?.get(role_key);
    const definition = found?.is_archived ? undefined : found;
    const { label = role_key, color = GREY, translations = {}, sort_order = LAST } = definition ?? {};
    const role = { role_key, role_label: label, role_color: color, role_translations: translations };
    return { rank: sort_order, role: { ...role, users: usersOf(own) } };
  });
  return roles
    .sort((one, other) => one.rank - other.rank || compareText(one.role.role_key, other.role.role_key))
    .map(({ role }) => role);
}

/** Returns the card types with their roles, those with most holders first. */
function directoryOf(parts: readonly Row[]) {
  const types = [...grouped(parts.map((row) => [row[0], row]))].map(([type_key, rows]) => {
    const { label = type_key, icon = "category", color = GREY } = cardType(type_key) ?? {};
    const holders_count = new Set(rows.map(([, , user]) => user)).size;
    return {
      type_key,
      type_label: label,
      type_icon: icon,
      type_color: color,
      holders_count,
      roles: rolesOf(type_key, rows),
    };
  });
  types.sort(
    (one, other) =>
      other.holders_count - one.holders_count ||
      compareText(one.type_label.toLowerCase(), other.type_label.toLowerCase()) ||
      compareText(one.type_key, other.type_key),
  );
  return { card_types: types };
}

/** Returns the stakeholders of all cards: card types, their roles, the users who have them, and in which cards. As a table, a row for each part. */
export function stakeholderDirectory(): Report {
  const parts = listParts();
  return {
    name: "stakeholder-directory",
    json: () => [JSON.stringify(directoryOf(parts))],
    columns: columns("display_name", "email", "type", "role", "card_id", "card"),
    rows: () =>
      parts.map(([type, role, , display_name, email, card_id, card]) => ({
        display_name,
        email,
        type,
        role,
        card_id,
        card,
      })),
  };
}
