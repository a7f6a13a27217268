/** The JSON of a card, as the floors make it. */

const TAGS = `(SELECT json_group_array(json_object('id', t.id, 'name', t.name, 'color', t.color, 'group_name', g.name)
    ORDER BY t.sort_order, t.name, t.id)
  FROM card_tags ct JOIN tags t ON t.id = ct.tag_id JOIN tag_groups g ON g.id = t.tag_group_id WHERE ct.card_id = c.id)`;
const PEOPLE = `(SELECT json_group_array(json_object('id', s.id, 'user_id', s.user_id,
    'user_display_name', u.display_name, 'user_email', u.email, 'role', s.role) ORDER BY s.created_at, s.id)
  FROM stakeholders s JOIN users u ON u.id = s.user_id WHERE s.card_id = c.id)`;

/** SQL for the columns of a `CardParts` of the table `cards c`. */
export const CARD_PARTS = `json_object('id', c.id, 'type', c.type, 'subtype', c.subtype, 'name', c.name,
    'description', c.description, 'parent_id', c.parent_id), c.lifecycle, c.attributes,
  json_object('status', c.status, 'approval_status', c.approval_status, 'data_quality', c.data_quality,
    'external_id', c.external_id, 'alias', c.alias, 'archived_at', c.archived_at, 'created_by', c.created_by,
    'updated_by', c.updated_by, 'created_at', c.created_at, 'updated_at', c.updated_at), ${TAGS}, ${PEOPLE}`;

/** A row of `CARD_PARTS`, perhaps with something behind them. */
export type CardParts = [
  head: string,
  lifecycle: string,
  attributes: string,
  tail: string,
  tags: string,
  people: string,
  number?,
];

/** Returns a card's JSON; of the ways tried, this one is the fastest: faster than all columns one by one, and than all JSON from SQL. */
export const cardJson = ([head, lifecycle, attributes, tail, tags, people]: CardParts): string =>
  `${head.slice(0, -1)},"lifecycle":${lifecycle},"attributes":${attributes},${tail.slice(1, -1)},"tags":${tags},"stakeholders":${people}}`;
