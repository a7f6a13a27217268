/** The list of ends: its order, and what it counts. */
import { type Ending, endOf } from "../../reports/endings";

export type Status = Ending["status"];

/** The statuses, the gravest first. */
export const STATUSES = ["eol", "approaching", "unknown", "supported"] as const satisfies readonly Status[];

const LAST = "9999";

const VALUES: Record<string, (item: Ending) => string | number> = {
  end: (item) => endOf(item) ?? LAST,
  name: ({ name }) => name.toLocaleLowerCase(),
  status: ({ status }) => STATUSES.indexOf(status),
  affected: ({ affected_apps }) => affected_apps.length,
};

/** Returns the items by a value, those of the same value by name. @param sort as in `-affected` */
export function sorted(items: readonly Ending[], sort = "end"): Ending[] {
  const sign = sort.startsWith("-") ? -1 : 1;
  const value = VALUES[sort.replace(/^-/, "")] ?? (VALUES["end"] as (item: Ending) => string);
  return items.toSorted((one, other) => {
    const [left, right] = [value(one), value(other)];
    if (left === right) return one.name.localeCompare(other.name);
    return left < right ? -sign : sign;
  });
}

/** Returns how many items have each status. */
export const counted = (items: readonly Ending[]): Record<Status, number> =>
  Object.fromEntries(
    STATUSES.map((status) => [status, items.filter((item) => item.status === status).length]),
  ) as Record<Status, number>;
