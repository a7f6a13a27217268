/** Initiatives: when they run, what they have spent of their budget, and how they stand below each other. */
import { type Span, shareGone, today } from "../charts/days";
import type { Initiative } from "./queries";

/** An initiative as far as its time goes. */
export type Schedule = Pick<Initiative, "start_date" | "end_date" | "lifecycle">;

const DAY = /^\d{4}-\d\d-\d\d/;
const dayIn = (value: unknown): string | undefined => (typeof value === "string" ? DAY.exec(value)?.[0] : undefined);

/** Returns the days of an initiative by phase: its life cycle, or else its start and end. */
export function lifeOf({ lifecycle, start_date, end_date }: Schedule): Record<string, string> {
  const days = Object.entries(lifecycle ?? {}).flatMap(([phase, value]) => {
    const day = dayIn(value);
    return day ? [[phase, day] as const] : [];
  });
  if (days.length > 0) return Object.fromEntries(days);
  const [from, to] = [dayIn(start_date), dayIn(end_date)];
  return { ...(from && { active: from }), ...(to && { endOfLife: to }) };
}

/** Returns when an initiative runs; undefined while its start or its end is unknown. */
export function spanOf(initiative: Schedule): Span | undefined {
  const life = lifeOf(initiative);
  const from = dayIn(initiative.start_date) ?? life["active"] ?? life["phaseIn"] ?? life["plan"];
  const to = dayIn(initiative.end_date) ?? life["endOfLife"] ?? life["phaseOut"];
  return from && to && from <= to ? { from, to } : undefined;
}

/** Returns the share of its time that is over; undefined when it is unknown. */
export function timeGone(initiative: Schedule): number | undefined {
  const span = spanOf(initiative);
  return span && shareGone(span);
}

/** Statuses in which nobody expects a report. */
const AT_REST = ["completed", "onHold"];

/** Checks whether an initiative is being worked on today, so that reports are expected. */
export function isUnderWay(initiative: Schedule & { status: string | null }): boolean {
  const span = spanOf(initiative);
  if (!span || AT_REST.includes(initiative.status ?? "")) return false;
  return span.from <= today() && today() <= span.to;
}

/** Checks whether an initiative is under way and nobody has reported on it yet. */
export const isUnreported = (initiative: Initiative): boolean =>
  isUnderWay(initiative) && initiative.latest_report === null;

/** Returns what was spent of the budget, as a share of it; undefined without a budget. */
export const shareSpent = ({ cost_budget: budget, cost_actual: spent }: Initiative): number | undefined =>
  budget ? (spent ?? 0) / budget : undefined;

/** Returns the initiatives that stand at the top: below none of the others. */
export function topOf(initiatives: readonly Initiative[]): Initiative[] {
  const ids = new Set(initiatives.map(({ id }) => id));
  return initiatives.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id));
}

/** A row of a tree. */
export type Branch = { initiative: Initiative; level: number; isParent: boolean; parent: string | undefined };

/**
 * Returns the initiatives as a tree, row by row.
 * @param initiatives in the order that those of one level have
 * @param isOpen whether what is below one of an id is shown
 */
export function treeOf(initiatives: readonly Initiative[], isOpen: (id: string) => boolean): Branch[] {
  const below = Map.groupBy(initiatives, ({ parent_id }) => parent_id);
  const branches = (some: readonly Initiative[], level: number, parent: string | undefined): Branch[] =>
    some.flatMap((initiative) => {
      const children = below.get(initiative.id) ?? [];
      const branch = { initiative, level, isParent: children.length > 0, parent };
      return [branch, ...(isOpen(initiative.id) ? branches(children, level + 1, initiative.id) : [])];
    });
  return branches(topOf(initiatives), 1, undefined);
}

/** Checks whether the latest report of an initiative judges as asked. @param health an aspect and a judgement, as in `cost_health.atRisk` */
export function isJudged({ latest_report: report }: Pick<Initiative, "latest_report">, health: string): boolean {
  const [aspect = "", judgement] = health.split(".");
  return (report?.[aspect as "cost_health"] ?? "noReport") === judgement;
}
