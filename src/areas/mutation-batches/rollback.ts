/** Rolling a batch back: what that would do, what stands in its way, and doing it. */
import { largeTransaction, rehearse, statement } from "../../../db";
import { type Actor, require } from "../../core/access/actor";
import { type Author, publishAll } from "../../core/journal/journal";
import { conflict, forbidden } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { withoutCosts } from "../cards";
import { readBatch } from "./batches";
import { conflictsOf } from "./conflicts";
import { changedKeys } from "./fields";
import type {
  Batch,
  ConflictingBatch,
  Obstacle,
  OperationName,
  RollbackOperation,
  RollbackPlan,
  RollbackRequest,
  RollbackResult,
} from "./model";
import { deniedSteps, hiddenKeys } from "./rights";
import { isNoLoss, isOfRelation, madeBy, type Step, stepsOf, told } from "./steps";
import { type Outcome, undo } from "./undo";

/** Reasons for which nothing is lost: it is already as the step would make it. */
const harmless = new Set([
  "already_deleted",
  "already_restored",
  "already_archived",
  "not_archived",
  "already_related",
]);

/** Reasons that go away when somebody clears the way; without force, a rollback waits for that. */
const removable = new Set(["name_taken", "would_form_cycle", "too_deep", "cardinality", "children_left"]);

const MOST_OBSTACLES = 1_000;
/** Results that the summary of a rollback keeps; its events tell of all. */
const MOST_SUMMARIZED = 200;

type Hidden = (step: Step) => readonly string[];

const about = (step: Step) => (isOfRelation(step) ? { relation_id: step.subject } : { card_id: step.subject });

/** The values that a step puts back; undefined for a step that is not about values. */
function fieldsOf(step: Step): Record<string, unknown> | undefined {
  if (step.op === "restore_card_fields")
    return Object.fromEntries(step.changes.map((change) => [change.field, change.old]));
  if (step.op !== "restore_relation_fields") return undefined;
  const { attributes, description } = step.undo ?? {};
  return { attributes: attributes ?? null, description: description ?? null };
}

/** A step on the wire. */
function operationOf(step: Step, hidden: readonly string[]): RollbackOperation {
  const { eventId: event_id, eventType: event_type, op, reason } = step;
  if (op === "unsupported") return { event_id, op, event_type, ...(reason && { reason }) };
  const fields = fieldsOf(step);
  const keys = Object.entries(changedKeys(step.changes)).map(([field, changed]): [string, string[]] => [
    field,
    field === "attributes" ? changed.filter((key) => !hidden.includes(key)) : changed,
  ]);
  return {
    event_id,
    op,
    ...about(step),
    ...(fields && (withoutCosts({ fields }, hidden) as { fields: Record<string, unknown> })),
    ...(keys.length > 0 && { keys: Object.fromEntries(keys) }),
  };
}

/** What became of a step, on the wire. */
function resultOf(step: Step, outcome: Outcome | undefined, hidden: readonly string[]): RollbackOperation {
  const operation = operationOf(step, hidden);
  if (!outcome) return operation;
  const { status, reason, notRestored, disconnected, became } = outcome;
  return {
    ...operation,
    status,
    ...became,
    ...(reason && { reason }),
    ...(notRestored && { not_restored: notRestored }),
    ...(disconnected && { disconnected_card_ids: disconnected }),
  };
}

/** What an obstacle is about; nothing when the event doesn't name it. */
const subjectOf = (step: Step): Pick<Obstacle, "card_id" | "relation_id"> =>
  step.subject === null ? {} : isOfRelation(step) ? { relation_id: step.subject } : { card_id: step.subject };

/** Whether a step failed only for the lack of a card that came and went in the batch. */
function missesOnly(made: ReadonlySet<string | null>, step: Step, reason: string): boolean {
  if (reason === "parent_not_found")
    return step.changes.some(({ field, old }) => field === "parent_id" && made.has(old as string | null));
  const concerned = isOfRelation(step) ? [told(step, "source_id"), told(step, "target_id")] : [step.subject];
  return reason === "card_not_found" && concerned.some((id) => made.has(id));
}

