/** The rows of diagrams, and of what belongs to them. */
import { eq } from "drizzle-orm";
import { allValues, db, firstValue, inList, listOf, notInList, statement, tables } from "../../../db";
import { found, notFound } from "../../http/errors";
import { etagOf } from "../../http/etags";
import { nowAfter } from "../../platform/clock";
import type { Content, Drawing } from "./content";

/** A diagram as far as it is small: without its drawing; `card_ids` are its links. */
export type DiagramRow = {
  id: string;
  name: string;
  description: string | null;
  updated_at: string;
  card_ids: string[];
};
/** The texts that people give a diagram. */
type Texts = Pick<DiagramRow, "name" | "description">;

/** A table of what belongs to diagrams → the column of its ids. */
const belongings = {
  diagram_cards: "card_id",
  diagram_references: "card_id",
  diagram_group_members: "group_id",
} as const;
type Belonging = keyof typeof belongings;

/** Returns SQL for the ids in a table that belong to `diagrams d`, as a JSON array. */
export const idsIn = (table: Belonging): string =>
  `(SELECT json_group_array(${belongings[table]} ORDER BY ${belongings[table]}) FROM ${table} WHERE diagram_id = d.id)`;

/** Replaces what belongs to a diagram; part of the running transaction. */
export function replaceIn(table: Belonging, id: string, ids: readonly string[]): void {
  const column = belongings[table];
  const list = listOf(ids);
  statement(`DELETE FROM ${table} WHERE diagram_id = ? AND ${notInList(column)}`).run(id, list);
  statement(`INSERT OR IGNORE INTO ${table} (diagram_id, ${column}) SELECT ?, value FROM json_each(?)`).run(id, list);
}

/** Returns the ids, among some, that are in a table, each once, in their order. */
export function existing(table: "cards" | "diagram_groups", ids: readonly string[]): string[] {
  const rows = statement<{ id: string }, [string]>(`SELECT id FROM ${table} WHERE ${inList("id")}`).all(listOf(ids));
  const found = new Set(rows.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => found.has(id));
}

/**
 * Finds the ids, each once, in their order.
 * @param thing what the table holds, as in "Card"
 * @throws Problem 404 when one is not in the table
 */
export function requireAll(table: "cards" | "diagram_groups", ids: readonly string[], thing: string): string[] {
  const found = existing(table, ids);
  if (found.length < new Set(ids).size) throw notFound(thing);
  return found;
}

/** Finds a diagram without its drawing. */
export function findDiagram(id: string): DiagramRow | undefined {
  const row = statement<Omit<DiagramRow, "card_ids"> & { card_ids: string }, [string]>(
    `SELECT d.id, d.name, d.description, d.updated_at, ${idsIn("diagram_cards")} AS card_ids FROM diagrams d WHERE d.id = ?`,
  ).get(id);
  return row ? { ...row, card_ids: JSON.parse(row.card_ids) as string[] } : undefined;
}

/**
 * Finds a diagram without its drawing.
 * @throws Problem 404
 */
export const requireDiagram = (id: string): DiagramRow => found(findDiagram(id), "Diagram");

/** Returns the version of a diagram: it changes with its fields and its links. */
export const versionOf = ({ updated_at, card_ids }: Pick<DiagramRow, "updated_at" | "card_ids">): string =>
  etagOf([updated_at, ...card_ids].join());

/** Returns the groups of a diagram. */
export const groupIdsOf = (id: string): string[] =>
  allValues<string>("SELECT group_id FROM diagram_group_members WHERE diagram_id = ? ORDER BY group_id", id);

/** Bytes of a drawing that are written like a row. */
const PAGE = 4096;

/** Returns the number of rows, about, that are written or deleted with a diagram. */
export const sizeOf = (id: string): number =>
  firstValue<number>(
    `SELECT d.card_count + octet_length(d.data) / ? + (SELECT count(*) FROM diagram_cards WHERE diagram_id = d.id)
       + (SELECT count(*) FROM diagram_favorites WHERE diagram_id = d.id) AS size FROM diagrams d WHERE d.id = ?`,
    PAGE,
    id,
  ) ?? 0;

/** Returns the drawing of a diagram that exists. */
export const storedDrawing = (id: string): Drawing =>
  statement<Drawing, [string]>("SELECT data, thumbnail FROM diagrams WHERE id = ?").get(id) as Drawing;

const textColumns = ({ name, description }: Texts) => ({
  name,
  name_key: name.toLowerCase(),
  description,
  description_key: description?.toLowerCase() ?? null,
});

const contentColumns = (content: Content) => ({ ...content, card_count: content.card_refs.length });

const writeReferences = (id: string, { card_refs }: Content) => {
  const references = card_refs.map((reference) => reference.toLowerCase());
  replaceIn("diagram_references", id, references);
};

type NewRow = Texts & { id: string; created_by: string | null; created_at: string; updated_at?: string };

/** Inserts a diagram with its links; part of the running transaction. */
export function createDiagramRow(row: NewRow, content: Content, cardIds: readonly string[]): void {
  db.insert(tables.diagrams)
    .values({ updated_at: row.created_at, ...row, ...textColumns(row), ...contentColumns(content) })
    .run();
  writeReferences(row.id, content);
  replaceIn("diagram_cards", row.id, cardIds);
}

/** Updates the texts of a diagram, and its content if it is given; part of the running transaction. */
export function updateDiagramRow({ id, updated_at }: DiagramRow, texts: Texts, content?: Content): void {
  db.update(tables.diagrams)
    .set({ ...textColumns(texts), ...(content && contentColumns(content)), updated_at: nowAfter(updated_at) })
    .where(eq(tables.diagrams.id, id))
    .run();
  if (content) writeReferences(id, content);
}

/** Deletes a diagram with all that belongs to it; part of the running transaction. */
export const deleteDiagramRow = (id: string): void => void statement("DELETE FROM diagrams WHERE id = ?").run(id);
