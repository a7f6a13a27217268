/** Dependencies between tasks and items: the successor starts after the predecessor is finished. They never form a cycle. */
import { hasRow, inList, listOf, statement, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { conflict, found, Problem } from "../../../http/errors";
import { requireInitiative } from "../initiatives";
import { type Columns, createRecord, deleteRecord, records } from "../records";
import type { Dependency, NewDependency } from "./model";

const SELECT =
  "SELECT id, initiative_id, pred_kind, pred_id, succ_kind, succ_id, 'FS' AS kind, created_at FROM ppm_dependencies";

/**
 * Lists the dependencies of an initiative in the order of their creation.
 * @throws Problem 404
 */
export function listDependencies(initiativeId: string): Dependency[] {
  requireInitiative(initiativeId);
  return statement<Dependency, [string]>(`${SELECT} WHERE initiative_id = ? ORDER BY created_at, id`).all(initiativeId);
}

type Ends = Omit<NewDependency, "kind">;
type End = { kind: "task" | "wbs"; id: string };

/** @throws Problem 404 when there is no such task or item; 422 when it is of another initiative */
function requireEnd(name: "Predecessor" | "Successor", initiativeId: string, { kind, id }: End): void {
  const row = found(kind === "task" ? records("task").find(id) : records("wbs_item").find(id), name);
  if (row.initiative_id !== initiativeId) throw new Problem(422, `${name} belongs to another initiative`);
}

/** Checks whether a dependency would close a cycle. */
export const closesCycle = ({ pred_id, succ_id }: Pick<Ends, "pred_id" | "succ_id">): boolean =>
  hasRow(
    `WITH RECURSIVE after (id) AS (
       VALUES (?) UNION SELECT d.succ_id FROM after JOIN ppm_dependencies d ON d.pred_id = after.id
     ) SELECT 1 AS found FROM after WHERE id = ?`,
    succ_id,
    pred_id,
  );

/** Checks whether an initiative has a dependency with these ends. */
export const isRelated = (initiativeId: string, { pred_kind, pred_id, succ_kind, succ_id }: Ends): boolean =>
  hasRow(
    `SELECT 1 AS found FROM ppm_dependencies
     WHERE initiative_id = ? AND pred_kind = ? AND pred_id = ? AND succ_kind = ? AND succ_id = ?`,
    initiativeId,
    pred_kind,
    pred_id,
    succ_kind,
    succ_id,
  );

const columnsOf = ({ pred_kind, pred_id, succ_kind, succ_id }: Ends): Columns<"dependency"> => ({
  pred_task_id: pred_kind === "task" ? pred_id : null,
  pred_wbs_id: pred_kind === "wbs" ? pred_id : null,
  succ_task_id: succ_kind === "task" ? succ_id : null,
  succ_wbs_id: succ_kind === "wbs" ? succ_id : null,
});

/**
 * Creates a dependency; nothing is rescheduled. Publishes `ppm.dependency.created`.
 * @throws Problem 404 for an unknown initiative, predecessor or successor; 422 for an end of another initiative, for one end
 *   that is both, and for a cycle; 409 when it exists
 */
export const createDependency = (actor: Actor, initiativeId: string, ends: NewDependency): Dependency =>
  transaction(() => {
    requireInitiative(initiativeId);
    const { pred_kind, pred_id, succ_kind, succ_id } = ends;
    if (pred_kind === succ_kind && pred_id === succ_id)
      throw new Problem(422, "The predecessor and the successor must not be the same");
    requireEnd("Predecessor", initiativeId, { kind: pred_kind, id: pred_id });
    requireEnd("Successor", initiativeId, { kind: succ_kind, id: succ_id });
    if (closesCycle(ends)) throw new Problem(422, "The dependency would close a cycle");
    if (isRelated(initiativeId, ends)) throw conflict("The dependency exists already");
    const { id } = createRecord(actor, "dependency", initiativeId, columnsOf(ends));
    return statement<Dependency, [string]>(`${SELECT} WHERE id = ?`).get(id) as Dependency;
  });

/**
 * Deletes a dependency. Publishes `ppm.dependency.deleted`.
 * @throws Problem 404
 */
export const deleteDependency = (actor: Actor, id: string): void =>
  transaction(() => deleteRecord(actor, "dependency", records("dependency").require(id)));

/** Deletes the dependencies of tasks or items; part of the running transaction. Publishes `ppm.dependency.deleted`. */
export function deleteDependenciesOf(actor: Actor, ids: readonly string[]): void {
  const found = statement<{ id: string }, [string]>(
    `SELECT id FROM ppm_dependencies WHERE ${inList("pred_task_id", "?1")} OR ${inList("pred_wbs_id", "?1")}
       OR ${inList("succ_task_id", "?1")} OR ${inList("succ_wbs_id", "?1")} ORDER BY created_at, id`,
  ).all(listOf(ids));
  const rows = records("dependency").list(found.map(({ id }) => id));
  for (const row of rows) deleteRecord(actor, "dependency", row);
}
