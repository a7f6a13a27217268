/** The ids of what sheets name by other texts. */

/** Ids by two texts that name them. */
export type Names = {
  /** Adds an id; the last one of the same names counts. */
  add(one: string, other: string, id: string): void;
  find(one: string, other: string): string | undefined;
};

/** Names that are empty so far. */
export function newNames(): Names {
  const ids = new Map<string, string>();
  const key = (one: string, other: string) => JSON.stringify([one, other]);
  return {
    add: (one, other, id) => void ids.set(key(one, other), id),
    find: (one, other) => ids.get(key(one, other)),
  };
}
