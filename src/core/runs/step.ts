/** Steps of runs: each is one transaction of what it changes, the state of its run, and the run's lease. */
import type { Actor } from "../access/actor";
import { storedBatchOf } from "../journal/batches";
import type { Author } from "../journal/journal";

/** The state of a run that is executed. */
export type RunState = {
  readonly id: string;
  readonly attempt: number;
  /** The user who started the run, with the rights that they have now, in the run's batch; or the program, which has none. */
  readonly author: Author;
  readonly phase: string | null;
  readonly position: number;
};

/** The run of a step, as the step knows it. Changes of its fields are stored with the step. */
export type StepRun = RunState & {
  phase: string | null;
  position: number;
  /** The progress of the run, for those who follow it. */
  progress: unknown;
  /** Ends the run with this step. */
  isComplete: boolean;
};

/** A step: on the writer thread for what may write much, else on the server's. */
export type Step<Input = never, Result = unknown> = {
  name: string;
  place: "writer" | "server";
  run: (input: Input, run: StepRun) => Result;
};

/** Declares a step that may write much: it is executed on the writer thread. */
export const longStep = <Input, Result>(name: string, run: Step<Input, Result>["run"]): Step<Input, Result> => ({
  name,
  place: "writer",
  run,
});

/** Declares a step that writes some rows: it is executed on the server's thread. */
export const shortStep = <Input, Result>(name: string, run: Step<Input, Result>["run"]): Step<Input, Result> => ({
  name,
  place: "server",
  run,
});

/**
 * Returns the author of a step as an actor.
 * @throws Error for a run that needs no permission and was started by the program
 */
export function actorOf({ author }: Pick<RunState, "author">): Actor {
  if (!("permissions" in author)) throw new Error("the program itself has no permissions");
  return author as Actor;
}

/**
 * Returns the batch that a run's changes have opened so far, made a row that later steps can join; part of the running
 * transaction.
 */
export const batchOf = ({ author }: Pick<StepRun, "author">): string | null => storedBatchOf(author) ?? null;

/** Returns the state of a run whose work one change does at once, on behalf of an actor. @param id of the run */
export const stepAtOnce = (actor: Actor, id: string): StepRun => ({
  id,
  attempt: 1,
  author: actor,
  phase: null,
  position: 0,
  progress: null,
  isComplete: false,
});
