/** The cells of the matrix of value streams, and which processes are in them. */

/** Stands for no organization, or no value stream. */
export const NONE = "__none__";

/** Places of one matrix: a process has one in each of its cells. */
const MAX_PLACES = 50_000;

/** A process by its id, with the organizations and value streams that it is related to. */
export type PlacedProcess = {
  id: string;
  parent_id: string | null;
  organizations: readonly string[];
  streams: readonly string[];
};

/** Organization → value stream → the processes in the cell, in their order. */
export type Cells = Map<string, Map<string, Set<string>>>;
type Cell = readonly [organization: string, stream: string];

/**
 * Returns the cells that a process is in by its own relations: every pair, with `NONE` for a missing side; none without
 * any.
 */
function* ownCells({ organizations, streams }: PlacedProcess): Generator<Cell> {
  if (organizations.length === 0 && streams.length === 0) return;
  for (const organization of organizations.length > 0 ? organizations : [NONE])
    for (const stream of streams.length > 0 ? streams : [NONE]) yield [organization, stream];
}

/** Entry of a map, which is made when it is missing. */
function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
}

/** Empty cells, and how processes are put in them. */
function emptyCells() {
  const cells: Cells = new Map();
  const cellsOf = new Map<string, Cell[]>();
  const placed = new Set<string>();
  let free = MAX_PLACES;
  let isCut = false;
  /** Puts a process in cells, as far as it isn't there and there is room. */
  const place = (id: string, wanted: Iterable<Cell>) => {
    for (const [organization, stream] of wanted) {
      placed.add(id);
      if (cells.get(organization)?.get(stream)?.has(id)) continue;
      isCut = free === 0;
      if (isCut) return;
      free -= 1;
      const row = entryOf(cells, organization, () => new Map<string, Set<string>>());
      entryOf(row, stream, () => new Set<string>()).add(id);
      entryOf(cellsOf, id, () => []).push([organization, stream]);
    }
  };
  return { cells, cellsOf, placed, place, wasCut: () => isCut };
}

/**
 * Puts processes in cells: each in its own, and then, from the roots down, in those of its parent. Nothing is passed on below
 * a process that is in no cell.
 * @param processes in the order in which they are placed
 * @returns the cells, the processes that are in any, and whether there are more places than allowed
 */
export function placesOf(processes: readonly PlacedProcess[]): {
  cells: Cells;
  placed: ReadonlySet<string>;
  isCut: boolean;
} {
  const { cells, cellsOf, placed, place, wasCut } = emptyCells();
  for (const process of processes) place(process.id, ownCells(process));
  const children = Map.groupBy(processes, ({ parent_id }) => parent_id);
  const waiting = (children.get(null) ?? []).toReversed();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    place(next.id, cellsOf.get(next.parent_id ?? "") ?? []);
    if (cellsOf.has(next.id)) waiting.push(...(children.get(next.id) ?? []).toReversed());
  }
  return { cells, placed, isCut: wasCut() };
}
