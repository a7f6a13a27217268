/** The groups that diagrams are sorted into. */
import { eq } from "drizzle-orm";
import { db, listOf, statement, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { found, refused } from "../../http/errors";
import { now, nowAfter } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { DiagramGroup, GroupChanges, NewGroup } from "./model";

const { diagramGroups } = tables;

/** A row of `diagram_groups`. */
export type GroupRow = typeof diagramGroups.$inferSelect;
/** Columns of a group that can be changed. */
export type GroupColumns = Partial<Pick<GroupRow, "name" | "color" | "sort_order">>;

const GROUP = `SELECT g.id, g.name, g.color, g.sort_order,
    (SELECT count(*) FROM diagram_group_members WHERE group_id = g.id) AS diagram_count, g.created_at, g.updated_at
  FROM diagram_groups g`;

/** Lists all groups in their order. */
export const listGroups = (): DiagramGroup[] =>
  statement<DiagramGroup>(`${GROUP} ORDER BY g.sort_order, g.name, g.id`).all();

/** Finds a group that exists. */
export const requireGroup = (id: string) =>
  statement<DiagramGroup, [string]>(`${GROUP} WHERE g.id = ?`).get(id) as DiagramGroup;

/** Finds the row of a group. */
export const findGroup = (id: string): GroupRow | undefined =>
  db.select().from(diagramGroups).where(eq(diagramGroups.id, id)).get();

/** @throws Problem 404 */
const requireGroupRow = (id: string): GroupRow => found(findGroup(id), "Group");

/** Inserts the row of a group; part of the running transaction. */
export const createGroupRow = (row: GroupRow): void => void db.insert(diagramGroups).values(row).run();

/** Updates columns of a group; part of the running transaction. */
export const updateGroupRow = (row: GroupRow, columns: GroupColumns): void =>
  void db
    .update(diagramGroups)
    .set({ ...columns, updated_at: nowAfter(row.updated_at) })
    .where(eq(diagramGroups.id, row.id))
    .run();

/** Deletes the row of a group; its diagrams stay. Part of the running transaction. */
export const deleteGroupRow = (id: string): void => void statement("DELETE FROM diagram_groups WHERE id = ?").run(id);

/** Puts those of the diagrams that exist into a group; part of the running transaction. */
export const createMembers = (id: string, diagramIds: readonly string[]): void =>
  void statement(
    "INSERT INTO diagram_group_members (diagram_id, group_id) SELECT d.id, ? FROM json_each(?) JOIN diagrams d ON d.id = value",
  ).run(id, listOf(diagramIds));

const membersOf = (id: string): string[] =>
  statement<{ diagram_id: string }, [string]>(
    "SELECT diagram_id FROM diagram_group_members WHERE group_id = ? ORDER BY diagram_id",
  )
    .all(id)
    .map(({ diagram_id }) => diagram_id);

/** Returns the part that all payloads about a group share. */
const named = ({ id, name }: GroupRow) => ({ id, name });

/** Finds a name without the blanks around it. @throws Problem 400 with a message when nothing is left */
function requireName(name: string, message: string): string {
  const trimmed = name.trim();
  if (trimmed === "") throw refused(message);
  return trimmed;
}

/**
 * Creates a group. Publishes `diagram_group.created`.
 * @throws Problem 400 for a blank name
 */
export function createGroup(actor: Actor, input: NewGroup): DiagramGroup {
  return transaction(() => {
    const name = requireName(input.name, "name is required");
    const at = now();
    const row: GroupRow = {
      id: newId(),
      name,
      color: input.color ?? null,
      sort_order: input.sort_order ?? 0,
      created_by: actor.userId,
      created_at: at,
      updated_at: at,
    };
    createGroupRow(row);
    publish(actor, { type: "diagram_group.created", data: named(row) });
    return requireGroup(row.id);
  });
}

/**
 * Changes what is given of a group and not null. Publishes `diagram_group.updated`.
 * @throws Problem 404; 400 for a blank name
 */
export function updateGroup(actor: Actor, id: string, asked: GroupChanges): DiagramGroup {
  return transaction(() => {
    const row = requireGroupRow(id);
    const { name, color, sort_order } = row;
    const after = {
      name: asked.name == null ? name : requireName(asked.name, "name cannot be empty"),
      color: asked.color ?? color,
      sort_order: asked.sort_order ?? sort_order,
    };
    const changes = differences({ name, color, sort_order }, after);
    const fields = Object.keys(changes);
    if (fields.length > 0) {
      updateGroupRow(row, after);
      const undo = Object.fromEntries(fields.map((field) => [field, changes[field]?.old]));
      publish(actor, { type: "diagram_group.updated", data: { id, name: after.name, fields }, undo });
    }
    return requireGroup(id);
  });
}

/**
 * Deletes a group; its diagrams stay. Publishes `diagram_group.deleted`.
 * @throws Problem 404
 */
export function deleteGroup(actor: Actor, id: string): void {
  transaction(() => {
    const row = requireGroupRow(id);
    const diagram_ids = membersOf(id);
    deleteGroupRow(id);
    publish(actor, { type: "diagram_group.deleted", data: named(row), undo: { ...row, diagram_ids } });
  });
}
