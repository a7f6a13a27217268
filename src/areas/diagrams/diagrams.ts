/** Diagrams: created, changed, put into groups, deleted. */
import { rehearse, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { type Changes, differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { type Content, contentOf, contentWithReferences, isSame } from "./content";
import { snapshotOf } from "./deleted";
import type { DiagramChanges, NewDiagram, WrittenDiagram } from "./model";
import {
  createDiagramRow,
  type DiagramRow,
  deleteDiagramRow,
  groupIdsOf,
  replaceIn,
  requireAll,
  requireDiagram,
  storedDrawing,
  updateDiagramRow,
} from "./rows";

/** Returns the part that all payloads about a diagram share. */
export const named = ({ id, name }: Pick<DiagramRow, "id" | "name">) => ({ id, name });

/**
 * Creates a diagram. Publishes `diagram.created`.
 * @throws Problem 404 for an unknown card; 422 when the drawing refers to too many cards
 */
export function createDiagram(actor: Actor, input: NewDiagram): WrittenDiagram {
  return transaction(() => {
    const { name, description = null } = input;
    const card_ids = requireAll("cards", input.card_ids ?? [], "Card");
    const row = { id: newId(), name, description, created_by: actor.userId, created_at: now() };
    createDiagramRow(row, contentOf(input.data ?? {}), card_ids);
    publish(actor, { type: "diagram.created", data: named(row) });
    return { ...named(row), card_ids };
  });
}

/** Returns the content that is asked for, if it is another than the stored one. */
function changedContent(id: string, { data }: DiagramChanges): Content | undefined {
  if (!data) return undefined;
  const content = contentWithReferences(data);
  return isSame(content, storedDrawing(id)) ? undefined : content;
}

/** Returns the fields of a diagram that can be undone, as they are and as they are asked to be. */
function fieldsOf({ name, description, card_ids }: DiagramRow, asked: DiagramChanges) {
  const before = { name, description, card_ids };
  const after = {
    name: asked.name ?? name,
    description: asked.description === undefined ? description : asked.description,
    card_ids: asked.card_ids ? requireAll("cards", asked.card_ids, "Card").toSorted() : card_ids,
  };
  return { after, changes: differences(before, after) };
}

/** Returns the former values of changed fields; undefined when none changed. */
const oldValues = (changes: Changes) =>
  Object.keys(changes).length === 0
    ? undefined
    : Object.fromEntries(Object.entries(changes).map(([field, { old }]) => [field, old]));

/** Updates a diagram as `updateDiagram`, as part of the running transaction. */
function change(actor: Actor, id: string, asked: DiagramChanges): WrittenDiagram {
  const row = requireDiagram(id);
  const { after, changes } = fieldsOf(row, asked);
  const { card_ids, ...texts } = after;
  const content = changedContent(id, asked);
  const fields = [...Object.keys(changes), ...(content ? ["data"] : [])];
  if (fields.length > 0) {
    if (changes["card_ids"]) replaceIn("diagram_cards", id, card_ids);
    if (fields.some((field) => field !== "card_ids")) updateDiagramRow(row, texts, content);
    publish(actor, { type: "diagram.updated", data: { id, name: texts.name, fields }, undo: oldValues(changes) });
  }
  return { id, name: texts.name, card_ids };
}

/**
 * Changes what is given of a diagram; links alone don't count as a change of it. Publishes `diagram.updated`.
 * @returns the diagram as it is then, or would be in a dry run, which changes nothing
 * @throws Problem 404 for an unknown diagram or card; 422 when the drawing refers to too
 *   many cards
 */
export const updateDiagram = (actor: Actor, id: string, asked: DiagramChanges): WrittenDiagram =>
  (asked.dry_run ? rehearse : transaction)(() => change(actor, id, asked));

/**
 * Puts a diagram into groups, in place of those it was in. Publishes `diagram.grouped`.
 * @returns the groups, each once, in the order asked for
 * @throws Problem 404 for an unknown diagram or group
 */
export function replaceGroups(actor: Actor, id: string, groupIds: readonly string[]): string[] {
  return transaction(() => {
    const row = requireDiagram(id);
    const group_ids = requireAll("diagram_groups", groupIds, "Group");
    const before = groupIdsOf(id);
    if (!Bun.deepEquals(before, group_ids.toSorted())) {
      replaceIn("diagram_group_members", id, group_ids);
      publish(actor, { type: "diagram.grouped", data: { ...named(row), group_ids }, undo: { group_ids: before } });
    }
    return group_ids;
  });
}

/**
 * Deletes a diagram with its links, its stars and its places in groups. Publishes `diagram.deleted`.
 * @throws Problem 404
 */
export function deleteDiagram(actor: Actor, id: string): void {
  transaction(() => {
    const row = requireDiagram(id);
    const undo = snapshotOf(row);
    deleteDiagramRow(id);
    publish(actor, { type: "diagram.deleted", data: named(row), undo });
  });
}
