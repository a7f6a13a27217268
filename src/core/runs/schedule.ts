/** The times at which periodic runs are due. */
import { Cron } from "croner";
import { fromNow, HOUR, nextHour } from "../../platform/clock";
import type { Run } from "./run";

/** Milliseconds after which a daily run that has failed is tried again. */
const RETRY = HOUR;

const patternOf = (expression: string) => new Cron(expression, { timezone: "Etc/UTC", mode: "5-part" });

/** Accepts a cron expression that comes due some time. */
export function isCron(text: string): boolean {
  try {
    return patternOf(text).nextRun() !== null;
  } catch {
    return false;
  }
}

/** Returns the next instant of a cron expression; null when there is none. */
export const nextInstant = (expression: string): string | null =>
  patternOf(expression).nextRun()?.toISOString() ?? null;

/** Returns the instant at which a run is due again after its end; null when it isn't. */
export function nextDue(run: Run, hasFailed = false): string | null {
  if ("every" in run) return fromNow(run.every);
  if ("dailyAt" in run) return hasFailed ? fromNow(RETRY) : nextHour(run.dailyAt);
  return "cron" in run ? nextInstant(run.cron) : null;
}
