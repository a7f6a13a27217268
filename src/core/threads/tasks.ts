/**
 * Tasks are named work on the other threads of the server.
 *
 * The idea: work that takes long runs on other threads, while the server's thread continues to answer. A thread is sent the name of a task
 * and its input, plain data both; it runs the task of that name from the areas' list and sends the result back. A task that
 * reads runs on one of the reader threads (`pool.ts`, `reader.ts`), over a read-only connection. One that writes runs on the one
 * writer thread (`writer-thread.ts`, `writer.ts`), in one transaction: the server's thread lends it the write lock in its turn
 * and makes its commit durable before the result is handed over. HTTP is one caller among others: `core/api/remote.ts` makes a
 * task of an operation. The steps of runs are another (`core/runs`).
 *
 * The pitfalls:
 * - Input and result are copied between threads: no functions, no class instances. Large results are JSON text or bytes
 *   (`ByteResult`, which is moved).
 * - A task must not wait: it is one synchronous function, so that its transaction is never interleaved with another. Its caller
 *   fetches what it needs, and sends that along.
 * - Nothing in a thread's memory outlives its task; threads without work end, and one that breaks is replaced.
 * - A cancelled task ends with its next statement (`cancel-flag.ts`). Loops over many rows without statements call `progress`.
 * - An `afterCommit` listener changes the memory of the writer thread alone.
 *
 * To use it, declare `readingTask`, `backgroundTask` or `writingTask`, list it in the area's `tasks`, and call `runTask`.
 */
import { transactionInTurn } from "../../../db";
import type { ReaderPool, ThreadLoad } from "./pool";
import type { ChangeLabel, Writer } from "./writer-thread";

/** A task as a thread knows it. */
export type ThreadTask<Input = never, Prepared = never> = {
  name: string;
  /** Reads the input before the write lock is lent; without it the input is taken as it is. */
  prepare?: (input: Input) => unknown;
  run: (prepared: Prepared) => unknown;
  /** Reads, before the write lock is lent, what it can check to be as it was. */
  readsAhead?: (prepared: Prepared) => void;
  /** Does a part of the work before it runs, in slices; after each, which is a transaction of its own, others may write. */
  slices?: (prepared: Prepared) => Generator<void, void> | undefined;
  /** True when what it writes is lost anyway, so that it runs on a copy of the database and needs no write lock. */
  rehearses?: (prepared: Prepared) => boolean;
  /** Makes what is sent back of the result, after the commit. */
  encode?: (result: unknown, prepared: Prepared) => unknown;
};

/** Maps name → task, for a thread that is sent names and inputs. */
export const tasksByName = (tasks: readonly ThreadTask[]): ReadonlyMap<string, ThreadTask<unknown, unknown>> =>
  new Map(tasks.map((task) => [task.name, task as ThreadTask<unknown, unknown>]));

/** The kinds of threads: `background` is a reader for work of seconds, which waits for its turn so that nobody waits for it. */
type Place = "reader" | "background" | "writer";

/** A task that the program calls. */
export type Task<Input = never, Result = unknown> = { name: string; place: Place; run: (input: Input) => Result };

const declare =
  (place: Place) =>
  <Input, Result>(name: string, run: (input: Input) => Result): Task<Input, Result> => ({ name, place, run });

/** Declares a task that reads, for which somebody waits. */
export const readingTask = declare("reader");
/** Declares a task that reads and computes for seconds, for which nobody waits. */
export const backgroundTask = declare("background");
/** Declares a task that writes. */
export const writingTask = declare("writer");

/** The threads that tasks run on; without them they run in place. */
export type TaskThreads = { readers: ReaderPool; background: ReaderPool; writer: Writer };

let threads: TaskThreads | undefined;

/** Sets the threads for tasks; none without an argument. */
export function configureTasks(other?: TaskThreads): void {
  threads = other;
}

/** Returns the load of the threads by what they are for; none where tasks run in place. */
export const threadLoads = (): [purpose: string, load: ThreadLoad][] =>
  Object.entries(threads ?? {}).map(([purpose, each]) => [purpose, each.load()]);

/**
 * Runs a task, and waits until what it has written is durable.
 * @param signal cancels it with its next statement
 * @param shown how a task that writes is shown, and to whom
 * @throws what the task throws; Problem when it was cancelled, there are too many, or its thread was lost
 */
export async function runTask<Input, Result>(
  task: Task<Input, Result>,
  input: Input,
  signal: AbortSignal = new AbortController().signal,
  shown: Partial<ChangeLabel> = {},
): Promise<Result> {
  const { name, place, run } = task;
  if (!threads) return place === "writer" ? transactionInTurn(() => run(input)) : run(input);
  const result =
    place === "writer"
      ? await threads.writer.run(name, input, signal, { label: name, userId: undefined, ...shown })
      : await threads[place === "background" ? "background" : "readers"].run(name, input, signal, shown.userId);
  return result as Result;
}
