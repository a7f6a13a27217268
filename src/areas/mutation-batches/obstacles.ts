/** The obstacles that keep a rollback from restoring everything, and their reports in a plan and a refusal. */
import type { Outcome } from "../../core/undo";
import { conflict, forbidden } from "../../http/errors";
import type { ConflictingBatch, Obstacle } from "./model";
import { type BatchStep, createdBy, type SupportedStep } from "./steps";

const MAX_OBSTACLES = 1_000;

/** Returns the obstacles that keep steps from restoring everything: rights that lack, and reasons of their outcomes. */
export function obstaclesOf(
  steps: readonly BatchStep[],
  denied: readonly SupportedStep[],
  outcomes: ReadonlyMap<SupportedStep, Outcome>,
): Obstacle[] {
  const created = createdBy(steps);
  const obstacles = new Map<string, Obstacle>();
  const add = (step: SupportedStep, reason: string, more: Partial<Obstacle> = {}) => {
    const { subject, op, eventId, inverse } = step;
    const { idField, severalEvents } = inverse.subject;
    const key = severalEvents ? `${subject} ${op} ${reason}` : `${eventId} ${reason} ${more.field}`;
    if (obstacles.has(key) || obstacles.size >= MAX_OBSTACLES) return;
    obstacles.set(key, { event_id: eventId, reason, ...(subject !== null && { [idField]: subject }), ...more });
  };
  for (const step of denied) add(step, "missing_permission");
  for (const [step, { reason, harmless, notRestored, needs = [], obstacle }] of outcomes) {
    const addFailure = (why: string, more?: Partial<Obstacle>) => {
      if (!why.endsWith("_not_found") || !needs.some((id) => created.has(id))) add(step, why, more);
    };
    if (obstacle) add(step, obstacle.reason, { card_ids: obstacle.card_ids });
    for (const [field, why] of Object.entries(notRestored ?? {})) addFailure(why, { field });
    if (reason && !notRestored && !harmless) addFailure(reason);
  }
  return [...obstacles.values()];
}

/** Returns those of the obstacles of steps that somebody can clear away, for which an unforced rollback is refused. */
export function clearableObstacles(outcomes: ReadonlyMap<SupportedStep, Outcome>): Obstacle[] {
  const steps = [...outcomes.keys()];
  const clearable = new Set(steps.flatMap((step) => step.inverse.clearable ?? []));
  const met = [...outcomes].filter(([, { reason, notRestored, obstacle }]) => reason ?? notRestored ?? obstacle);
  if (met.length === 0) return [];
  return obstaclesOf(steps, [], new Map(met)).filter(({ reason }) => clearable.has(reason));
}

/** @throws Problem 403 naming up to five of the cards */
export function refuseDenied(denied: readonly SupportedStep[]): void {
  if (denied.length === 0) return;
  const onCards = denied.filter((step) => step.inverse.subject.idField === "card_id");
  const cards = [...new Set(onCards.map((step) => step.subject))].slice(0, 5);
  if (cards.length === 0) throw forbidden("Not enough permissions");
  throw forbidden(`Not enough permissions for cards: ${cards.join(", ")}${cards.length === 5 ? "…" : ""}`);
}

/** @throws Problem 409 with what must be cleared away before, or forced */
export function refuseConflict(conflicts: readonly ConflictingBatch[], obstacles: readonly Obstacle[]): void {
  if (conflicts.length === 0 && obstacles.length === 0) return;
  const message =
    conflicts.length > 0
      ? "Later changes touch what this batch changed: roll them back first, the newest first, or let an administrator force this"
      : `The rules don't allow everything to be restored (${[...new Set(obstacles.map((obstacle) => obstacle.reason))].join(", ")})`;
  throw conflict({ error: "rollback_conflict", message, conflicting_batches: conflicts, obstacles });
}
