/** The lives of cards in days: who lives when, and what a drag makes of a day. */
import type { TimeAxis } from "../../charts/time-axis";
import type { RoadmapGroup, RoadmapItem } from "./queries";

type Life = Readonly<Record<string, unknown>>;

/** The phases whose beginning is the edge of a bar. */
export const EDGES = ["plan", "phaseIn", "active", "phaseOut", "endOfLife"] as const;

const dayIn = (life: Life, phase: string): string | undefined => {
  const day = life[phase];
  return typeof day === "string" && day !== "" ? day.slice(0, 10) : undefined;
};

/** Returns the day on which a life ends; undefined when no end is planned. */
export const endOf = (life: Life): string | undefined => dayIn(life, "endOfLife");

/** Checks whether a card lives on a day, as the server counts: its life, if it has dates, has begun and not ended. */
export function livesOn(life: Life, day: string): boolean {
  const end = endOf(life);
  if (end !== undefined && end <= day) return false;
  const days = EDGES.flatMap((phase) => dayIn(life, phase) ?? []);
  return days.length === 0 || days.some((one) => one <= day);
}

/** Returns the edges of a life with their days. */
export const edgesOf = (life: Life): { phase: string; day: string }[] =>
  EDGES.flatMap((phase) => {
    const day = dayIn(life, phase);
    return day === undefined ? [] : [{ phase, day }];
  });

/** Returns the first day of the month that is nearest to a place on an axis. */
export function monthAt({ from, to, width }: Pick<TimeAxis, "from" | "to" | "width">, x: number): string {
  const share = Math.min(1, Math.max(0, x / width));
  const moment = new Date(from.getTime() + share * (to.getTime() - from.getTime()) + 15 * 86_400_000);
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth())).toISOString().slice(0, 10);
}

/** Checks whether a day may begin a phase: not before an earlier phase, and not after a later one. */
export function fits(life: Life, phase: string, day: string): boolean {
  const at = EDGES.indexOf(phase as (typeof EDGES)[number]);
  return EDGES.every((other, place) => {
    const own = dayIn(life, other);
    if (own === undefined || place === at) return true;
    return place < at ? own <= day : own >= day;
  });
}

/** A row of the roadmap: the head of a group, or a card. */
export type RoadmapRow =
  | { kind: "group"; group: RoadmapGroup; items: readonly RoadmapItem[]; isFolded: boolean }
  | { kind: "item"; item: RoadmapItem };

/** Returns the rows: groups with their cards, or cards alone. @param folded the ids of the groups without their cards */
export function rowsOf(
  items: readonly RoadmapItem[],
  groups: readonly RoadmapGroup[] | undefined,
  folded: ReadonlySet<string>,
): RoadmapRow[] {
  const byEnd = items.toSorted((one, other) =>
    (endOf(one.lifecycle) ?? "9").localeCompare(endOf(other.lifecycle) ?? "9"),
  );
  const rows = (some: readonly RoadmapItem[]) => some.map((item): RoadmapRow => ({ kind: "item", item }));
  if (!groups) return rows(byEnd);
  const byGroup = Map.groupBy(byEnd, ({ group_id }) => group_id ?? null);
  return groups.flatMap((group) => {
    const own = byGroup.get(group.id) ?? [];
    const isFolded = folded.has(keyOf(group));
    return [{ kind: "group", group, items: own, isFolded } as const, ...(isFolded ? [] : rows(own))];
  });
}

/** Returns the key of a group; the one without an id is that of the cards in none. */
export const keyOf = ({ id }: RoadmapGroup): string => id ?? "none";

/** Returns how many of some cards live over time, as steps along an axis. */
export function stepsOf(items: readonly RoadmapItem[], axis: TimeAxis): { x: number; count: number }[] {
  const from = axis.from.getUTCFullYear();
  const quarters = (axis.to.getUTCFullYear() - from) * 4;
  return Array.from({ length: quarters }, (_, at) => {
    const day = new Date(Date.UTC(from, at * 3)).toISOString().slice(0, 10);
    return { x: axis.x(day), count: items.filter(({ lifecycle }) => livesOn(lifecycle, day)).length };
  });
}
