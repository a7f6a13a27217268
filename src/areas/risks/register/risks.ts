/** Creating, changing and deleting risks. */
import { eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { deleteSystemTodosBelow } from "../../todos";
import { levelsOf, requireSteps } from "../matrix";
import type { NewRisk, RiskChanges } from "../model";
import { snapshotRisk } from "../snapshots";
import { publishRisk } from "./events";
import { followStatus, riskChanging } from "./followers";
import { knownCards, linkCards } from "./links";
import { notifyOwner, notifyStatus, requireOwner, syncOwnerTodo } from "./owner";
import {
  changedColumns,
  createRiskRow,
  linkOf,
  nextNumber,
  type RiskColumns,
  type RiskRow,
  requireRiskRow,
  storedRisk,
  updateRisk,
} from "./rows";
import { requireReopening, statusColumns } from "./status";

/** A risk that is complete but for its identity and its levels. */
type Content = Pick<
  typeof tables.risks.$inferInsert,
  "title" | "description" | "category" | "owner_id" | "target_resolution_date" | "status" | "source_type" | "source_ref"
> &
  Parameters<typeof levelsOf>[0];

/**
 * Adds a risk to the register, with a number of its own; part of the running transaction. Its owner gets a todo and a
 * notification. Publishes `risk.added`.
 * @param cardIds cards that exist
 * @param promotedFrom what kind of thing it was promoted from, if it was
 */
export function registerRisk(
  actor: Actor,
  content: Content,
  cardIds: readonly string[],
  promotedFrom?: "compliance",
): RiskRow {
  const risk = createRiskRow({
    ...content,
    ...levelsOf(content),
    number: nextNumber("risks"),
    created_by: actor.userId,
  });
  linkCards(risk.id, cardIds, "affected");
  publishRisk(actor, "risk.added", risk, { change: "created", promotedFrom });
  syncOwnerTodo(actor, risk);
  notifyOwner(actor, risk);
  return risk;
}

/**
 * Creates a risk, as `registerRisk`; ids of cards that are malformed or unknown are passed over.
 * @returns its id
 * @throws Problem 400 for an owner who is no user, 422 for a step that isn't in use
 */
export function createRisk(actor: Actor, { card_ids, owner_id, ...content }: NewRisk): string {
  return transaction(() => {
    requireSteps(content);
    const owner = owner_id ? requireOwner(owner_id) : null;
    const assessed = { ...content, residual_probability: null, residual_impact: null };
    return registerRisk(actor, { ...assessed, owner_id: owner }, knownCards(card_ids)).id;
  });
}

/** Returns the columns that a change asks for. @throws Problem 400, 422 */
function columnsOf(actor: Actor, before: RiskRow, changes: RiskChanges) {
  requireSteps(changes as Parameters<typeof requireSteps>[0]);
  const { status: _, owner_id, ...scalars } = changes;
  const columns = {
    ...scalars,
    ...(owner_id !== undefined && { owner_id: owner_id === null ? null : requireOwner(owner_id) }),
    ...statusColumns(actor, before, changes),
  } as Partial<RiskRow>;
  return { ...columns, ...levelsOf({ ...before, ...columns }) };
}

/** Returns the values that a risk had in the columns that have changed. */
function formerColumns(before: RiskRow, after: RiskRow): RiskColumns {
  const { updated_at: _, ...former } = changedColumns(storedRisk(after), storedRisk(before));
  return former;
}

/**
 * Updates the fields that are given; an explicit null clears a field. The todo of the owner follows, a new owner
 * is notified, and the owner is notified when somebody else sets the status. Publishes `risk.updated`; without a
 * field nothing happens.
 * @param key id or reference
 * @returns the id of the risk
 * @throws Problem 400, 404; 409 when it is closed and more than its reopening is asked for; 422 for a step that
 * isn't in use
 */
export function changeRisk(actor: Actor, key: string, changes: RiskChanges): string {
  return transaction(() => {
    const before = requireRiskRow(key);
    const fields = Object.keys(changes).sort();
    if (fields.length === 0) return before.id;
    requireReopening(before, changes);
    const after = updateRisk(before, columnsOf(actor, before, changes));
    followStatus(actor, before, after);
    publishRisk(actor, "risk.updated", after, {
      change: "updated",
      fields,
      snapshot: { before: formerColumns(before, after) },
    });
    syncOwnerTodo(actor, after);
    if (after.owner_id !== before.owner_id) notifyOwner(actor, after);
    if (changes.status !== undefined) notifyStatus(actor, after);
    return after.id;
  });
}

/**
 * Deletes a risk with its links, its mitigation tasks and all todos of it; part of the running transaction. Publishes
 * `risk.removed`.
 */
export function unregisterRisk(actor: Actor, risk: RiskRow): void {
  riskChanging(actor, risk, undefined);
  publishRisk(actor, "risk.removed", risk, { change: "deleted", snapshot: snapshotRisk(risk) });
  deleteSystemTodosBelow(actor, linkOf(risk));
  db.delete(tables.risks).where(eq(tables.risks.id, risk.id)).run();
}

/**
 * Deletes a risk, as `unregisterRisk`.
 * @param key id or reference
 * @throws Problem 400, 404
 */
export const deleteRisk = (actor: Actor, key: string): void =>
  transaction(() => unregisterRisk(actor, requireRiskRow(key)));
