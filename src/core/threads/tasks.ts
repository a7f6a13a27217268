/**
 * Tasks: changes that no request asks for but work that goes on beside the requests. What may write more than `MANY_ROWS` is
 * divided into tasks, each of which runs on the writer thread in one transaction.
 */
import { transactionInTurn } from "../../../db";

/** A change of an area, for its `tasks`. Input and result are plain data. */
export type Task<I = never, O = unknown> = {
  /** As in `servicenow.stage`. */
  name: string;
  /** Runs in a transaction; must not wait. */
  run: (input: I) => O;
};

/** Declares a task. */
export const task = <I, O>(name: string, run: (input: I) => O): Task<I, O> => ({ name, run });

type Send = (name: string, input: unknown) => Promise<unknown>;

let send: Send | undefined;

/** Sets who carries out tasks; without an argument this thread does. */
export function sendTasksTo(other?: Send): void {
  send = other;
}

/**
 * Carries out a task, and waits until its change is durable.
 * @throws what the task throws; Problem 409 when it was cancelled, 503 when there are too many or the thread is lost
 */
export async function carryOut<I, O>({ name, run }: Task<I, O>, input: I): Promise<O> {
  return send ? ((await send(name, input)) as O) : transactionInTurn(() => run(input));
}
