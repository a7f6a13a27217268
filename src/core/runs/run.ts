/**
 * Runs are work for which no request waits, and work that comes again by itself. There is one kind of life for all of it.
 *
 * The idea: a run is a row of the table `runs`. It is enqueued in the transaction of the change that asks for it, claimed by one
 * process, which holds it by a lease, and worked off in steps. A step is one transaction: what the step does to the domain's
 * tables, the run's state (phase, position, progress, batch) and the renewal of the lease are committed together or not at all.
 * So nothing is done twice and nothing is lost, however the process ends, and a second process on the file, or on a copy of it,
 * continues where the first one was. A process that is alive renews its leases by a heartbeat; a lease that ends was left by one
 * that isn't, and the run is claimed again.
 *
 *   export const applying = run<{ id: string }>("migration.apply", {
 *     needs: "admin.migrate",
 *     exclusive: ({ id }) => id,
 *     onRestart: "resume",
 *     attempts: 5,
 *     steps: [applyNext],
 *     work: async ({ input, step }) => { while (await step(applyNext, input)); },
 *     failed: ({ id }, reason, author) => failMigration(author, id, reason),
 *   });
 *
 * The pitfalls:
 * - A change that must not happen twice belongs into a step. The things that `work` itself does between its steps, such as asking
 *   another server, happen again when the process breaks before the next step.
 * - Each claim counts as an attempt before the work begins, because a run that kills its process can't say so afterwards. A stop
 *   of the server, a busy database or a full queue give the attempt back. A run that has broken its process or its thread is
 *   suspect: suspects run one at a time, those with fewest attempts first, so that none of them takes another run with it.
 * - A step that finds the lease gone throws `LeaseLost`; the work ends there, silently, because the run is another process's.
 * - The rights of whoever has started a run are looked up at every step, as they are then. Their name is the author of its events.
 * - Users read one sentence of a failure. A `Problem` is such a sentence; anything else is logged and replaced by one.
 *
 * To use it, declare the run, list it in the area's `runs`, call `enqueue` inside the transaction that asks for it, and keep the
 * status that the API shows in a table of your own, written in the run's steps and in `failed`. A periodic run has no input:
 * `run("todo-promotion", { dailyAt: 3, work: openDueTodos })`.
 */
import type { Config } from "../../config";
import type { PermissionKey } from "../access/permissions";
import type { Author } from "../journal/journal";
import type { Task } from "../threads/tasks";
import type { RunState, Step } from "./step";

/** A number of runs that one process executes at the same time; the others wait in their order. */
export type Queue = { name: string; atOnce: number };

/** The arguments of a run's work. */
export type Work<Input> = {
  /** The run's id. */
  id: string;
  input: Input;
  /** The number of this attempt, counted from 1. */
  attempt: number;
  /** Aborted when the run is cancelled or another process's, and when the server stops. */
  signal: AbortSignal;
  config: Config;
  /** The state of the run now. @throws as `step` */
  state(): RunState;
  /**
   * Executes a step: one transaction with the state of the run and its lease.
   * @throws what the step throws; Problem 403 when whoever started the run may no longer do so; LeaseLost
   */
  step<I, Result>(step: Step<I, Result>, input: I): Promise<Result>;
  /** Runs a task that reads, on behalf of whoever started the run. @throws as `step` */
  read<I, Result>(task: Task<I, Result>, input: I): Promise<Result>;
};

/** The arguments of a run's work in a scenario, whose database may be thrown away meanwhile. */
export type ScenarioWork<Input> = Pick<Work<Input>, "input" | "signal" | "step" | "read">;

/** The times at which a periodic run is due: so many milliseconds after its end, at an hour in UTC, or by a cron expression in UTC. */
type Period = { every: number } | { dailyAt: number } | { cron: string } | object;

type Definition<Input> = {
  /** The permission that whoever starts it needs, checked anew at every step. */
  needs?: PermissionKey;
  /** The subject of a run: of each, one run is unfinished at a time. Without it runs don't exclude each other. */
  exclusive?: (input: Input) => string;
  /** An interrupted run is continued from its phase and position, or from the beginning, which is the default. */
  onRestart?: "resume" | "restart";
  /** The number of times that it may break its process or its thread. */
  attempts?: number;
  /** The runs of its own kind that are executed at once, or those of several kinds that share a queue. */
  queue?: Queue;
  /** True when it only waits for other runs: it is no suspect, because it would wait for a suspect that waits for it. */
  waits?: true;
  /** The steps of its work. */
  steps?: readonly Step[];
  /** The operation that its batch names and `/work` shows, as in `POST /api/v1/migration/{id}/apply`; without it the kind. */
  operation?: (input: Input) => string;
  /** The program that changes cards on the user's behalf, as events name it. */
  source?: string;
  work: (work: Work<Input>) => unknown;
  /**
   * The work of a run that was enqueued in a scenario, over the scenario's database; without it such a run is never executed. It
   * writes what is derived, which is no part of the scenario's changes.
   */
  inScenario?: (work: ScenarioWork<Input>) => unknown;
  /** Writes the domain's own status when it is claimed, in the same transaction. */
  claimed?: (input: Input, id: string) => void;
  /** Writes the domain's own status when it has failed, in the same transaction. */
  failed?: (input: Input, reason: string, author: Author, id: string) => void;
  /** Writes the domain's own status when it was cancelled, in the same transaction; without it that is a failure. */
  cancelled?: (input: Input, author: Author, id: string) => void;
  /** A query of the subjects that wait for an unfinished run of this kind, by their own status, for `stoa check`. */
  waiting?: string;
};

/** A kind of run. */
export type Run<Input = never> = { kind: string } & Definition<Input> & Period;

/** The attempts of a run that declares none. */
export const ATTEMPTS = 3;

/** Declares a kind of run; a periodic one says when it is due. */
export const run = <Input = null>(kind: string, definition: Definition<Input> & Period): Run<Input> => ({
  kind,
  ...definition,
});
