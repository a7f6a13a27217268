/** Work over two states at once, on the threads that read states of the past. */
import { lastMomentIn } from "../../../db/states";
import { Problem } from "../../http/errors";
import type { PastThreads } from "../api/remote";
import { type ScenarioRow, sizeOf } from "../scenarios/rows";
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
  /** Text that differs once the landscape in the state differs. */
  version: string;
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
 * Runs work over a state; over the one of the present when nothing has changed since its instant.
 * @param state the present without it
 * @param work is given the first instant of the history in addition, when the state is that of it because the instant is before it
 * @throws Problem 422 for an instant that has no state, 429 and 503 when too much waits or there is no room; what the work throws
 */
export async function onState<T>(
  state: ComparedState | undefined,
  { userId, signal }: Asker,
  work: (state: ReadState, knownSince: string | null) => Promise<T>,
): Promise<T> {
  if (!past) throw new Problem(503, "This server has no states of the past");
  const { states, readers, databaseFile } = past;
  const stateOf = (path: string, version: number, setting?: StateSetting): ReadState => ({
    path,
    version: `${path} ${version}`,
    run: (task, input) => readers.run(task.name, input, signal, userId, setting) as Promise<never>,
  });
  if (state === undefined || ("at" in state && lastMomentIn("main").at <= state.at))
    return work(stateOf(databaseFile, lastMomentIn("main").seq), null);
  if ("scenario" in state)
    return theScenarios().use(state.scenario, userId, (setting) =>
      work(stateOf(setting.path, sizeOf(state.scenario.id).changes, setting), null),
    );
  const use = (at: string, first: string | null) =>
    states.use(at, userId, (path, moment) => work(stateOf(path, moment.seq, { path, moment, at }), first));
  const used = await use(state.at, null);
  if ("result" in used) return used.result;
  const again = await use(used.first, used.first);
  if ("result" in again) return again.result;
  throw new Problem(503, "The history of the landscape is empty");
}

/**
 * Runs work over two states.
 * @param asked the later state is the present without `to`
 * @throws Problem as `onState`; what the work throws
 */
export const onTwoStates = <T>(
  { from: earlier, to: later }: { from: ComparedState; to: ComparedState | undefined },
  asker: Asker,
  work: (states: States) => Promise<T>,
): Promise<T> =>
  onState(earlier, asker, (from, knownSince) => onState(later, asker, (to) => work({ from, to, knownSince })));
