/** Rolling a batch back, or planning it: what it would do, and what keeps it from restoring everything. */
import { largeTransaction, rehearse } from "../../../db";
import { baseOfScenario } from "../../../db/client";
import { adoptBatch } from "../../../db/scenarios";
import { type Actor, require } from "../../core/access/actor";
import { closeBatch, makeRow, markRolledBack, seqOfBatch } from "../../core/journal/batches";
import { type Author, publishAll } from "../../core/journal/journal";
import type { Outcome } from "../../core/undo";
import { now } from "../../platform/clock";
import { createBatch, readBatch } from "./batches";
import { conflictsOf } from "./conflicts";
import type {
  Batch,
  ConflictingBatch,
  RollbackOperation,
  RollbackPlan,
  RollbackRequest,
  RollbackResult,
} from "./model";
import { clearableObstacles, obstaclesOf, refuseConflict, refuseDenied } from "./obstacles";
import { deniedSteps, type HiddenKeys, hiddenKeys } from "./rights";
import { type BatchStep, createdBy, isLossless, isSupported, type SupportedStep, stepsOf } from "./steps";
import { undo } from "./undo";

/** Results that the summary of a rollback keeps; its events hold all. */
const MAX_SUMMARIZED = 200;

/** The steps of which nothing is hidden, serialized: as events and as results they are the same. */
const wholeSteps = new WeakMap<BatchStep, RollbackOperation>();

/** Serializes a step. */
function serializeStep(step: BatchStep, hidden: readonly string[]): RollbackOperation {
  if (hidden.length > 0) return serializeAnew(step, hidden);
  const operation = wholeSteps.get(step) ?? serializeAnew(step, hidden);
  wholeSteps.set(step, operation);
  return operation;
}

function serializeAnew(step: BatchStep, hidden: readonly string[]): RollbackOperation {
  const { eventId: event_id, eventType: event_type, op, subject } = step;
  if (!isSupported(step)) return { event_id, op, event_type, reason: step.reason };
  const { inverse } = step;
  return { event_id, op, [inverse.subject.idField]: subject, ...inverse.describe?.(step, hidden) };
}

/** Serializes a step with its outcome. */
function serializeResult(step: BatchStep, outcome: Outcome | undefined, hidden: readonly string[]): RollbackOperation {
  const operation = serializeStep(step, hidden);
  if (!outcome) return operation;
  const { status, reason, notRestored, result } = outcome;
  return {
    ...operation,
    status,
    ...result,
    ...(reason && { reason }),
    ...(notRestored && { not_restored: notRestored }),
  };
}

type PreparedRollback = {
  steps: BatchStep[];
  supported: SupportedStep[];
  hidden: HiddenKeys;
  denied: SupportedStep[];
  conflicts: ConflictingBatch[];
  touched: ReadonlySet<string>;
};

/** Returns everything that is known of a rollback before its first step. */
function prepare(actor: Actor, batch: Batch, force: boolean): PreparedRollback {
  const steps = stepsOf(batch.id);
  const supported = steps.filter(isSupported);
  const hidden = hiddenKeys(actor, supported);
  const { batches: conflicts, touched } = conflictsOf(batch.id, supported);
  return { steps, supported, hidden, denied: deniedSteps(actor, supported, hidden, force), conflicts, touched };
}

/** Opens the batch of a rollback, which the actor's events join from now on; returns its id. */
function openRollback(actor: Actor): string {
  actor.batchId = createBatch(actor, { tool_name: "rollback_batch", dry_run: false });
  return actor.batchId;
}

