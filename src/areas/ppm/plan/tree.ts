/** The tree that the items of a work breakdown structure form. */
import { allValues, hasRow } from "../../../../db";
import { refused } from "../../../http/errors";
import { records } from "../records";

/** Checks whether an item is another one or stands below it. */
export const isWithin = (id: string, otherId: string): boolean =>
  hasRow(
    `WITH RECURSIVE above (id) AS (
       VALUES (?) UNION SELECT w.parent_id FROM above JOIN ppm_wbs w ON w.id = above.id
     ) SELECT 1 AS found FROM above WHERE id = ?`,
    id,
    otherId,
  );

/** Returns an item and all below it, whatever is below another one before it. */
export const subtreeOf = (id: string): string[] =>
  allValues<string>(
    `WITH RECURSIVE below (id, level) AS (
       VALUES (?, 0) UNION ALL SELECT w.id, below.level + 1 FROM below JOIN ppm_wbs w ON w.parent_id = below.id
     ) SELECT id FROM below ORDER BY level DESC, id`,
    id,
  );

/**
 * Requires that an item can stand below another one.
 * @param id null for an item that is to be created
 * @throws Problem 400 for the item itself, for one of another initiative, and for one below the item
 */
export function requireParent(initiativeId: string, id: string | null, parentId: string | null | undefined): void {
  if (!parentId) return;
  if (parentId === id) throw refused("parent_id: a WBS item can't be its own parent");
  if (records("wbs_item").find(parentId)?.initiative_id !== initiativeId)
    throw refused("parent_id: parent WBS item not found in this initiative");
  if (id !== null && isWithin(parentId, id))
    throw refused("parent_id: a circular structure: the parent stands below the WBS item");
}
