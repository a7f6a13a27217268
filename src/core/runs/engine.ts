/** The engine: claims the runs that are due, executes them, and holds their leases. It is the server's thread's. */
import { inTurn, transactionInTurn } from "../../../db";
import { isBusy, NotReplicated, ReplicationBehind } from "../../../db/errors";
import { commit } from "../../../db/transaction";
import type { Config } from "../../config";
import { expectedProblem, Problem } from "../../http/errors";
import { MINUTE, SECOND } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { log } from "../../platform/log";
import { ThreadLost } from "../threads/results";
import { runTask } from "../threads/tasks";
import { isPeriodic, listKinds, requireKind } from "./kinds";
import { claimRow, findOwnedRow, findRow, listClaimable, type RunRow, releaseRow, renewLeases } from "./rows";
import { ATTEMPTS, type Run, type Work } from "./run";
import { completeRun, failRun, inputOf, reactWith } from "./runs";
import { executeStep, LeaseLost, stateOf } from "./step-execution";

/** Milliseconds between two looks at what is due. */
const INTERVAL = 5 * SECOND;
/** Milliseconds between two renewals of the leases; some may be missed before a lease ends. */
const HEARTBEAT = 4 * SECOND;
/** Milliseconds before a run is tried again that found the database busy. */
const BUSY_PAUSE = 5 * SECOND;
/** Milliseconds before a run that was interrupted is tried again; they double with each attempt. */
const FIRST_PAUSE = 2 * SECOND;
const LONGEST_PAUSE = 5 * MINUTE;
/** Runs of one kind that are executed at once, unless it declares a queue. */
const AT_ONCE = 4;

const owner = newId();

/** A run that this process executes. */
type Active = {
  kind: string;
  queue: string;
  /** True when it has broken a process or a thread before. */
  isSuspect: boolean;
  controller: AbortController;
  end: Promise<void>;
};

const active = new Map<string, Active>();
let config: Config | undefined;
let timers: ReturnType<typeof setInterval>[] = [];
let isStopping = false;
/** The look that is under way, and whether another one is wanted after it. */
let looking: Promise<void> | undefined;
let isLookWanted = false;
/** Run → those who wait for its end in this process. */
const waiting = new Map<string, (() => void)[]>();

/** The runs that tests hold back. */
type Restraint = "none" | "periodic" | "all";
let held: Restraint = "none";

/** Holds runs back, so that tests see them unclaimed; without an argument none. */
export function holdRuns(which: Restraint = "none"): void {
  held = which;
  wake();
}

const pauseAfter = (attempts: number) => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (attempts - 1));
const queueOf = (run: Run) => run.queue ?? { name: run.kind, atOnce: AT_ONCE };

/** Finds out whether a kind of run may be claimed as things are. */
function isClaimable(run: Run): boolean {
  if (held === "all" || (held === "periodic" && isPeriodic(run))) return false;
  const { name, atOnce } = queueOf(run);
  return [...active.values()].filter(({ queue }) => queue === name).length < atOnce;
}

/** Looks for runs to claim, soon. */
function wake(): void {
  if (!config || isStopping) return;
  isLookWanted = true;
  looking ??= look().finally(() => {
    looking = undefined;
    if (isLookWanted) wake();
  });
}

async function look(): Promise<void> {
  isLookWanted = false;
  try {
    const kinds = listKinds().filter(isClaimable);
    if (kinds.length > 0) for (const row of listClaimable(kinds.map(({ kind }) => kind))) await claim(row);
  } catch (exception) {
    // They are due for as long as no change may begin.
    if (!(exception instanceof ReplicationBehind))
      log.error({ exception }, "the runs that are due could not be claimed");
  }
}

/** The run was interrupted as often as it may be. */
const tooOften = ({ attempts }: RunRow) =>
  `It was interrupted ${attempts} times, each time with the server or a part of it, and is not tried again; the server's log has the details.`;

/** Claims a run, unless its queue is full or another suspect is being executed. */
async function claim(row: RunRow): Promise<void> {
  const run = requireKind(row.kind);
  const isSuspect = row.attempts > 0 && !run.waits;
  if (isStopping || active.has(row.id) || !isClaimable(run)) return;
  if (isSuspect && [...active.values()].some((other) => other.isSuspect)) return;
  if (row.attempts >= (run.attempts ?? ATTEMPTS)) {
    log.error({ run: row.id, kind: row.kind, attempts: row.attempts }, "a run was interrupted too often");
    await transactionInTurn(() => failRun(row, tooOften(row)));
    return;
  }
  const isReset = row.attempts > 0 && run.onRestart !== "resume";
  const claimed = await transactionInTurn(() => {
    const mine = claimRow(row.id, owner, pauseAfter(row.attempts + 1), isReset);
    if (mine) run.claimed?.(inputOf(mine), mine.id);
    return mine;
  });
  // An attempt counts before the work begins, which may break the process.
  const failure = commit();
  if (failure) throw failure;
  if (claimed) begin(run, claimed, isSuspect);
}

function begin(run: Run, row: RunRow, isSuspect: boolean): void {
  const controller = new AbortController();
  const end = execute(run, row, controller).finally(() => {
    active.delete(row.id);
    for (const resolve of waiting.get(row.id) ?? []) resolve();
    waiting.delete(row.id);
    wake();
  });
  active.set(row.id, { kind: row.kind, queue: queueOf(run).name, isSuspect, controller, end });
}

