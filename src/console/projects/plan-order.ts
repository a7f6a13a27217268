/** The order of a plan: packages among packages and tasks among tasks, each within what it is in. */
import type { PlanRow } from "./plan";
import type { Plan } from "./queries";

/** The place that a part of a plan gets. */
export type Place = { kind: "wbs" | "task"; id: string; sort_order: number };

type Part = { id: string; sort_order: number };

/** Returns the parts of a plan among which a row has its place, in their order. */
const siblingsOf = ({ items, tasks }: Plan, { kind, parent }: Pick<PlanRow, "kind" | "parent">): Part[] =>
  kind === "wbs"
    ? items.filter(({ parent_id }) => parent_id === (parent ?? null))
    : tasks.filter(({ wbs_id }) => wbs_id === (parent ?? null));

/** Returns the places of parts that change when they stand in an order. */
const placesIn = (kind: PlanRow["kind"], order: readonly Part[]): Place[] =>
  order.flatMap((part, place) => (part.sort_order === place ? [] : [{ kind, id: part.id, sort_order: place }]));

/** Returns the places that change when a row goes before or after another part; none when nothing moves. */
function placesAt(plan: Plan, row: PlanRow, to: (others: readonly Part[], from: number) => number): Place[] {
  const before = siblingsOf(plan, row);
  const from = before.findIndex(({ id }) => id === row.id);
  const others = before.filter(({ id }) => id !== row.id);
  const place = to(others, from);
  const moved = before[from];
  if (!moved || place === from || place < 0 || place > others.length) return [];
  return placesIn(row.kind, others.toSpliced(place, 0, moved));
}

/**
 * Returns the places that change when a row goes up or down.
 * @param steps how far among its like; negative goes up
 */
export const placesBy = (plan: Plan, row: PlanRow, steps: number): Place[] =>
  placesAt(plan, row, (_, from) => from + steps);

/** Checks whether two rows are of one kind and within the same, so that one can take the place of the other. */
export const isSibling = (row: PlanRow, other: PlanRow): boolean =>
  row.kind === other.kind && row.parent === other.parent && row.id !== other.id;

/** Returns the places that change when a row goes next to another one. @param isAfter whether it goes below that */
export const placesNextTo = (plan: Plan, row: PlanRow, other: PlanRow, isAfter: boolean): Place[] =>
  isSibling(row, other)
    ? placesAt(plan, row, (others) => others.findIndex(({ id }) => id === other.id) + (isAfter ? 1 : 0))
    : [];

/** Returns the place of a new part at the end of its like. @param parent the package that it is in; none at the top */
export const lastPlace = (plan: Plan, kind: PlanRow["kind"], parent: string | undefined): number =>
  Math.max(-1, ...siblingsOf(plan, { kind, parent }).map(({ sort_order }) => sort_order)) + 1;

/** Returns a plan in another order. */
export function orderedPlan(plan: Plan, places: readonly Place[]): Plan {
  const byId = new Map(places.map(({ id, sort_order }) => [id, sort_order]));
  const ordered = <T extends Part>(parts: readonly T[]): T[] =>
    parts
      .map((part) => ({ ...part, sort_order: byId.get(part.id) ?? part.sort_order }))
      .toSorted((one, other) => one.sort_order - other.sort_order);
  return { ...plan, items: ordered(plan.items), tasks: ordered(plan.tasks) };
}
