/** The development of the register, according to the journal. */
import { LEVELS, RISK_STATUSES } from "../../../../db/schema/risks";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { columns } from "../../../http/tables";
import { today } from "../../../platform/clock";
import { instantOf } from "../../../platform/instants";
import { type RiskAtTime, risksAt } from "../../risks";
import { nextDueDay } from "../../todos";
import type { Report } from "../table";
import type { OverTimeQuery } from "./model";
import { selectorOf } from "./selection";

/** Points of a report. */
const MAX_POINTS = 400;

const units = { day: "days", week: "weeks", month: "months" } as const;

/** Returns the day a year before another. */
const yearBefore = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(Math.max(0, date.getUTCFullYear() - 1));
  return date.toISOString().slice(0, 10);
};

/** Returns the days of the points: from the first one in equal steps, and the last one. @throws Problem 422 for too many */
function daysOf({ to = today(), from = yearBefore(to), interval }: OverTimeQuery): string[] {
  if (from > to) throw invalid(["query", "from"], "must not be after to");
  const days: string[] = [];
  for (let step = 0; days.length < MAX_POINTS; step++) {
    const day = step === 0 ? from : nextDueDay(from, units[interval], step);
    if (day === undefined || day >= to) return [...days, to];
    days.push(day);
  }
  throw invalid(["query", "interval"], `must be longer: a report has at most ${MAX_POINTS} points`);
}

const zeros = (keys: readonly string[]): Record<string, number> => Object.fromEntries(keys.map((key) => [key, 0]));

/** Returns the figures of the risks at a time. */
function figuresOf(date: string, risks: Iterable<RiskAtTime>, isAsked: (risk: RiskAtTime) => boolean) {
  const point = { date, total: 0, by_level: zeros(LEVELS), by_status: zeros(RISK_STATUSES) };
  for (const risk of risks) {
    if (!isAsked(risk)) continue;
    point.total++;
    point.by_level[risk.level] = (point.by_level[risk.level] ?? 0) + 1;
    point.by_status[risk.status] = (point.by_status[risk.status] ?? 0) + 1;
  }
  return point;
}

/**
 * Returns the risks that a query asks for, by level and status, at the end of each of some days.
 * @throws Problem 422, 403
 */
export function risksOverTime(actor: Actor, query: OverTimeQuery): Report {
  const { from: _, to: __, interval: ___, format: ____, ...selection } = query;
  const days = daysOf(query);
  const isAsked = selectorOf(actor, selection);
  const states = risksAt(days.map((day) => instantOf(day, "end") as string));
  const points = days.map((day) => figuresOf(day, states.next().value?.values() ?? [], isAsked));
  return {
    name: "risks-over-time",
    json: () => [JSON.stringify({ points })],
    columns: columns("date", "total", ...LEVELS, ...RISK_STATUSES),
    rows: () => points.map(({ date, total, by_level, by_status }) => ({ date, total, ...by_level, ...by_status })),
  };
}