/** Returns the arguments of a run's work. */
function workOf(run: Run, row: RunRow, signal: AbortSignal): Work<never> {
  const { id } = row;
  const input = inputOf(row);
  const holder = { id, owner };
  const shown = { label: run.operation?.(input) ?? run.kind, userId: row.started_by ?? undefined };
  return {
    id,
    input,
    attempt: row.attempts,
    signal,
    config: config as Config,
    state: () => stateOf(holder),
    step: async (step, input) => executeStep(holder, step, input, signal, shown),
    async read(task, input) {
      signal.throwIfAborted();
      stateOf(holder);
      return runTask(task, input, signal);
    },
  };
}

/** Executes a run that this process has claimed. It never fails. */
async function execute(run: Run, row: RunRow, { signal }: AbortController): Promise<void> {
  try {
    try {
      await inTurn(() => run.work(workOf(run, row, signal)));
      await transactionInTurn(() => {
        if (findOwnedRow(row.id, owner)) completeRun(row);
      });
    } catch (error) {
      await transactionInTurn(() => settle(row, error, signal));
    }
  } catch (exception) {
    // Its lease ends by itself, and it is claimed again.
    log.error({ exception, run: row.id, kind: row.kind }, "the end of a run could not be stored");
  }
}

/** Accepts an error that passes by itself: the database was busy or is not replicated, or too much waits for a thread. */
const isPassing = (error: unknown) =>
  isBusy(error) ||
  error instanceof NotReplicated ||
  error instanceof ReplicationBehind ||
  (error instanceof Problem && (error.status === 503 || error.status === 429));

/** Fails or releases a run whose work has ended with an error; part of the running transaction. */
function settle({ id, kind }: RunRow, error: unknown, signal: AbortSignal): void {
  const row = findOwnedRow(id, owner);
  if (!row || error instanceof LeaseLost) return;
  if (signal.aborted) releaseRow(id, owner, false, 0);
  else if (error instanceof ThreadLost) {
    if (row.attempts < (requireKind(kind).attempts ?? ATTEMPTS)) releaseRow(id, owner, true, pauseAfter(row.attempts));
    else failRun(row, tooOften(row));
  } else if (isPassing(error)) releaseRow(id, owner, false, BUSY_PAUSE);
  else {
    const reason = reasonOf(error, row);
    log.warn({ run: id, kind, reason }, "a run has failed");
    failRun(row, reason);
  }
}

/** Returns the reason of a failure, for users. An unexpected one is logged. */
export function reasonOf(error: unknown, { id, kind }: Pick<RunRow, "id" | "kind">): string {
  const problem = expectedProblem(error);
  if (problem && typeof problem.detail === "string") return problem.detail;
  if (problem) return problem.message;
  log.error({ exception: error, run: id, kind }, "a run failed unexpectedly");
  return "An unexpected error has ended it; the server's log has the details. It can be started again.";
}

/** Renews the leases of this process; the work of a run that isn't its any more ends. */
async function renew(): Promise<void> {
  if (active.size === 0) return;
  try {
    const before = [...active.keys()];
    const own = new Set(await transactionInTurn(() => renewLeases(owner)));
    for (const id of before) if (!own.has(id)) active.get(id)?.controller.abort(new LeaseLost(id));
  } catch (exception) {
    if (!(exception instanceof ReplicationBehind)) log.warn({ exception }, "the leases of runs could not be renewed");
  }
}

/** Claims and executes runs from now on; those that are periodic must be there. */
export function startRuns(of: Config): void {
  config = of;
  isStopping = false;
  reactWith({ wake, abort: (id) => active.get(id)?.controller.abort(new LeaseLost(id)) });
  timers = [setInterval(wake, INTERVAL), setInterval(() => void renew(), HEARTBEAT)];
  wake();
}

/** Claims no more runs, ends those that are executed, and releases them for the next start. */
export async function stopRuns(): Promise<void> {
  isStopping = true;
  for (const timer of timers.splice(0)) clearInterval(timer);
  await looking;
  for (const { controller } of active.values()) controller.abort(new Error("the server stops"));
  await Promise.all([...active.values()].map(({ end }) => end));
  config = undefined;
}

/** Waits until a run has ended or is released in this process; at once when another one holds it, or nobody claims it. */
export function runEnded(id: string): Promise<void> {
  const row = findRow(id);
  if (!row || (row.state !== "queued" && row.state !== "running")) return Promise.resolve();
  return new Promise((resolve) => waiting.set(id, [...(waiting.get(id) ?? []), resolve]));
}

/** Claims and executes a run that is due, also one that is held back, and waits for its end; for tests. */
export async function executeNow(kind: string): Promise<void> {
  const before = held;
  held = "none";
  for (const row of listClaimable([kind])) await claim(row);
  held = before;
  await runsSettled();
}

/** Waits until this process executes no run and claims none. */
export async function runsSettled(): Promise<void> {
  while (looking || isLookWanted || active.size > 0) {
    await looking;
    await Promise.all([...active.values()].map(({ end }) => end));
  }
}
