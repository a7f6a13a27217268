/** The groups that diagrams are sorted into. */
import { allValues, listOf, statement, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { recordsOf } from "../../core/records";
import { refused } from "../../http/errors";
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

/** The rows of groups; the diagrams of a deleted one stay. */
export const groupRows = recordsOf(diagramGroups, "Group");

/** Puts those of the diagrams that exist into a group; part of the running transaction. */
export const createMembers = (id: string, diagramIds: readonly string[]): void =>
  void statement(
    "INSERT INTO diagram_group_members (diagram_id, group_id) SELECT d.id, ? FROM json_each(?) JOIN diagrams d ON d.id = value",
  ).run(id, listOf(diagramIds));

const membersOf = (id: string): string[] =>
  allValues<string>("SELECT diagram_id FROM diagram_group_members WHERE group_id = ? ORDER BY diagram_id", id);

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
    const row = groupRows.create({
      name,
      color: input.color ?? null,
      sort_order: input.sort_order ?? 0,
      created_by: actor.userId,
    });
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
    const row = groupRows.require(id);
    const { name, color, sort_order } = row;
    const after = {
      name: asked.name == null ? name : requireName(asked.name, "name cannot be empty"),
      color: asked.color ?? color,
      sort_order: asked.sort_order ?? sort_order,
    };
    const changes = differences({ name, color, sort_order }, after);
    const fields = Object.keys(changes);
    if (fields.length > 0) {
      groupRows.update(row, after);
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
    const row = groupRows.require(id);
    const diagram_ids = membersOf(id);
    groupRows.delete(id);
    publish(actor, { type: "diagram_group.deleted", data: named(row), undo: { ...row, diagram_ids } });
  });
}
