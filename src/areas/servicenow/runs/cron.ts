/** The schedules of mappings. */
import { Cron } from "croner";

const patternOf = (schedule: string) => new Cron(schedule, { timezone: "Etc/UTC", mode: "5-part" });

/** True when a text is a cron expression that comes due some time. */
export function isSchedule(text: string): boolean {
  try {
    return patternOf(text).nextRun() !== null;
  } catch {
    return false;
  }
}

/** The next instant of a schedule; null without one. */
export const nextRun = (schedule: string | null): string | null =>
  schedule === null ? null : (patternOf(schedule).nextRun()?.toISOString() ?? null);
