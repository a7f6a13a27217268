/** The relations between the cards of two types. */
import type { Actor } from "../../core/access/actor";
import { columns } from "../../http/tables";
import { linkedPairs, relationsOfPairs } from "./links";
import { activeCards, type Filters, numbersOf, phaseMember, populationOf, selectCards } from "./population";
import { fragment, list, listed, members, rowsOf, scalar } from "./rows";
import type { Report } from "./table";

type MatrixQuery = Filters & { row_type: string; col_type: string; relations: boolean };

type Card = [seq: number, id: string, name: string, text: string];

/** Returns the pairs in the order of rows and columns, as their places; what is no row or column is left out. */
function crossings(pairs: [number, number][], rows: readonly Card[], cols: readonly Card[]): [number, number][] {
  const rankOf = (cards: readonly Card[]) => new Map(cards.map(([seq], rank) => [seq, rank]));
  const rowRanks = rankOf(rows);
  const colRanks = rankOf(cols);
  const ranked = pairs.flatMap(([row, col]): [number, number][] => {
    const rowRank = rowRanks.get(row);
    const colRank = colRanks.get(col);
    return rowRank === undefined || colRank === undefined ? [] : [[rowRank, colRank]];
  });
  return ranked.sort(([row, col], [otherRow, otherCol]) => row - otherRow || col - otherCol);
}

/**
 * Returns rows, columns and where they intersect, perhaps with the relations that make it so; the filters restrict the
 * rows. As a table, the intersections.
 */
export function matrix(actor: Actor, { row_type, col_type, relations, ...filters }: MatrixQuery): Report {
  const rows = populationOf(actor, row_type, filters);
  const cols = activeCards(col_type, filters.at);
  const phase = phaseMember(filters.at);
  const head = members({ id: scalar("c.id"), name: scalar("c.name"), parent_id: scalar("c.parent_id") });
  const text = fragment(`c.id, c.name, '{' || ${head} || ${phase.sql} || '}'`, ...phase.values);
  const rowCards = rowsOf<Card>(selectCards(rows, text));
  const colCards = rowsOf<Card>(selectCards(cols, text));
  const isSameType = row_type === col_type;
  const pairs = linkedPairs(numbersOf(rows), numbersOf(cols), isSameType).filter(
    ([row, col]) => !isSameType || row !== col,
  );
  const selves = isSameType ? rowCards.map(([seq]): [number, number] => [seq, seq]) : [];
  const intersections = crossings([...pairs, ...selves], rowCards, colCards).map(
    ([row, col]) => [rowCards[row], colCards[col]] as [Card, Card],
  );
  const texts = (cards: readonly Card[]) => listed(cards.values().map(([, , , text]) => text));
  const relationsOf = relations ? relationsOfPairs(actor, numbersOf(rows), numbersOf(cols), isSameType) : undefined;
  const crossed = () =>
    intersections.values().map(([[one, row], [other, col]]) => {
      const related = relationsOf ? `,"relations":${list(relationsOf(one, other))}` : "";
      return `{"row_id":"${row}","col_id":"${col}"${related}}`;
    });
  return {
    name: "matrix",
    *json() {
      yield '{"rows":';
      yield* texts(rowCards);
      yield ',"columns":';
      yield* texts(colCards);
      yield* listed(crossed(), ',"intersections":', "}");
    },
    columns: columns("row_id", "row", "col_id", "col"),
    rows: () => intersections.map(([[, row_id, row], [, col_id, col]]) => ({ row_id, row, col_id, col })),
  };
}
