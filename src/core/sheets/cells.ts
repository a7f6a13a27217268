/** Cells of sheets: plain values, and JSON as text whose keys are in order. */

/** The value of a cell; an empty cell is null. */
export type Cell = string | number | boolean;

/** Returns a value with the keys of its objects in order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, ordered(part)]),
  );
}

/** Writes a value as JSON text with ordered keys, so that equal values are equal texts. */
export const jsonCell = (value: unknown): string => JSON.stringify(ordered(value));
