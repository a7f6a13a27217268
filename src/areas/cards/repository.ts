/** Access to rows of the table `cards`. */
import { hasRow, inList, listOf, statement, type tables } from "../../../db";
import { found } from "../../http/errors";
import { now } from "../../platform/clock";
import type { CalculationResult, CardRef } from "../calculations";

/** A row of `cards`. `lifecycle` and `attributes` are JSON text. */
export type CardRow = typeof tables.cards.$inferSelect;

/** The columns of a card that can be set. */
export type CardColumns = Partial<Omit<CardRow, "seq" | "id" | "type" | "created_at" | "created_by">>;

/** Finds the row of a card in any status. */
export const findCard = (id: string): CardRow | undefined =>
  statement<CardRow, [string]>("SELECT * FROM cards WHERE id = ?").get(id) ?? undefined;

/** Checks whether there is a card, in any status. */
export const hasCard = (id: string): boolean => hasRow("SELECT 1 AS found FROM cards WHERE id = ?", id);

/**
 * Finds the row of a card in any status.
 * @throws Problem 404
 */
export const requireCard = (id: string): CardRow => found(findCard(id), "Card");

/** Finds the rows of the cards that exist, each once, in the order of the ids. */
export function findCards(ids: readonly string[]): CardRow[] {
  const found = statement<CardRow, [string]>(`SELECT * FROM cards WHERE ${inList("id")}`).all(listOf(ids));
  const byId = new Map(found.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
}

/** Finds the ids and types of the cards that exist, in any status, each once. */
export const cardRefs = (ids: readonly string[]): CardRef[] =>
  statement<CardRef, [string]>(`SELECT id, type FROM cards WHERE ${inList("id")}`).all(listOf(ids));

type Values = (string | number | null)[];

/** Inserts a card; columns that are left out get their defaults. */
export function createRow(
  row: CardColumns & Pick<CardRow, "id" | "type" | "name" | "name_key" | "created_by" | "created_at" | "updated_at">,
): void {
  const columns = Object.keys(row);
  statement(`INSERT INTO cards (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`).run(
    ...(Object.values(row) as Values),
  );
}

/** Writes attributes that were calculated; part of the running transaction. */
export function writeCalculated(results: readonly CalculationResult[]): void {
  const at = now();
  // One by one: a single statement would have to parse all texts again, and is slower.
  const write = statement("UPDATE cards SET attributes = ?, updated_at = max(updated_at, ?) WHERE seq = ?");
  for (const { seq, attributes } of results) write.run(attributes, at, seq);
}

/** Sets at least one column of a card. */
export function updateColumns(seq: number, columns: CardColumns): void {
  const assignments = Object.keys(columns).map((column) => `${column} = ?`);
  statement(`UPDATE cards SET ${assignments.join(", ")} WHERE seq = ?`).run(...(Object.values(columns) as Values), seq);
}
