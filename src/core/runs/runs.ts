/** The ways into and out of the life of a run: enqueueing, cancelling, failing. Each is part of the running transaction. */
import { afterCommit, transaction } from "../../../db";
import { conflict } from "../../http/errors";
import { now } from "../../platform/clock";
import { freshId } from "../../platform/ids";
import { delegateOf } from "../access/delegate";
import { type Author, program } from "../journal/journal";
import { findKind, isPeriodic, listKinds } from "./kinds";
import { createRow, endRow, findUnfinished, listUnfinished, type RunRow, rescheduleRow } from "./rows";
import type { Run } from "./run";
import { nextDue } from "./schedule";

/** The parts of the engine that react to a transition in this process. */
type Reactions = { wake: () => void; abort: (id: string) => void };
let reactions: Reactions = { wake: () => {}, abort: () => {} };

/** Sets what reacts to transitions in this process. */
export function reactWith(other: Reactions): void {
  reactions = other;
}

const LONGEST_REASON = 2_000;

/** Options of a run that is enqueued. */
type Options = {
  /** Its id, if the domain has one already. */
  id?: string;
  /** The instant at which it is due; now without it. */
  due?: string;
};

/**
 * Enqueues a run, which is claimed after the commit; part of the running transaction.
 * @param author whoever starts it: it acts for them
 * @returns its id
 * @throws Problem 409 while one of its kind with the same subject is unfinished
 */
export function enqueue<Input>(
  run: Run<Input>,
  input: Input,
  author: Author,
  { id = freshId(), due = now() }: Options = {},
): string {
  return transaction(() => {
    const isCreated = createRow({
      id,
      kind: run.kind,
      subject: run.exclusive?.(input) ?? (isPeriodic(run as Run) ? "" : id),
      input: JSON.stringify(input),
      due_at: due,
      started_by: author.userId,
      acting_as: author.impersonatedRole ?? null,
    });
    if (!isCreated) throw conflict("It is running already");
    afterCommit(reactions.wake);
    return id;
  });
}

/** Returns the input of a run. */
export const inputOf = (row: RunRow): never => JSON.parse(row.input) as never;

/** Returns the author of how a run ends: whoever started it, whatever they may do now, in the run's batch. */
function starterOf(row: RunRow): Author {
  const author = delegateOf(row.started_by, row.acting_as) ?? program(row.kind);
  return { ...author, operation: operationOf(row), batchId: row.batch_id ?? undefined };
}

/**
 * Fails an unfinished run with a reason; a periodic one comes again. Nothing happens to one that has ended.
 * @param reason one sentence for users
 * @param author whoever ends it; without it whoever started it
 */
export function failRun(row: RunRow, reason: string, author?: Author): void {
  const text = reason.slice(0, LONGEST_REASON).toWellFormed();
  transaction(() => {
    const run = findKind(row.kind);
    const due = run && isPeriodic(run) ? nextDue(run, true) : null;
    if (due !== null) return rescheduleRow(row.id, due, text);
    const ended = endRow(row.id, "failed", text);
    if (ended) run?.failed?.(inputOf(row), text, author ?? starterOf(ended), row.id);
    afterCommit(() => reactions.abort(row.id));
  });
}

/** Returns the operation of a run, as its batch and `/work` name it. */
export const operationOf = (row: RunRow): string => findKind(row.kind)?.operation?.(inputOf(row)) ?? row.kind;

/** Interrupts the work of a run in this process, whose step may hold the write lock. It is released, and can be claimed again. */
export const interruptRun = (id: string): void => reactions.abort(id);

/** Cancels an unfinished run. @returns whether it was unfinished */
export function cancelRun(row: RunRow, author: Author, reason: string): boolean {
  return transaction(() => {
    const run = findKind(row.kind);
    const ended = endRow(row.id, "cancelled", reason);
    if (!ended) return false;
    if (run?.cancelled) run.cancelled(inputOf(row), author, row.id);
    else run?.failed?.(inputOf(row), reason, author, row.id);
    afterCommit(() => reactions.abort(row.id));
    return true;
  });
}

/** Finds the unfinished run of a kind and subject; null when there is none. */
export const findRun = (run: Run<never>, subject: string): RunRow | null => findUnfinished(run.kind, subject);

/** Lists the unfinished runs that somebody has started, oldest first. */
export const listStartedRuns = (): RunRow[] =>
  listUnfinished(
    listKinds()
      .filter((run) => !isPeriodic(run))
      .map(({ kind }) => kind),
  );

/** Completes a run whose work has ended: a periodic one waits for its next time. */
export function completeRun(row: RunRow): void {
  transaction(() => {
    const run = findKind(row.kind);
    const due = run ? nextDue(run) : null;
    if (due === null) endRow(row.id, "completed", null);
    else rescheduleRow(row.id, due, null);
  });
}

/** Creates the rows of the periodic runs that have none. */
export function createPeriodicRuns(): void {
  transaction(() => {
    for (const run of listKinds()) {
      if (!isPeriodic(run) || findUnfinished(run.kind, "")) continue;
      enqueue(run as Run<null>, null, program(run.kind), { due: nextDue(run) ?? now() });
    }
  });
}
