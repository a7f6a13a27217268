/** Says whether something is still supported, on a day. */
import { DAY } from "../../platform/clock";

/** Says what is known of the support of a product. */
export type EolStatus = "eol" | "approaching" | "supported" | "unknown";

/** Days before the end of life in which it approaches. */
const NOTICE = 182;

/** `YYYY-MM-DD` of a day that exists. */
function isDay(value: unknown): value is string {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}

const isPast = (value: unknown, today: string): boolean => isDay(value) && value <= today;

/** Says whether an end of life has come or approaches; undefined when it is neither, or no day. */
function nearness(end: unknown, today: string): EolStatus | undefined {
  if (!isDay(end)) return undefined;
  if (end <= today) return "eol";
  const noticed = new Date(Date.parse(today) + NOTICE * DAY).toISOString().slice(0, 10);
  return end <= noticed ? "approaching" : undefined;
}

/**
 * Returns the status of a product's cycle.
 * @param today `YYYY-MM-DD`
 */
export function cycleStatus({ eol, support }: { eol?: unknown; support?: unknown }, today: string): EolStatus {
  const near = eol === true ? "eol" : nearness(eol, today);
  if (near) return near;
  if (isPast(support, today)) return "approaching";
  return eol === null || eol === undefined ? "unknown" : "supported";
}

/**
 * Returns the status of a card for which only its own lifecycle speaks.
 * @param today `YYYY-MM-DD`
 */
export function lifecycleStatus(lifecycle: { endOfLife?: unknown; phaseOut?: unknown }, today: string): EolStatus {
  return nearness(lifecycle.endOfLife, today) ?? (isPast(lifecycle.phaseOut, today) ? "approaching" : "supported");
}
