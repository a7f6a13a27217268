/**
 * Runs inside scenarios: work that a change in a scenario enqueues there, such as an analysis. It is executed by the same code as in the
 * landscape, step by step, over the scenario's database, where its results are found as well.
 *
 * The pitfalls:
 * - What a run writes is derived, and no change of the scenario: a merge doesn't have it. The steps of one that has succeeded are stored
 *   (`results.ts`), and are executed again in a database that is made anew.
 * - No other process has the scenario's database, and it doesn't outlive this one, so a run needs no lease. It must be ended by whoever executes it,
 *   also when its thread breaks; where that can't be done, the database is thrown away with it.
 */
import { allValues, firstValue, largeTransaction } from "../../../db";
import type { ScenarioEvent } from "../../../db/schema";
import { conflict, Problem } from "../../http/errors";
import { now, runAt } from "../../platform/clock";
import { newId, withIds } from "../../platform/ids";
import { reasonOf } from "../runs/engine";
import { findKind, requireKind } from "../runs/kinds";
import { claimRow, findOwnedRow, findRow } from "../runs/rows";
import type { ScenarioWork } from "../runs/run";
import { completeRun, failRun, inputOf } from "../runs/runs";
import { execute, type Holder } from "../runs/step-execution";
import type { Task, ThreadTask } from "../threads/tasks";
import { noting } from "./applied";

/** Attempts to claim or to end a run whose thread is lost or has too much to do, and milliseconds after the first one. */
const ATTEMPTS = 6;
const PAUSE = 500;

/** Runs that are executed in all scenarios at once, and that may wait for that. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 20;

/** Returns the number of the last run of an open scenario. */
export const lastRun = (): number => firstValue<number>("SELECT max(seq) FROM runs") ?? 0;

/** Returns the ids of the runs of an open scenario after a number that are executed there. */
export const runsSince = (number: number): string[] =>
  allValues<string>("SELECT id FROM runs WHERE seq > ? ORDER BY seq", number).filter(
    (id) => findKind(findRow(id)?.kind ?? "")?.inScenario !== undefined,
  );

/** A run that was claimed. */
type ClaimedRun = { id: string; kind: string; input: never };

const claiming: ThreadTask<Holder, Holder> = {
  name: "scenarios.claim",
  run: (holder) => largeTransaction(() => claimHere(holder)),
};

/** A step as it is executed again: with the seed of the ids that it creates, and its time. */
type RepeatedStep = { seed: string; at: string; name: string; input: unknown };

/** The result of a step, the first of its events, and the step as compressed JSON. */
type StepResult = { result: unknown; events: ScenarioEvent[]; stored: Uint8Array };
type SentStep = Holder & RepeatedStep;

/** Executes a step of a run; part of the running transaction. @throws Problem 409 when the run has ended; what the step throws */
function executeHere(holder: Holder, { seed, at, name, input }: RepeatedStep): unknown {
  const row = findOwnedRow(holder.id, holder.owner);
  if (!row) throw conflict("The run has ended already");
  const step = requireKind(row.kind).steps?.find((each) => each.name === name);
  if (!step) throw new Error(`the run ${row.kind} has no step ${name}`);
  return runAt(at, () => withIds(seed, at, () => execute(holder, step, input as never)));
}

const stepping: ThreadTask<SentStep, SentStep> = {
  name: "scenarios.step",
  run: ({ id, owner, ...step }) =>
    largeTransaction(() => {
      const { result, made } = noting(`run ${id}`, () => executeHere({ id, owner }, step));
      const stored = Bun.zstdCompressSync(JSON.stringify(step));
      return { result, events: made.events, stored } satisfies StepResult;
    }),
};

/** Claims a run in the database that is open; part of the running transaction. */
function claimHere({ id, owner }: Holder): ClaimedRun | undefined {
  const row = claimRow(id, owner, 0, false);
  if (!row) return undefined;
  requireKind(row.kind).claimed?.(inputOf(row), id);
  return { id, kind: row.kind, input: inputOf(row) };
}

/**
 * Executes a run again as it was, in the database that is open; part of the running transaction.
 * @param stored its steps, each as compressed JSON with its length before it
 * @throws what a step throws
 */
export function repeatRun(id: string, stored: Uint8Array): void {
  const holder: Holder = { id, owner: newId() };
  if (!claimHere(holder)) return;
  noting(`run ${id}`, () => {
    for (const step of stepsIn(stored)) executeHere(holder, step);
    const row = findOwnedRow(id, holder.owner);
    if (row) completeRun(row);
  });
}

const LENGTH = 4;

