/** Work over two states at once, on the threads that read states of the past. */
import { Problem } from "../../http/errors";
import type { PastThreads } from "../api/remote";
import type { ScenarioRow } from "../scenarios/rows";
import { theScenarios } from "../scenarios/scenarios";
import type { StateSetting } from "../threads/protocol";
import type { Task } from "../threads/tasks";

let past: (PastThreads & { databaseFile: string }) | undefined;

/** Sets the threads and the file of the present; none without an argument. */
export function configurePast(threads?: PastThreads & { databaseFile: string }): void {
  past = threads;
}

/** A state that tasks read: one of the past, or the present. */
export type ReadState = {
  path: string;
  /** Runs a task over the state. @throws what the task throws; Problem 429 and 503 */
  run<Input, Result>(task: Task<Input, Result>, input: Input): Promise<Result>;
};

/** A state to be compared: of an instant, ISO 8601 with milliseconds and Z, or a scenario. */
export type ComparedState = { at: string } | { scenario: ScenarioRow };
/** The user who asks, and the signal that they no longer wait. */
type Asker = { userId: string; signal: AbortSignal };

type States = {
  from: ReadState;
  to: ReadState;
  /** The first instant of the history, when the earlier state is that of it because `from` is before it. */
  knownSince: string | null;
};

/**
 * Runs work over two states.
 * @param asked the later state is the present without `to`
 * @throws Problem 422 when `to` is before the history, 429 and 503 when too much waits or there is no room; what the work throws
 */
export async function onTwoStates<T>(
  asked: { from: ComparedState; to: ComparedState | undefined },
  { userId, signal }: Asker,
  work: (states: States) => Promise<T>,
) {
  if (!past) throw new Problem(503, "This server has no states of the past");
  const { states, readers, databaseFile } = past;
  const stateOf = (path: string, state?: StateSetting): ReadState => ({
    path,
    run: (task, input) => readers.run(task.name, input, signal, userId, state) as Promise<never>,
  });
  /** Calls the work with the state of an instant, or of the first one after it. */
  async function usingInstant<R>(at: string, call: (state: ReadState, first: string | null) => Promise<R>): Promise<R> {
    const use = (instant: string, first: string | null) =>
      states.use(instant, userId, signal, (path, moment) => call(stateOf(path, { path, moment, at: instant }), first));
    const used = await use(at, null);
    if ("result" in used) return used.result;
    const again = await use(used.first, used.first);
    if ("result" in again) return again.result;
    throw new Problem(503, "The history of the landscape is empty");
  }
  const using = <R>(state: ComparedState, call: (state: ReadState, first: string | null) => Promise<R>): Promise<R> =>
    "at" in state
      ? usingInstant(state.at, call)
      : theScenarios().use(state.scenario, userId, (setting) => call(stateOf(setting.path, setting), null));
  const { from: earlier, to: later } = asked;
  return using(earlier, (from, knownSince) =>
    later === undefined
      ? work({ from, to: stateOf(databaseFile), knownSince })
      : using(later, (to) => work({ from, to, knownSince })),
  );
}
