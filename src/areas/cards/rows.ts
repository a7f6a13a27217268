/** Cards as the database holds them, read one at a time. */
import { inList, listOf, statement } from "../../../db";
import { notFound } from "../../http/errors";

/** A row of `cards`. `lifecycle` and `attributes` are JSON text. */
export type CardRow = {
  seq: number;
  id: string;
  type: string;
  subtype: string | null;
  name: string;
  name_key: string;
  description: string | null;
  parent_id: string | null;
  lifecycle: string | null;
  attributes: string | null;
  status: string;
  approval_status: string;
  data_quality: number;
  external_id: string | null;
  alias: string | null;
  archived_at: string | null;
  created_by: string | null;
  updated_by: string | null;
  created_at: string;
  updated_at: string;
};

export type JsonObject = Record<string, unknown>;

/** A stored JSON object, parsed; an absent one is empty. */
export const parsed = (text: string | null): JsonObject => (text === null ? {} : (JSON.parse(text) as JsonObject));

/** The row of a card, whatever its status; null when there is none. */
export const findCard = (id: string): CardRow | null =>
  statement<CardRow, [string]>("SELECT * FROM cards WHERE id = ?").get(id);

/**
 * The row of a card, whatever its status.
 * @throws Problem 404
 */
export function cardRow(id: string): CardRow {
  const row = findCard(id);
  if (!row) throw notFound("Card");
  return row;
}

/** The rows of those of the cards that exist, in no particular order. */
export const cardRows = (ids: readonly string[]): CardRow[] =>
  statement<CardRow, [string]>(`SELECT * FROM cards WHERE ${inList("id")}`).all(listOf(ids));

/** What a name is compared by among siblings: trimmed, in lower case. */
export const nameKeyOf = (name: string): string => name.trim().toLowerCase();

/** The columns that `updateCard` can set. */
export type Changes = Partial<Omit<CardRow, "seq" | "id" | "type" | "created_at" | "created_by">>;

/**
 * Sets columns of a card.
 * @param changes at least one column → its new value
 */
export function updateCard(seq: number, changes: Changes): void {
  const columns = Object.keys(changes);
  statement(`UPDATE cards SET ${columns.map((column) => `${column} = ?`).join(", ")} WHERE seq = ?`).run(
    ...(Object.values(changes) as (string | number | null)[]),
    seq,
  );
}
