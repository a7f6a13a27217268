/** The columns of an export for the links of cards: parents, tags, people, related cards. */
import { inList, listOf } from "../../../../db";
import type { Side } from "../../../../db/query";
import type { ReadConnection } from "../../../../db/read-connection";
import { type Actor, may } from "../../../core/access/actor";
import { activeRoles } from "../../../core/access/roles";
import type { Column, Row } from "../../../http/tables";
import { hiddenCardTypes, metamodel, type RelationType } from "../../metamodel";
import { escapedName, reference, SEPARATOR, uniqueName } from "./references";

/** Related cards that a cell lists; of more it has only the number. */
export const MAX_RELATED = 500;

/** Returns the key of the column of a stakeholder role, or of a relation type as seen from its source or its target. */
export const roleColumn = (role: string): string => `stakeholder:${role}`;
export const relationColumn = (type: string, side: Side): string =>
  side === "source" ? `relation:${type}` : `reverse:${type}`;

export const PARENT = "parent";
export const TAGS = "tags";

/** The links of a column: tags, people of a role, or cards related by a type, seen from one side. */
export type Link = { kind: "tags" } | { kind: "people"; role: string } | { kind: "cards"; type: string; side: Side };

/** Returns the links that the column of a key has; undefined for one without links. */
export function linkOf(header: string): Link | undefined {
  if (header === TAGS) return { kind: "tags" };
  const [, prefix, key = ""] = /^(stakeholder|relation|reverse):(.+)$/s.exec(header) ?? [];
  if (prefix === "stakeholder") return { kind: "people", role: key };
  return prefix ? { kind: "cards", type: key, side: prefix === "relation" ? "source" : "target" } : undefined;
}

/** Returns a column of links. */
const linkColumn = (header: string, label: string): Column => ({
  header,
  label,
  kind: "text",
  value: (row: Row) => (row["links"] as Record<string, string[]>)[header]?.join(SEPARATOR) ?? null,
});

/** A relation type, and the side on which cards are. */
export type Ends = { type: RelationType; side: Side };

/**
 * Returns the relation types of a card type and the side on which its cards are; hidden ones, and those to hidden types,
 * are left out.
 */
export function relationSides(typeKey: string): Ends[] {
  const hidden = new Set(hiddenCardTypes());
  return [...metamodel().relationTypes.values()].flatMap((type) => {
    const { is_hidden, source_type_key, target_type_key } = type;
    if (is_hidden) return [];
    return [
      ...(source_type_key === typeKey && !hidden.has(target_type_key) ? [{ type, side: "source" as const }] : []),
      ...(target_type_key === typeKey && !hidden.has(source_type_key) ? [{ type, side: "target" as const }] : []),
    ];
  });
}

/** Returns the columns of people and of related cards that the actor may see, for cards of some types. */
export function linkColumns(actor: Actor, types: readonly string[]): Column[] {
  const roles = may(actor, "stakeholders.view") ? types.flatMap(activeRoles) : [];
  const [onlyType, ...more] = types;
  const sides =
    onlyType !== undefined && more.length === 0 && may(actor, "relations.view") ? relationSides(onlyType) : [];
  const people = new Map(roles.map(({ key, label }) => [key, linkColumn(roleColumn(key), label)]));
  return [
    linkColumn(PARENT, "Parent"),
    linkColumn(TAGS, "Tags"),
    ...people.values(),
    ...sides.map(({ type, side }) =>
      linkColumn(relationColumn(type.key, side), side === "source" ? type.label : type.reverse_label || type.label),
    ),
  ];
}

/** SQL for the cards of a portion, whose ids are the list `?1`. */
const OF_PORTION = inList("c.id", "+?1");

const PARENTS = `SELECT c.id, p.id, ${uniqueName("p")} FROM cards c JOIN cards p ON p.id = c.parent_id WHERE ${OF_PORTION}`;