/** What keeps the steps from putting everything back. A relation is told of by two events but is one obstacle. */
function obstaclesOf(
  steps: readonly Step[],
  denied: readonly Step[],
  outcomes: ReadonlyMap<Step, Outcome>,
): Obstacle[] {
  const made = madeBy(steps);
  const obstacles = new Map<string, Obstacle>();
  const add = (step: Step, reason: string, more: Partial<Obstacle> = {}) => {
    if (missesOnly(made, step, reason)) return;
    const obstacle = { event_id: step.eventId, reason, ...subjectOf(step), ...more };
    const key = isOfRelation(step) ? `${step.subject} ${step.op} ${reason}` : `${step.eventId} ${reason} ${more.field}`;
    if (!obstacles.has(key) && obstacles.size < MOST_OBSTACLES) obstacles.set(key, obstacle);
  };
  for (const step of denied) add(step, "missing_permission");
  for (const [step, { reason, notRestored, disconnected }] of outcomes) {
    if (disconnected) add(step, "children_left", { card_ids: disconnected });
    for (const [field, why] of Object.entries(notRestored ?? {})) add(step, why, { field });
    if (reason && !notRestored && !harmless.has(reason)) add(step, reason);
  }
  return [...obstacles.values()];
}

type Prepared = {
  steps: Step[];
  hidden: Hidden;
  denied: Step[];
  conflicts: ConflictingBatch[];
  touched: ReadonlySet<string>;
};

/** Everything that is known of a rollback before its first step. */
function prepare(actor: Actor, batch: Batch): Prepared {
  const steps = stepsOf(batch.id);
  const hidden = hiddenKeys(actor, steps);
  const { batches: conflicts, touched } = conflictsOf(batch.id, steps);
  return { steps, hidden, denied: deniedSteps(actor, steps, hidden), conflicts, touched };
}

/** The actor with a batch of their own for what the rollback itself tells of. */
const inBatch = (actor: Actor, batchId: string): Actor => ({ ...actor, namedBatch: undefined, batchId });

/** What a rollback would do. It is rehearsed, so it tells of whatever would stand in its way. */
function plan(actor: Actor, batch: Batch): RollbackPlan {
  const { steps, hidden, denied, conflicts, touched } = prepare(actor, batch);
  const rollbackId = openRollback(actor);
  const outcomes = undo(inBatch(actor, rollbackId), steps, [batch.id, rollbackId], touched, () => {});
  const obstacles = obstaclesOf(steps, denied, outcomes);
  const made = madeBy(steps);
  const unsupported = steps.filter((step) => step.op === "unsupported");
  const operation = (step: Step) => operationOf(step, hidden(step));
  return {
    batch,
    operations: steps.filter((step) => step.op !== "unsupported").map(operation),
    unsupported_events: unsupported.map(operation),
    event_count: steps.length,
    dry_run: true,
    conflicting_batches: conflicts,
    obstacles,
    complete: conflicts.length === 0 && obstacles.length === 0 && unsupported.every((step) => isNoLoss(step, made)),
  };
}

/** @throws Problem 403 naming up to five of the cards */
function refuseDenied(denied: readonly Step[]): void {
  if (denied.length === 0) return;
  const cards = new Set(denied.filter((step) => !isOfRelation(step)).map((step) => step.subject));
  if (cards.size === 0) throw forbidden("Not enough permissions");
  const named = [...cards].slice(0, 5);
  throw forbidden(`Not enough permissions for cards: ${named.join(", ")}${named.length === 5 ? "…" : ""}`);
}

/** @throws Problem 409 telling what must be cleared away before, or forced */
function refuseConflict(conflicts: readonly ConflictingBatch[], obstacles: readonly Obstacle[]): void {
  if (conflicts.length === 0 && obstacles.length === 0) return;
  const message =
    conflicts.length > 0
      ? "Later changes touch what this batch changed: roll them back first, the newest first, or let an administrator force this"
      : `The rules don't allow everything to be put back as it was (${[...new Set(obstacles.map((obstacle) => obstacle.reason))].join(", ")})`;
  throw conflict({ error: "rollback_conflict", message, conflicting_batches: conflicts, obstacles });
}

