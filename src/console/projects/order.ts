/** The orders of initiatives. */
import type { Sorting } from "../grid/column";
import { shareSpent, spanOf } from "./initiatives";
import type { Initiative } from "./queries";

/** The highest budget first. */
export const USUAL_SORT = "-budget";

/** The statuses, from what needs attention first. */
const GRAVITY = ["offTrack", "atRisk", "onHold", "onTrack", "completed"];

const VALUES: Record<string, (initiative: Initiative) => number | string | null | undefined> = {
  name: ({ name }) => name,
  status: ({ status }) => (status === null ? null : GRAVITY.indexOf(status)),
  start: (initiative) => spanOf(initiative)?.from,
  done: ({ completion }) => completion,
  budget: ({ cost_budget: budget }) => budget,
  spent: (initiative) => shareSpent(initiative),
};

/** Returns initiatives in an order; those without a value come last, those of one value by name. */
export function sorted(initiatives: readonly Initiative[], { by, isDescending }: Sorting): Initiative[] {
  const read = VALUES[by] ?? VALUES["name"];
  const sign = isDescending ? -1 : 1;
  return initiatives.toSorted((one, other) => {
    const [left, right] = [read?.(one) ?? null, read?.(other) ?? null];
    const byName = one.name.localeCompare(other.name);
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byName;
    if (typeof left === "number" && typeof right === "number") return sign * (left - right) || byName;
    return sign * String(left).localeCompare(String(right)) || byName;
  });
}
