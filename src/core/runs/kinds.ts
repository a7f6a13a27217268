/** The declared kinds of runs. */
import type { Run } from "./run";

let kinds: ReadonlyMap<string, Run> = new Map();

/** Installs the kinds of runs of the core and the areas. @throws Error when two have one name */
export function defineRuns(all: readonly Run[]): void {
  kinds = new Map(all.map((run) => [run.kind, run]));
  if (kinds.size < all.length) throw new Error("two runs have the same kind");
}

/** Lists the declared runs. */
export const listKinds = (): Run[] => [...kinds.values()];

/** Finds a declared run; undefined for one that this version of the program doesn't know. */
export const findKind = (kind: string): Run | undefined => kinds.get(kind);

/** Finds a declared run. @throws Error when there is none */
export function requireKind(kind: string): Run {
  const run = findKind(kind);
  if (!run) throw new Error(`there is no run ${kind}`);
  return run;
}

/** Accepts a run that comes again by itself. */
export const isPeriodic = (run: Run): boolean => "every" in run || "dailyAt" in run || "cron" in run;
