/** The relations of a card, counted by type and direction, and its place in the hierarchy. */
import { cardNumber, listOf, notInList, statement } from "../../../db";
import { hiddenCardTypes, relationType } from "../metamodel";
import type { RelationSummary } from "./model";
import { findCard, requireCard } from "./repository";

/** The directions of relations, with the columns of the card's own end and of the other end. */
const directions = [
  { direction: "outgoing", own: "source_seq", peer: "target_seq" },
  { direction: "incoming", own: "target_seq", peer: "source_seq" },
] as const;

type Direction = (typeof directions)[number]["direction"];

/**
 * Returns queries the relations of a card in each direction, without those to archived cards and to cards of hidden types.
 * @param columns of the relation `r` and the other card `c`, its type `y`: `y.key AS relation_type_key` is among them
 * @param end the end of the statement: grouping or order
 */
export const queryRelations = <Row extends { relation_type_key: string }>(
  cardId: string,
  columns: string,
  end: string,
): (Row & { direction: Direction; label: string })[] =>
  directions.flatMap(({ direction, own, peer }) =>
    statement<Row, [string, string]>(
      `SELECT ${columns} FROM relations r JOIN cards c ON c.seq = r.${peer} JOIN relation_types y ON y.seq = r.type_seq
       WHERE r.${own} = ${cardNumber()} AND c.status <> 'ARCHIVED' AND ${notInList("c.type")} ${end}`,
    )
      .all(cardId, listOf(hiddenCardTypes()))
      .map((row) => ({ ...row, direction, label: labelOf(row.relation_type_key, direction) })),
  );

function labelOf(typeKey: string, direction: Direction): string {
  const type = relationType(typeKey);
  return direction === "incoming" ? type?.reverse_label || type?.label || typeKey : (type?.label ?? typeKey);
}

/** Compares rows by a text, for `sort`. */
export const byText =
  <Row>(textOf: (row: Row) => string) =>
  (one: Row, other: Row): number => {
    const a = textOf(one);
    const b = textOf(other);
    return a < b ? -1 : a > b ? 1 : 0;
  };

/**
 * Returns the number of relations by type and direction, the active parent, and the number of active children.
 * @throws Problem 404
 */
export function relationSummary(cardId: string): RelationSummary {
  const card = requireCard(cardId);
  const counts = queryRelations<{ relation_type_key: string; peer_type_key: string; count: number }>(
    card.id,
    "y.key AS relation_type_key, c.type AS peer_type_key, count(*) AS count",
    "GROUP BY 1, 2",
  ).sort(byText(({ direction, label }) => `${direction === "outgoing" ? 0 : 1}${label.toLowerCase()}`));
  const parent = card.parent_id === null ? undefined : findCard(card.parent_id);
  const active = parent?.status === "ACTIVE" ? parent : undefined;
  const children = statement<{ count: number }, [string]>(
    "SELECT count(*) AS count FROM cards WHERE parent_id = ? AND status = 'ACTIVE'",
  ).get(card.id);
  return {
    by_type: counts,
    hierarchy: {
      children_count: children?.count ?? 0,
      parent_id: active?.id ?? null,
      parent_name: active?.name ?? null,
      parent_type: active?.type ?? null,
    },
  };
}
