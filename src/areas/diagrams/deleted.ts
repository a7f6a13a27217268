/** Deleted diagrams: what is stored of one, so that it can be created again as it was. */
import { allValues, listOf, statement } from "../../../db";
import { existingUserId } from "../../core/access/accounts";
import { nowAfter } from "../../platform/clock";
import { contentOf, type DiagramData } from "./content";
import { createDiagramRow, type DiagramRow, existing, groupIdsOf, replaceIn, storedDrawing } from "./rows";

type Creation = { created_by: string | null; created_at: string };

/** A diagram with its drawing and all that belongs to it. */
export type DeletedDiagram = DiagramRow & Creation & { data: DiagramData; group_ids: string[]; starred_by: string[] };

const starredBy = (id: string): string[] =>
  allValues<string>("SELECT user_id FROM diagram_favorites WHERE diagram_id = ? ORDER BY user_id", id);

/** Returns all that makes a diagram, which is about to be deleted. */
export function snapshotOf({ id, name, description, updated_at, card_ids }: DiagramRow): DeletedDiagram {
  const creation = statement<Creation, [string]>("SELECT created_by, created_at FROM diagrams WHERE id = ?").get(id)!;
  const { data, thumbnail } = storedDrawing(id);
  const drawing = { ...(JSON.parse(data) as object), ...(thumbnail !== null && { thumbnail: JSON.parse(thumbnail) }) };
  const belongings = { card_ids, group_ids: groupIdsOf(id), starred_by: starredBy(id) };
  return { id, name, description, updated_at, ...creation, data: drawing, ...belongings };
}

/** Creates a deleted diagram again, with those of its cards, groups and stars that still exist; part of the running transaction. */
export function restoreDiagram({ data, card_ids, group_ids, starred_by, ...row }: DeletedDiagram): void {
  createDiagramRow(
    { ...row, created_by: existingUserId(row.created_by), updated_at: nowAfter(row.updated_at) },
    contentOf(data),
    existing("cards", card_ids),
  );
  replaceIn("diagram_group_members", row.id, existing("diagram_groups", group_ids));
  statement(
    "INSERT INTO diagram_favorites (user_id, diagram_id) SELECT u.id, ? FROM json_each(?) JOIN users u ON u.id = value",
  ).run(row.id, listOf(starred_by));
}
