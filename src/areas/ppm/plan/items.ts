/** The items of work breakdown structures. */
import { inList, listOf, statement, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { MANY_ROWS } from "../../../core/api/operation";
import { progress } from "../../../core/threads/progress";
import { requireInitiative } from "../initiatives";
import { requireUser } from "../people";
import { createRecord, deleteRecord, records, updateRecord } from "../records";
import { deleteDependenciesOf } from "./dependencies";
import { followInPlan } from "./follow";
import { requireItem } from "./list";
import type { NewWbsItem, WbsItem, WbsItemChanges } from "./model";
import { requireParent, subtreeOf } from "./tree";

/**
 * Creates an item; the items above it follow. Publishes `ppm.wbs_item.created`.
 * @throws Problem 404; 400 for a parent that is no item of the initiative; 422 for an assignee that is no user
 */
export const createItem = (actor: Actor, initiativeId: string, item: NewWbsItem): WbsItem =>
  transaction(() => {
    requireInitiative(initiativeId);
    requireParent(initiativeId, null, item.parent_id);
    requireUser("assignee_id", item.assignee_id);
    const row = createRecord(actor, "wbs_item", initiativeId, item, ({ parent_id }) => followInPlan([parent_id]));
    return requireItem(row.id);
  });

/**
 * Updates the fields that are given; the items above it follow, also above where it was. Values that follow from
 * tasks can't be typed. Publishes `ppm.wbs_item.updated`.
 * @throws Problem 404; 400 for a parent that is the item itself, none of the initiative, or below the item; 422
 * for an assignee that is no user
 */
export const updateItem = (actor: Actor, id: string, changes: WbsItemChanges): WbsItem =>
  transaction(() => {
    const before = records("wbs_item").require(id);
    requireParent(before.initiative_id, id, changes.parent_id);
    requireUser("assignee_id", changes.assignee_id);
    updateRecord(actor, "wbs_item", before, changes, () => followInPlan([id, before.parent_id]));
    return requireItem(id);
  });

/** Takes the tasks of items out of the structure. Publishes `ppm.task.updated`. */
function detachTasks(actor: Actor, itemIds: readonly string[]): void {
  const tasks = statement<{ id: string }, [string]>(
    `SELECT id FROM ppm_tasks WHERE ${inList("wbs_id")} ORDER BY created_at, id`,
  ).all(listOf(itemIds));
  const rows = records("task").list(tasks.map(({ id }) => id));
  for (const [place, task] of rows.entries()) {
    progress(place, rows.length);
    updateRecord(actor, "task", task, { wbs_id: null });
  }
}

/** Checks whether much goes with an item. */
export function goesWithMuch(id: string): boolean {
  const items = subtreeOf(id);
  if (items.length > MANY_ROWS) return true;
  const [{ count } = { count: 0 }] = statement<{ count: number }, [string]>(
    `SELECT (SELECT count(*) FROM ppm_tasks WHERE ${inList("wbs_id", "?1")}) +
       (SELECT count(*) FROM ppm_dependencies WHERE ${inList("pred_wbs_id", "?1")} OR ${inList("succ_wbs_id", "?1")}) AS count`,
  ).all(listOf(items));
  return items.length + count > MANY_ROWS;
}

/**
 * Deletes an item and all below it, with their dependencies; their tasks stay, outside the structure. The items above follow.
 * Publishes `ppm.wbs_item.deleted` for each, after the events of what goes with them.
 * @throws Problem 404
 */
export const deleteItem = (actor: Actor, id: string): void =>
  transaction(() => {
    const { parent_id } = records("wbs_item").require(id);
    const items = subtreeOf(id);
    deleteDependenciesOf(actor, items);
    detachTasks(actor, items);
    for (const [place, item] of records("wbs_item").list(items).entries()) {
      progress(place, items.length);
      deleteRecord(actor, "wbs_item", item, () => (item.id === id ? followInPlan([parent_id]) : {}));
    }
  });