/** Opens the batch of a rollback. */
function openRollback(actor: Actor): string {
  const id = newId();
  statement(
    "INSERT INTO mutation_batches (id, tool_name, actor_user_id, origin, dry_run, created_at) VALUES (?, 'rollback_batch', ?, ?, 0, ?)",
  ).run(id, actor.userId, actor.origin ?? "api", now());
  return id;
}

type RollbackEvent = `rollback.${Exclude<OperationName, "unsupported">}`;

/** Tells of each step that was taken; what it tells is nobody's own doing, and in no card's history. */
function publishSteps(actor: Actor, batchId: string, done: readonly [Step, Outcome][]): void {
  const author: Author = { userId: null, origin: actor.origin, batchId };
  const impersonation = actor.impersonatedRole && {
    impersonator_user_id: actor.userId,
    impersonated_role: actor.impersonatedRole,
  };
  publishAll(
    author,
    done.map(([step, outcome]) => {
      const { status, keys, ...operation } = resultOf(step, outcome, []);
      return {
        type: `rollback.${step.op}` as RollbackEvent,
        data: { ...operation, outcome: outcome.status, ...impersonation },
      };
    }),
  );
}

/** What the batch of a rollback keeps of it, without the values that were put back: they may be costs. */
function summaryOf(batch: Batch, forced: boolean, results: readonly RollbackOperation[]) {
  const count = (status: string | undefined) => results.filter((result) => result.status === status).length;
  return {
    reverses_batch_id: batch.id,
    forced,
    counts: { ok: count("ok"), skipped: count("skipped"), unsupported: count(undefined) },
    results: results.slice(0, MOST_SUMMARIZED).map(({ fields, keys, ...result }) => result),
  };
}

/**
 * Undoes a batch in one transaction. An open batch is closed by it: what is undone can't be added to.
 * @throws Problem 403, 409
 */
function carryOut(actor: Actor, batch: Batch, force: boolean): RollbackResult {
  const { steps, hidden, denied, conflicts, touched } = prepare(actor, batch);
  refuseDenied(denied);
  if (!force) refuseConflict(conflicts, []);
  const rollbackId = openRollback(actor);
  const outcomes = undo(inBatch(actor, rollbackId), steps, [batch.id, rollbackId], touched, (done) =>
    publishSteps(actor, rollbackId, done),
  );
  if (!force)
    refuseConflict(
      [],
      obstaclesOf(steps, [], outcomes).filter((obstacle) => removable.has(obstacle.reason)),
    );
  const results = steps.map((step) => resultOf(step, outcomes.get(step), hidden(step)));
  const at = now();
  statement("UPDATE mutation_batches SET committed_at = ?, summary = ? WHERE id = ?").run(
    at,
    JSON.stringify(summaryOf(batch, force, results)),
    rollbackId,
  );
  statement(
    "UPDATE mutation_batches SET rolled_back_at = ?, committed_at = coalesce(committed_at, ?), confirm_token = NULL WHERE id = ?",
  ).run(at, at, batch.id);
  return { rollback_batch_id: rollbackId, reversed_batch_id: batch.id, forced: force, results };
}

/**
 * Undoes a batch, or with `dry_run` tells what that would do and what stands in its way. Each change back needs the right
 * of that change. Without `force` nothing is done while later batches touch the same things or a rule is in the way.
 * A second time finds everything as it should be and skips it.
 * @throws Problem 404; 403; 409 with the batches and the rules in the way
 */
export function rollBack(actor: Actor, id: string, { dry_run, force }: RollbackRequest): RollbackPlan | RollbackResult {
  return (dry_run ? rehearse : largeTransaction)(() => {
    const batch = readBatch(actor, id);
    if (force) require(actor, "admin.events");
    return dry_run ? plan(actor, batch) : carryOut(actor, batch, force);
  });
}
