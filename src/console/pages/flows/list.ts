/** The order of the lists of flows, elements and assessments. */
import type { Sorting } from "../../grid/column";

/** Returns rows in an order; those without a value come last. @param read returns the value of a row by its name */
export function sorted<R>(
  rows: readonly R[],
  { by, isDescending }: Sorting,
  read: (row: R, key: string) => unknown,
): R[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [left, right] = [read(one, by), read(other, by)];
    const isWithout = (value: unknown) => value === null || value === undefined;
    if (isWithout(left) || isWithout(right)) return Number(isWithout(left)) - Number(isWithout(right));
    if (typeof left === "number" && typeof right === "number") return sign * (left - right);
    return sign * String(left).localeCompare(String(right));
  });
}
