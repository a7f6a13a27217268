/** The relations of the cards of a page, by their types. */
import { inList, listOf, statement } from "../../../../db";
import type { Side } from "../../../../db/query";
import { type Actor, require } from "../../../core/access/actor";
import { parseObject } from "../../../platform/json";
import { relationCostKeysOf } from "../../metamodel";
import { redactAttributesFor } from "../redaction";
import type { Ends } from "./export-links";
import type { ListedRelations } from "./model";

/** Relations of one type that a card of a list shows. */
const MAX_SHOWN = 20;
/** Relations of one type that are counted. */
const MAX_COUNTED = 1_000;

type Row = [
  card: string,
  typeNumber: number,
  relation_id: string,
  id: string,
  name: string,
  type: string,
  subtype: string | null,
  attributes: string | null,
];

/** Returns SQL for unarchived cards at the other end of relations of the type `t`, by the index of these relations. */
const unarchived = (own: string, other: string, limit: number) =>
  `SELECT e.seq FROM relations e JOIN cards q ON q.seq = e.${other}
   WHERE e.${own} = c.seq AND e.type_seq = t.value AND q.status <> 'ARCHIVED' ORDER BY e.${other} LIMIT ${limit}`;

/** Returns SQL for the first relations of each type `?2` of the cards `?1`, as seen from one end. */
const shown = (own: string, other: string) => `SELECT c.id, t.value, r.id, p.id, p.name, p.type, p.subtype, r.attributes
  FROM cards c CROSS JOIN json_each(+?2) t CROSS JOIN relations r CROSS JOIN cards p ON p.seq = r.${other}
  WHERE ${inList("c.id", "+?1")} AND r.seq IN (${unarchived(own, other, MAX_SHOWN)}) ORDER BY r.${other}`;

/** Returns SQL for the number of the relations of a type `t.value` of a card. */
const counted = (own: string, other: string) =>
  `SELECT (SELECT count(*) FROM (${unarchived(own, other, MAX_COUNTED)})) AS total
   FROM cards c CROSS JOIN json_each(+?2) t WHERE c.id = ?1`;

const SHOWN = { source: shown("source_seq", "target_seq"), target: shown("target_seq", "source_seq") };
const COUNTED = { source: counted("source_seq", "target_seq"), target: counted("target_seq", "source_seq") };

/** Returns the name of relations of a type as a list has it, seen from their source or their target. */
const nameOf = (key: string, side: Side): string => (side === "source" ? `relation.${key}` : `reverse.${key}`);

function addSide(
  actor: Actor,
  cardIds: readonly string[],
  side: Side,
  keys: ReadonlyMap<number, string>,
  cells: Map<string, Record<string, ListedRelations>>,
): void {
  const types = listOf([...keys.keys()]);
  const rows = statement<unknown>(SHOWN[side]).values(listOf(cardIds), types) as unknown as Row[];
  // The costs of a relation are visible to stakeholders of its source.
  const redact = redactAttributesFor(
    actor,
    rows.map(([card, , , peer]) => (side === "source" ? card : peer)),
    relationCostKeysOf,
  );
  const number = new Map<ListedRelations, number>();
  for (const [card, typeNumber, relation_id, id, name, type, subtype, stored] of rows) {
    const key = keys.get(typeNumber) as string;
    const ofCard = cells.get(card) ?? {};
    cells.set(card, ofCard);
    const cell = (ofCard[nameOf(key, side)] ??= { total: 0, items: [] });
    const text = redact(side === "source" ? card : id, key, stored);
    const attributes = text === null ? null : parseObject(text);
    cell.total = cell.items.push({ relation_id, id, name, type, subtype, attributes });
    if (cell.total === MAX_SHOWN && !number.has(cell)) {
      const [row] = statement<{ total: number }>(COUNTED[side]).all(card, listOf([typeNumber]));
      number.set(cell, row?.total ?? cell.total);
    }
  }
  for (const [cell, total] of number) cell.total = total;
}

/**
 * Reads the relations of cards to unarchived ones, by the ids of the cards and the names of the relation types.
 * @param ends the relation types, and the sides on which the cards are
 * @throws Problem 403 without the right to see relations
 */
export function readRelations(
  actor: Actor,
  cardIds: readonly string[],
  ends: readonly Ends[],
): Map<string, Record<string, ListedRelations>> {
  require(actor, "relations.view");
  const cells = new Map<string, Record<string, ListedRelations>>();
  for (const side of ["source", "target"] as const) {
    const keys = new Map(ends.filter((end) => end.side === side).map(({ type }) => [type.seq, type.key]));
    if (keys.size > 0) addSide(actor, cardIds, side, keys, cells);
  }
  return cells;
}
