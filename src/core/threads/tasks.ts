/**
 * Tasks: work that the program gives itself, beside the requests. A task that reads runs over a read-only connection, one that
 * writes on the writer thread, in one transaction. Their input and result are plain data.
 */
import { transactionInTurn } from "../../../db";
import type { Actor } from "../access/actor";
import { type Operation, operationKey } from "../api/operation";
import type { ReaderPool } from "./pool";
import type { Writer } from "./writer-thread";

/** Where a task runs: `aside` for work of seconds, which waits for its turn so that nobody waits for it. */
type Place = "reader" | "aside" | "writer";

/** A task. */
export type Task<Input = never, Result = unknown> = { name: string; place: Place; run: (input: Input) => Result };

const declare =
  (place: Place) =>
  <Input, Result>(name: string, run: (input: Input) => Result): Task<Input, Result> => ({ name, place, run });

/** Declares a task that reads, for which somebody waits. */
export const readingTask = declare("reader");
/** Declares a task that reads and computes for seconds, for which nobody waits. */
export const longTask = declare("aside");
/** Declares a task that writes. */
export const writingTask = declare("writer");

/** A task as the operation by which threads know it; no request reaches it. */
export const taskOperation = ({ name, run }: Task): Operation => ({
  method: "post",
  path: `task:${name}`,
  summary: name,
  permission: "public",
  handler: ({ body }: { body: never }) => Response.json(run(body) ?? null),
});

/** The threads that tasks run on; without them they run in place. */
type TaskThreads = { readers: ReaderPool; aside: ReaderPool; writer: Writer };

let threads: TaskThreads | undefined;

/** Sets the threads for tasks; none without an argument. */
export function configureTasks(other?: TaskThreads): void {
  threads = other;
}

/**
 * Runs a task, and waits until what it has written is durable.
 * @param signal ends it with its next statement
 * @param actor for whom a task writes: they are told of its progress
 * @throws what the task throws; Problem when it was given up, there are too many, or its thread was lost
 */
export async function runTask<Input, Result>(
  task: Task<Input, Result>,
  input: Input,
  signal: AbortSignal = new AbortController().signal,
  actor?: Actor,
): Promise<Result> {
  if (!threads) return task.place === "writer" ? transactionInTurn(() => task.run(input)) : task.run(input);
  const operation = operationKey(taskOperation(task as Task));
  const call = { params: {}, query: {}, headers: {}, body: input, actor };
  const response =
    task.place === "writer"
      ? await threads.writer.run(operation, call, new Request(`http://stoa/${task.name}`, { method: "POST", signal }))
      : await threads[task.place === "aside" ? "aside" : "readers"].run(operation, call, signal);
  return (await response.json()) as Result;
}
