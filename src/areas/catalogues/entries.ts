/** Entries of catalogues as they are served, and what the tree of them says. */

/** An entry. Other fields of the source go out as they are. */
export type Entry = {
  id: string;
  name: string;
  /** 0 of a macro capability; 1 and more below it. */
  level: number;
  parent_id: string | null;
  description?: string | null;
  [key: string]: unknown;
};

/** The texts of an entry in another language. */
export type Translation = Record<string, unknown>;

/** Checks whether a value says something. */
export const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== "";

/** Returns an object with those of its values that say something. */
export const filled = <T extends Record<string, unknown>>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isFilled(value))) as Partial<T>;

/** Levels that a tree may have. */
const DEEPEST = 20;

/** Returns a function that counts the ancestors of an entry. */
export function depthIn(byId: ReadonlyMap<string, Entry>): (entry: Entry) => number {
  return (entry) => {
    let depth = 0;
    for (let up = entry.parent_id; up !== null && depth < DEEPEST; depth++) up = byId.get(up)?.parent_id ?? null;
    return depth;
  };
}

/** Compares versions part by part, by the number that each begins with; of two that begin alike, the longer is greater. */
export function compareVersions(one: string, other: string): number {
  const numbersOf = (version: string) => version.split(".").map((part) => Number(/^\d+/.exec(part)?.[0] ?? 0));
  const left = numbersOf(one);
  const right = numbersOf(other);
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = (left[at] as number) - (right[at] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