/** Plans a rollback. It is rehearsed, which shows all obstacles. */
function plan(actor: Actor, batch: Batch, force: boolean): RollbackPlan {
  const { steps, supported, hidden, denied, conflicts, touched } = prepare(actor, batch, force);
  const id = openRollback(actor);
  const outcomes = undo(actor, supported, [batch.id, id], touched, () => {});
  const obstacles = obstaclesOf(steps, denied, outcomes);
  const created = createdBy(steps);
  const unsupported = steps.filter((step) => !isSupported(step));
  const serialize = (step: BatchStep) => serializeStep(step, hidden(step));
  return {
    batch,
    operations: supported.map(serialize),
    unsupported_events: unsupported.map(serialize),
    event_count: steps.length,
    dry_run: true,
    conflicting_batches: conflicts,
    obstacles,
    complete:
      conflicts.length === 0 && obstacles.length === 0 && unsupported.every((step) => isLossless(step, created)),
  };
}

/** Publishes each step that was executed, without a user as its author and in no card's history. */
function publishSteps(actor: Actor, batchId: string, done: readonly [SupportedStep, Outcome][]): void {
  const author: Author = { userId: null, origin: actor.origin, batchId };
  const impersonation = actor.impersonatedRole && {
    impersonator_user_id: actor.userId,
    impersonated_role: actor.impersonatedRole,
  };
  publishAll(
    author,
    done.map(([step, outcome]) => {
      const { status: _, keys, ...operation } = serializeResult(step, outcome, []);
      return {
        type: `rollback.${step.op}` as const,
        data: { ...operation, outcome: outcome.status, ...impersonation },
      };
    }),
  );
}

/** Returns the summary that the batch of a rollback stores, without the restored values: they may be costs. */
function summaryOf(batch: Batch, forced: boolean, results: readonly RollbackOperation[]) {
  const count = (status: string | undefined) => results.filter((result) => result.status === status).length;
  return {
    reverses_batch_id: batch.id,
    forced,
    counts: { ok: count("ok"), skipped: count("skipped"), unsupported: count(undefined) },
    results: results.slice(0, MAX_SUMMARIZED).map(({ fields, keys, ...result }) => result),
  };
}

/**
 * Undoes a batch in one transaction. An open batch is closed by it, so that nothing is added to what is undone.
 * @throws Problem 403, 409
 */
function execute(actor: Actor, batch: Batch, force: boolean): RollbackResult {
  const { steps, supported, hidden, denied, conflicts, touched } = prepare(actor, batch, force);
  refuseDenied(denied);
  if (!force) refuseConflict(conflicts, []);
  const id = openRollback(actor);
  const outcomes = undo(actor, supported, [batch.id, id], touched, (done) => publishSteps(actor, id, done));
  if (!force) refuseConflict([], clearableObstacles(outcomes));
  const results = steps.map((step) =>
    serializeResult(step, isSupported(step) ? outcomes.get(step) : undefined, hidden(step)),
  );
  const at = now();
  closeBatch(id, summaryOf(batch, force, results), at);
  markRolledBack(batch.id, at);
  return { rollback_batch_id: id, reversed_batch_id: batch.id, forced: force, results };
}

/**
 * Undoes a batch, or with `dry_run` returns what that would do and what keeps it from restoring everything. Each step needs
 * the right of its change. Without `force` nothing is done while there are later changes of the same things or obstacles
 * that can be cleared away. A second rollback of a batch finds everything as it should be and skips it. In a scenario it may be a batch of
 * the landscape that this begins with.
 * @throws Problem 404; 403; 409 with the conflicting batches and the obstacles
 */
export function rollBack(actor: Actor, id: string, { dry_run, force }: RollbackRequest): RollbackPlan | RollbackResult {
  return (dry_run ? rehearse : largeTransaction)(() => {
    const base = baseOfScenario();
    const seq = seqOfBatch(id);
    if (base) adoptBatch({ id, seq }, base);
    const batch = readBatch(actor, id);
    if (force) require(actor, "admin.events");
    // Only a row can be marked as rolled back.
    if (seq !== undefined) makeRow(seq);
    return dry_run ? plan(actor, batch, force) : execute(actor, batch, force);
  });
}
