/** Executes the steps of runs, and checks the lease and the rights that they need. */
import { transactionInTurn } from "../../../db";
import { Problem } from "../../http/errors";
import { may } from "../access/actor";
import { delegateOf } from "../access/delegate";
import { type Author, program } from "../journal/journal";
import { runTask, type ThreadTask, writingTask } from "../threads/tasks";
import { requireKind } from "./kinds";
import { findOwnedRow, type RunRow, renewLeases, updateRow } from "./rows";
import type { Run } from "./run";
import { batchOf, type RunState, type Step, type StepRun } from "./step";

/** Thrown by a step whose run has ended or is another process's. */
export class LeaseLost extends Error {
  constructor(id: string) {
    super(`the run ${id} is not this process's any more`);
  }
}

/** The process and the run that a step belongs to. */
export type Holder = { id: string; owner: string };

/** Finds the run's row. @throws LeaseLost */
export function requireOwned({ id, owner }: Holder): RunRow {
  const row = findOwnedRow(id, owner);
  if (!row) throw new LeaseLost(id);
  return row;
}

/**
 * Returns the author of what a run does: whoever started it, as they are now, or the program.
 * @throws Problem 403 when they are gone or may no longer do so
 */
export function authorOf(row: RunRow): Author {
  const kind = requireKind(row.kind);
  if (kind.needs === undefined) return delegateOf(row.started_by, row.acting_as) ?? program(row.kind);
  const actor = delegateOf(row.started_by, row.acting_as);
  if (!actor) throw new Problem(403, "Whoever started it is gone or deactivated");
  if (!may(actor, kind.needs)) throw new Problem(403, "Whoever started it may no longer do so");
  const operation = kind.operation?.(JSON.parse(row.input) as never) ?? row.kind;
  return { ...actor, operation, source: kind.source, batchId: row.batch_id ?? undefined };
}

/** Returns the state of a run that this process executes. @throws LeaseLost; Problem 403 as `authorOf` */
export function stateOf(holder: Holder): RunState {
  const row = requireOwned(holder);
  const { id, attempts, phase, position } = row;
  return { id, attempt: attempts, author: authorOf(row), phase, position };
}

/** Executes a step; part of the running transaction. @throws LeaseLost; Problem 403; what the step throws */
export function execute<Input, Result>(holder: Holder, step: Step<Input, Result>, input: Input): Result {
  const { progress } = requireOwned(holder);
  const run: StepRun = {
    ...stateOf(holder),
    progress: progress === null ? null : JSON.parse(progress),
    isComplete: false,
  };
  const result = step.run(input, run);
  updateRow(run, batchOf(run));
  renewLeases(holder.owner);
  return result;
}

type StepInput = Holder & { input: unknown };

/** Returns the long steps of runs as tasks of the writer thread. */
export const stepTasksOf = (runs: readonly Run[]): ThreadTask<StepInput, StepInput>[] =>
  runs
    .flatMap(({ steps = [] }) => steps)
    .filter(({ place }) => place === "writer")
    .map((step) => ({
      name: step.name,
      run: ({ input, ...holder }: StepInput) => execute(holder, step as Step<unknown>, input),
    }));

/**
 * Executes a step where it belongs, and waits until it is durable.
 * @param shown the run's operation and user, for its progress
 */
export function executeStep<Input, Result>(
  holder: Holder,
  step: Step<Input, Result>,
  input: Input,
  signal: AbortSignal,
  shown: { label: string; userId: string | undefined },
): Promise<Result> | Result {
  signal.throwIfAborted();
  if (step.place === "server") return transactionInTurn(() => execute(holder, step, input));
  const task = writingTask(step.name, (sent: StepInput) => execute(holder, step, sent.input as Input));
  return runTask(task, { ...holder, input }, signal, { ...shown, id: holder.id });
}