/** Returns the steps of a run as one value that is stored. */
function joined(steps: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    steps.flatMap((step) => {
      const length = Buffer.alloc(LENGTH);
      length.writeUInt32LE(step.length);
      return [length, step];
    }),
  );
}

/** Iterates over the steps that such a value holds. */
function* stepsIn(stored: Uint8Array): Generator<RepeatedStep> {
  const bytes = Buffer.from(stored);
  for (let at = 0; at < bytes.length; ) {
    const end = at + LENGTH + bytes.readUInt32LE(at);
    yield JSON.parse(Bun.zstdDecompressSync(bytes.subarray(at + LENGTH, end)).toString());
    at = end;
  }
}

/** The end of a run: with the reason for which it has failed, if it has. */
type End = Holder & { reason: string | null };

const ending: ThreadTask<End, End> = {
  name: "scenarios.end",
  run: ({ reason, id, owner }) =>
    largeTransaction(() =>
      noting(`run ${id}`, () => {
        const row = findOwnedRow(id, owner);
        if (row && reason !== null) failRun(row, reason);
        else if (row) completeRun(row);
      }),
    ).made.events,
};

/** The tasks by which the thread of scenarios executes runs. */
export const runTasks: readonly ThreadTask[] = [claiming, stepping, ending];

/** The threads of a scenario that is open: the one that changes it, and those that read it. */
export type OpenThreads = {
  change(task: string, input: unknown): Promise<unknown>;
  read(task: string, input: unknown): Promise<unknown>;
};

/** Runs work again, after pauses that grow, until it succeeds. @throws what the last attempt throws, and what the signal was aborted with */
async function persistently<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === ATTEMPTS) throw error;
      await Bun.sleep(PAUSE * 2 ** (attempt - 1));
    }
}

/** The end of a run: the events of its last step and of its end, and its steps, if it has succeeded. */
export type RunEnd = { events: ScenarioEvent[]; steps: Buffer | undefined };

/** Executes a run of a scenario that is open, to its end. Nothing happens to one that the scenario doesn't have any more. */
async function executeRun(id: string, { change, read }: OpenThreads, signal: AbortSignal): Promise<RunEnd> {
  const holder: Holder = { id, owner: newId() };
  const claim = () => change(claiming.name, holder) as Promise<ClaimedRun | undefined>;
  const claimed = await persistently(claim, signal);
  if (!claimed) return { events: [], steps: undefined };
  const steps: Uint8Array[] = [];
  let last: ScenarioEvent[] = [];
  const end = async (reason: string | null) => {
    const ended = () => change(ending.name, { ...holder, reason } satisfies End) as Promise<ScenarioEvent[]>;
    return last.concat(await persistently(ended, signal));
  };
  const work: ScenarioWork<never> = {
    input: claimed.input,
    signal,
    async step({ name }, input) {
      const sent: SentStep = { ...holder, seed: newId(), at: now(), name, input };
      const { result, events, stored } = (await change(stepping.name, sent)) as StepResult;
      last = events;
      steps.push(stored);
      return result as never;
    },
    read: <Input, Result>({ name }: Task<Input, Result>, input: Input) => read(name, input) as Promise<Result>,
  };
  try {
    await requireKind(claimed.kind).inScenario?.(work);
    return { events: await end(null), steps: joined(steps) };
  } catch (error) {
    signal.throwIfAborted();
    return { events: await end(reasonOf(error, claimed)), steps: undefined };
  }
}

type Work = (threads: OpenThreads) => Promise<RunEnd>;
type OpenScenario = (work: Work) => Promise<void>;

/** The runs of scenarios that wait and are executed. */
export type ScenarioRuns = {
  /** @throws Problem 429 when too many wait already */
  requireRoom(): void;
  /** Executes a run in its turn. @param open opens its scenario for the time that takes */
  execute(id: string, open: OpenScenario): Promise<void>;
  /** Cancels all of them. */
  stop(): void;
};

/** Creates the queue of the runs of scenarios. A run whose execution throws is left unfinished. */
export function queueRuns(): ScenarioRuns {
  const controller = new AbortController();
  const { signal } = controller;
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    requireRoom() {
      if (waiting.length >= MAX_WAITING)
        throw new Problem(429, `${waiting.length} analyses of scenarios wait already`, { "Retry-After": "30" });
    },
    async execute(id, open) {
      if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
      running++;
      try {
        if (!signal.aborted) await open((threads) => executeRun(id, threads, signal));
      } finally {
        running--;
        waiting.shift()?.();
      }
    },
    stop() {
      controller.abort(new Error("the server stops"));
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}
