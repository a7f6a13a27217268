/** Executes the steps that undo a batch, newest event first, by the inverses that areas declare. */
import type { Actor } from "../../core/access/actor";
import { progress } from "../../core/threads/progress";
import { type Collection, type Outcome, type Rollback, type SubjectStep, skipped } from "../../core/undo";
import { changedSince } from "./conflicts";
import type { SupportedStep } from "./steps";

/** Starts a rollback whose `finish` deals with what its steps have collected. */
function startRollback(
  actor: Actor,
  batches: readonly string[],
  touched: ReadonlySet<string>,
): Rollback & { finish: () => void } {
  const collections = new Map<Collection<unknown>, unknown>();
  return {
    actor,
    touched,
    changedSince: (cardIds, seq) => changedSince(cardIds, seq, batches),
    collected<C>(kind: Collection<C>): C {
      if (!collections.has(kind as Collection<unknown>)) collections.set(kind as Collection<unknown>, kind.start());
      return collections.get(kind as Collection<unknown>) as C;
    },
    finish() {
      for (const [kind, collected] of collections) kind.finish(collected);
    },
  };
}

/** Steps that follow one another and have the same inverse, as groups. */
function consecutive(steps: readonly SupportedStep[]): SupportedStep[][] {
  const groups: SupportedStep[][] = [];
  for (const step of steps) {
    const last = groups.at(-1);
    if (last?.[0]?.inverse === step.inverse) last.push(step);
    else groups.push([step]);
  }
  return groups;
}

const hasSubject = (step: SupportedStep): step is SupportedStep & SubjectStep => step.subject !== null;

/** Executes steps that have the same inverse. */
function execute(rollback: Rollback, steps: readonly SupportedStep[]): [SupportedStep, Outcome][] {
  const { inverse } = steps[0] as SupportedStep;
  const named = steps.filter(hasSubject);
  const outcomes =
    "undo" in inverse ? named.map((step) => inverse.undo(rollback, step)) : inverse.undoTogether(rollback, named);
  const bySteps = new Map(named.map((step, at): [SupportedStep, Outcome] => [step, outcomes[at] as Outcome]));
  return steps.map((step) => [step, bySteps.get(step) ?? skipped(`missing_${inverse.subject.idField}`)]);
}

/**
 * Executes steps in their order; part of the running transaction.
 * @param batches the batch that is rolled back, and the one that the rollback opened
 * @param touched ids of what later batches changed
 * @param publish is given the steps that were executed, in their order, before a step publishes events of its own
 * @returns the outcome of each step
 */
export function undo(
  actor: Actor,
  steps: readonly SupportedStep[],
  batches: readonly string[],
  touched: ReadonlySet<string>,
  publish: (done: readonly [SupportedStep, Outcome][]) => void,
): Map<SupportedStep, Outcome> {
  const rollback = startRollback(actor, batches, touched);
  const outcomes: [SupportedStep, Outcome][] = [];
  let published = 0;
  const publishDone = () => {
    publish(outcomes.slice(published));
    published = outcomes.length;
  };
  for (const group of consecutive(steps)) {
    if (group[0]?.inverse.publishes) publishDone();
    for (const outcome of execute(rollback, group)) outcomes.push(outcome);
    progress(outcomes.length, steps.length);
  }
  publishDone();
  rollback.finish();
  return new Map(outcomes);
}
