/** The related cards in the entries of feeds. */
import { inList, listOf, notInList, statement } from "../../../../db";
import { hiddenCardTypes, metamodel } from "../../metamodel";

/** A card at the other end of a relation. */
export type RelatedCard = { id: string; type: string; name: string };
/** The related cards of a card by the relations of a type, in either direction, by name. */
export type RelatedCards = (cardId: string, relationKey: string) => readonly RelatedCard[];

/** RelatedCards cards that an entry lists for one relation type. */
const MAX_RELATED = 1_000;

/** Returns SQL for the visible cards at the other end of the relations (types `?2`, by number) of some cards (ids `?1`). */
const side = (own: string, other: string) => `SELECT c.id AS card_id, r.type_seq, p.id, p.type, p.name
  FROM cards c JOIN relations r ON r.${own} = c.seq JOIN cards p ON p.seq = r.${other}
  WHERE ${inList("c.id", "+?1")} AND ${inList("r.type_seq", "+?2")}
    AND p.status <> 'ARCHIVED' AND ${notInList("p.type", "?3")}`;

const SELECT = `SELECT card_id, type_seq, id, type, name FROM (
    SELECT *, row_number() OVER (PARTITION BY card_id, type_seq ORDER BY name, id) AS number
    FROM (${side("source_seq", "target_seq")} UNION ${side("target_seq", "source_seq")})
  ) WHERE number <= ?4 ORDER BY number`;

type Row = [cardId: string, typeNumber: number, id: string, type: string, name: string];

/**
 * Reads the related cards of some cards with one query: of each card and relation type at most `MAX_RELATED`.
 * @param relationKeys keys of relation types; without any nothing is read
 */
export function readRelated(cardIds: readonly string[], relationKeys: readonly string[]): RelatedCards {
  if (relationKeys.length === 0) return () => [];
  const { relationTypes } = metamodel();
  const numberOf = (key: string) => relationTypes.get(key)?.seq ?? 0;
  const rows = statement<unknown>(SELECT).values(
    listOf(cardIds),
    listOf(relationKeys.map(numberOf)),
    listOf(hiddenCardTypes()),
    MAX_RELATED,
  ) as Row[];
  const lists = Map.groupBy(rows, ([cardId, typeNumber]) => `${cardId} ${typeNumber}`);
  return (cardId, key) =>
    (lists.get(`${cardId} ${numberOf(key)}`) ?? []).map(([, , id, type, name]) => ({ id, type, name }));
}