const TAGGED = `SELECT ct.card_id, g.name, t.name FROM card_tags ct JOIN tags t ON t.id = ct.tag_id
  JOIN tag_groups g ON g.id = t.tag_group_id WHERE ${inList("ct.card_id", "+?1")} ORDER BY g.name, t.name, t.id`;

const PEOPLE = `SELECT s.card_id, s.role, u.email FROM stakeholders s JOIN users u ON u.id = s.user_id
  WHERE ${inList("s.card_id", "+?1")} ORDER BY s.created_at, s.id`;

/** Returns SQL for the visible related cards of the portion's cards at one side of their relations. */
const related = (own: string, other: string) => `SELECT l.card, l.relation_type, p.id, ${uniqueName("p")}, l.many FROM (
    SELECT c.id AS card, r.type_seq AS relation_type, r.${other} AS peer, r.seq AS place,
      count(*) OVER each_type AS many, row_number() OVER (each_type ORDER BY r.seq) AS number
    FROM cards c JOIN relations r ON r.${own} = c.seq JOIN cards p ON p.seq = r.${other}
    WHERE ${OF_PORTION} AND p.status <> 'ARCHIVED' AND r.type_seq IN (SELECT value FROM json_each(?2))
    WINDOW each_type AS (PARTITION BY c.seq, r.type_seq)
  ) l JOIN cards p ON p.seq = l.peer WHERE l.number <= +?3 ORDER BY l.place`;

const RELATED = { source: related("source_seq", "target_seq"), target: related("target_seq", "source_seq") };

/** Returns the text of a cell with more related cards than it lists, which an import leaves as they are. */
export const manyRelated = (count: number): string => `(${count} cards)`;

type RelatedRow = [card: string, type: number, id: string, name: string | null, many: number];

function readRelated(connection: ReadConnection, ids: string, typeKey: string, add: Add): void {
  const sides = relationSides(typeKey);
  const keys = new Map(sides.map(({ type }) => [type.seq, type.key]));
  for (const side of ["source", "target"] as const) {
    const types = sides.flatMap(({ type, side: own }) => (own === side ? [type.seq] : []));
    if (types.length === 0) continue;
    for (const [card, type, id, name, many] of connection.rows<RelatedRow>(
      RELATED[side],
      ids,
      listOf(types),
      MAX_RELATED,
    )) {
      const column = relationColumn(keys.get(type) as string, side);
      if (many > MAX_RELATED) add(column, card, manyRelated(many), true);
      else add(column, card, reference(id, name));
    }
  }
}

type Add = (column: string, card: string, entry: string, isOnly?: boolean) => void;

/**
 * Reads the links of some cards, with a few queries.
 * @param typeKey the one type of the cards, whose related cards are read too
 * @returns for each card its entries by column
 */
export function readLinks(
  connection: ReadConnection,
  cardIds: readonly string[],
  typeKey: string | undefined,
): (cardId: string) => Record<string, string[]> {
  const links = new Map<string, Record<string, string[]>>();
  const add: Add = (column, card, entry, isOnly) => {
    const ofCard = links.get(card) ?? {};
    links.set(card, ofCard);
    if (isOnly) ofCard[column] = [entry];
    else (ofCard[column] ??= []).push(entry);
  };
  const ids = listOf(cardIds);
  for (const [card, id, name] of connection.rows<[string, string, string | null]>(PARENTS, ids))
    add(PARENT, card, reference(id, name));
  for (const [card, group, tag] of connection.rows<[string, string, string]>(TAGGED, ids))
    add(TAGS, card, `${escapedName(group)} / ${escapedName(tag)}`);
  for (const [card, role, email] of connection.rows<[string, string, string]>(PEOPLE, ids))
    add(roleColumn(role), card, email);
  if (typeKey !== undefined) readRelated(connection, ids, typeKey, add);
  return (cardId) => links.get(cardId) ?? {};
}
