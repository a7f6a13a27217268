/** The rows of diagrams, and of what belongs to them. */
import { eq } from "drizzle-orm";
import { db, inList, listOf, notInList, statement, tables } from "../../../db";
import { notFound } from "../../http/errors";
import { etagOf } from "../../http/etags";
import type { Content } from "./content";

/** A diagram as far as it is small: without its drawing; `card_ids` are its links. */
export type DiagramRow = {
  id: string;
  name: string;
  description: string | null;
  updated_at: string;
  card_ids: string[];
};
/** Columns of a diagram that can be changed. */
export type DiagramColumns = Partial<Pick<DiagramRow, "name" | "description">> & Partial<Content>;

/** A table of what belongs to diagrams → the column of its ids. */
const belongings = {
  diagram_cards: "card_id",
  diagram_references: "card_id",
  diagram_group_members: "group_id",
} as const;
type Belonging = keyof typeof belongings;

/** SQL for the ids in a table that belong to `diagrams d`, as a JSON array. */
export const idsIn = (table: Belonging): string =>
  `(SELECT json_group_array(${belongings[table]} ORDER BY ${belongings[table]}) FROM ${table} WHERE diagram_id = d.id)`;

/** Replaces what belongs to a diagram; part of the running transaction. */
export function replaceIn(table: Belonging, id: string, ids: readonly string[]): void {
  const [column, list] = [belongings[table], listOf(ids)];
  statement(`DELETE FROM ${table} WHERE diagram_id = ? AND ${notInList(column)}`).run(id, list);
  statement(`INSERT OR IGNORE INTO ${table} (diagram_id, ${column}) SELECT ?, value FROM json_each(?)`).run(id, list);
}

/** Those of the ids that are in a table, each once, in their order. */
export function existing(table: "cards" | "diagram_groups", ids: readonly string[]): string[] {
  const rows = statement<{ id: string }, [string]>(`SELECT id FROM ${table} WHERE ${inList("id")}`).all(listOf(ids));
  const found = new Set(rows.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => found.has(id));
}

/**
 * The ids, each once, in their order.
 * @param thing what the table holds, as in "Card"
 * @throws Problem 404 when one is not in the table
 */
export function requireAll(table: "cards" | "diagram_groups", ids: readonly string[], thing: string): string[] {
  const found = existing(table, ids);
  if (found.length < new Set(ids).size) throw notFound(thing);
  return found;
}

/** A diagram without its drawing. */
export function findDiagram(id: string): DiagramRow | undefined {
  const row = statement<Omit<DiagramRow, "card_ids"> & { card_ids: string }, [string]>(
    `SELECT d.id, d.name, d.description, d.updated_at, ${idsIn("diagram_cards")} AS card_ids FROM diagrams d WHERE d.id = ?`,
  ).get(id);
  return row ? { ...row, card_ids: JSON.parse(row.card_ids) as string[] } : undefined;
}

/**
 * A diagram without its drawing.
 * @throws Problem 404
 */
export function requireDiagram(id: string): DiagramRow {
  const row = findDiagram(id);
  if (!row) throw notFound("Diagram");
  return row;
}

/** The version of a diagram: it changes with its fields and its links. */
export const versionOf = ({ updated_at, card_ids }: Pick<DiagramRow, "updated_at" | "card_ids">): string =>
  etagOf([updated_at, ...card_ids].join());

/** The groups of a diagram. */
export const groupIdsOf = (id: string): string[] =>
  statement<{ group_id: string }, [string]>(
    "SELECT group_id FROM diagram_group_members WHERE diagram_id = ? ORDER BY group_id",
  )
    .all(id)
    .map(({ group_id }) => group_id);

/** The rows that are written or deleted with a diagram, about. */
export const sizeOf = (id: string): number =>
  statement<{ size: number }, [string]>(
    `SELECT d.card_count + (SELECT count(*) FROM diagram_cards WHERE diagram_id = d.id)
       + (SELECT count(*) FROM diagram_favorites WHERE diagram_id = d.id) AS size FROM diagrams d WHERE d.id = ?`,
  ).get(id)?.size ?? 0;

/** What a diagram holds. */
export const storedContent = (id: string): Omit<Content, "card_refs"> =>
  statement<Omit<Content, "card_refs">, [string]>("SELECT data, thumbnail FROM diagrams WHERE id = ?").get(id) as Omit<
    Content,
    "card_refs"
  >;

/** The columns that follow from others. */
const derived = ({ name, description, card_refs }: DiagramColumns) => ({
  ...(name !== undefined && { name_key: name.toLowerCase() }),
  ...(description !== undefined && { description_key: description?.toLowerCase() ?? null }),
  ...(card_refs && { card_count: card_refs.length }),
});

const writeReferences = (id: string, { card_refs }: DiagramColumns) => {
  if (card_refs)
    replaceIn(
      "diagram_references",
      id,
      card_refs.map((ref) => ref.toLowerCase()),
    );
};

type NewRow = Content &
  Pick<DiagramRow, "id" | "name" | "description"> & { created_by: string | null; created_at: string };

/** Inserts a diagram with its links; part of the running transaction. */
export function insertDiagram(row: NewRow, cardIds: readonly string[]): void {
  const keys = derived(row) as Required<ReturnType<typeof derived>> & { name_key: string; card_count: number };
  db.insert(tables.diagrams)
    .values({ ...row, ...keys, updated_at: row.created_at })
    .run();
  writeReferences(row.id, row);
  replaceIn("diagram_cards", row.id, cardIds);
}

/** Updates columns of a diagram; part of the running transaction. */
export function updateDiagramRow(id: string, columns: DiagramColumns & { updated_at: string }): void {
  db.update(tables.diagrams)
    .set({ ...columns, ...derived(columns) })
    .where(eq(tables.diagrams.id, id))
    .run();
  writeReferences(id, columns);
}

/** Deletes a diagram with all that belongs to it; part of the running transaction. */
export const deleteDiagramRow = (id: string): void => void statement("DELETE FROM diagrams WHERE id = ?").run(id);
