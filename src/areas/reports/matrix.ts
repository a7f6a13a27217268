/** Which cards of one type are related to which of another. */

import type { Actor } from "../../core/access/actor";
import { livesAt, where } from "../cards";
import { linkedPairs } from "./links";
import { activeCards, type Filters, numbersOf, phaseMember, populationOf, selectCards } from "./population";
import { list, members, rowsOf, scalar } from "./rows";

type MatrixQuery = Filters & { row_type: string; col_type: string };

/** Rows, columns and where they intersect, as JSON; the filters restrict the rows. */
export function matrix(actor: Actor, { row_type, col_type, ...filters }: MatrixQuery): string {
  const { at } = filters;
  const rows = populationOf(actor, row_type, filters);
  const columns = [...activeCards(col_type), ...(at === undefined ? [] : [livesAt(at)])];
  const phase = phaseMember(at);
  const head = members({ id: scalar("c.id"), name: scalar("c.name"), parent_id: scalar("c.parent_id") });
  const text = where(`c.id, '{' || ${head} || ${phase.sql} || '}'`, ...phase.values);
  const rowCards = rowsOf<[number, string, string]>(selectCards(rows, text));
  const columnCards = rowsOf<[number, string, string]>(selectCards(columns, text));
  const pairs = linkedPairs(numbersOf(rows), numbersOf(columns), row_type === col_type);
  const own = row_type === col_type ? rowCards.map(([seq]): [number, number] => [seq, seq]) : [];
  const intersections = crossings(
    [...pairs.filter(([row, column]) => own.length === 0 || row !== column), ...own],
    rowCards,
    columnCards,
  );
  const texts = (cards: typeof rowCards) => list(cards.map(([, , card]) => card));
  return `{"rows":${texts(rowCards)},"columns":${texts(columnCards)},"intersections":${intersections}}`;
}

type Card = [seq: number, id: string, text: string];

/** The pairs of numbers as pairs of ids, in the order of rows and columns. */
function crossings(pairs: [number, number][], rows: readonly Card[], columns: readonly Card[]): string {
  const rankOf = (cards: readonly Card[]) => new Map(cards.map(([seq], rank) => [seq, rank]));
  const [rowRanks, columnRanks] = [rankOf(rows), rankOf(columns)];
  const ranked = pairs.flatMap(([row, column]) => {
    const [rowRank, columnRank] = [rowRanks.get(row), columnRanks.get(column)];
    return rowRank === undefined || columnRank === undefined ? [] : [[rowRank, columnRank] as const];
  });
  ranked.sort(([row, column], [otherRow, otherColumn]) => row - otherRow || column - otherColumn);
  return list(ranked.map(([row, column]) => `{"row_id":"${rows[row]?.[1]}","col_id":"${columns[column]?.[1]}"}`));
}
