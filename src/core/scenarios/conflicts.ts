/**
 * Conflicts between a scenario and the landscape: what both have changed since the moment that the scenario begins with. Both
 * have a history of their rows (`db/history.ts`), so that every kind of change is compared in the same way.
 */
import {
  calculatedFields,
  type HistoryEntry,
  ownHistory,
  presentHistory,
  type RowOfBoth,
  rowIn,
  rowsOfBoth,
} from "../../../db/scenarios";
import { lastMomentIn, type Moment } from "../../../db/states";

/** Columns that follow from others, or say when and by whom a row was changed. */
export const FOLLOWING = [
  "seq",
  "updated_at",
  "updated_by",
  "data_quality",
  "name_key",
  "last_run_at",
  "last_error",
  "wasted",
];

/** A field that both have changed. Values are null where there is none. */
export type FieldConflict = { field: string; base: unknown; mine: unknown; theirs: unknown };

/** A change of the scenario that differs from what the landscape has become. */
export type Conflict = {
  change_id: string;
  /** The table of what both have changed, and its key. */
  table: string;
  key: string;
  name: string | null;
  /** `changed` when both have changed fields, `deleted_there` and `deleted_here` when one has deleted what the other has changed. */
  kind: "changed" | "deleted_there" | "deleted_here";
  fields: FieldConflict[];
};

/**
 * An entry of the scenario, with the change that it belongs to. The number of a row that is gone may be given again: `isCreated` says
 * that the scenario has created the row that the entry is about, and `isLast` that no other row has had its number since.
 */
type Entry = HistoryEntry & { change_id: string; isCreated: boolean; isLast: boolean };
type Values = Record<string, unknown>;

/** The first former values of a row since a moment, and whether it was deleted. */
type TheirRow = { former: Values; isDeleted: boolean };

const nameOf = (table: string, key: string) => `${table} ${key}`;

const isObject = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns text that holds a JSON object as that object, and any other value as it is. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith("{")) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Compares a column on all three sides, an object by its keys. */
function compareColumn(field: string, ...sides: [base: unknown, mine: unknown, theirs: unknown]): FieldConflict[] {
  const [base, mine, theirs] = sides.map(parsed);
  if ([base, mine, theirs].every((side) => isObject(side) || side === null) && [base, mine, theirs].some(isObject)) {
    const keys = new Set([base, mine, theirs].flatMap((side) => Object.keys((side as Values | null) ?? {})));
    return [...keys].flatMap((key) =>
      compareValues(
        `${field}.${key}`,
        ...([base, mine, theirs].map((side) => (side as Values | null)?.[key]) as [unknown, unknown, unknown]),
      ),
    );
  }
  return compareValues(field, base, mine, theirs);
}

function compareValues(field: string, base: unknown, mine: unknown, theirs: unknown): FieldConflict[] {
  if (same(base, mine) || same(base, theirs) || same(mine, theirs)) return [];
  return [{ field, base: base ?? null, mine: mine ?? null, theirs: theirs ?? null }];
}

/** Returns the entries of the scenario that count. */
function ownEntries(counted: ReadonlySet<string>): Entry[] {
  /** The number of rows that the scenario has created under each name so far. */
  const created = new Map<string, number>();
  const numbered = ownHistory().map((entry) => {
    const name = nameOf(entry.table_name, entry.key);
    const number = (created.get(name) ?? 0) + (entry.change === "created" ? 1 : 0);
    created.set(name, number);
    return { ...entry, name, number };
  });
  return numbered.flatMap(({ change_id, name, number, ...entry }) =>
    change_id !== null && counted.has(change_id)
      ? [{ ...entry, change_id, isCreated: number > 0, isLast: number === created.get(name) }]
      : [],
  );
}

/**
 * Checks whether rows of one key are the same on both sides. Keys are mostly numbers, which the scenario and the landscape give
 * to rows that each creates, and give again once the last row is gone; ids are given once.
 */
const isSameRow = (here: Values | undefined, there: Values | undefined) =>
  ["id", "uuid"].every((column) => Bun.deepEquals(here?.[column], there?.[column]));

/** Returns what the landscape has changed since a moment, of the rows that the scenario has changed. */
function theirRows(base: Moment, until: Moment, own: ReadonlySet<string>): Map<string, TheirRow> {
  const touched = new Map<string, TheirRow>();
  for (const { table_name, key, change, former } of presentHistory(base, until)) {
    const name = nameOf(table_name, key);
    if (!own.has(name)) continue;
    const row = touched.get(name) ?? { former: {}, isDeleted: false };
    row.isDeleted = change === "deleted";
    row.former = { ...(change === "created" ? {} : (JSON.parse(former ?? "{}") as Values)), ...row.former };
    touched.set(name, row);
  }
  return touched;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : null);

/** Compares what a change has done to a row with what the landscape has made of it. */
function compareRow(entry: Entry, theirs: TheirRow, calculated: ReadonlySet<string>): Conflict | undefined {
  const { change_id, table_name: table, key, change, former } = entry;
  const here = entry.isLast ? rowIn("main", table, key) : undefined;
  const present = rowIn("present", table, key);
  // A row that is gone here is known by what it held.
  const known = here ?? (change === "deleted" ? (JSON.parse(former ?? "{}") as Values) : undefined);
  const there = known === undefined || isSameRow(known, present) ? present : undefined;
  // Nobody else can have changed a row that the scenario has created, unless it was merged: then it has the same id.
  const isShared = there !== undefined && (here?.["id"] ?? here?.["uuid"]) !== undefined;
  if (entry.isCreated && !isShared) return undefined;
  const name = textOf(here?.["name"] ?? there?.["name"] ?? here?.["title"] ?? there?.["title"]);
  const conflict = (kind: Conflict["kind"], fields: FieldConflict[]) => ({ change_id, table, key, name, kind, fields });
  if (!there) return change === "deleted" ? undefined : conflict("deleted_there", []);
  const theirColumns = Object.keys(theirs.former).filter((column) => !FOLLOWING.includes(column));
  if (change === "deleted") return here || theirColumns.length === 0 ? undefined : conflict("deleted_here", []);
  const mine = new Set(Object.keys(JSON.parse(former ?? "{}") as Values));
  const fields = theirColumns
    .filter((column) => mine.has(column))
    .flatMap((column) => compareColumn(column, theirs.former[column], here?.[column], there[column]))
    .filter(({ field }) => !calculated.has(field));
  return fields.length === 0 ? undefined : conflict("changed", fields);
}

/** Compares a row without a history, of which nobody knows what it held before. */
function compareRowOfBoth({ change_id, table, key, mine, theirs }: RowOfBoth): Conflict | undefined {
  const fields = Object.keys(mine)
    .filter((column) => !FOLLOWING.includes(column) && !same(mine[column], theirs[column]))
    .map((field) => ({ field, base: null, mine: mine[field] ?? null, theirs: theirs[field] ?? null }));
  return fields.length === 0
    ? undefined
    : { change_id, table, key, name: textOf(mine["name"] ?? mine["title"]), kind: "changed", fields };
}

/**
 * Finds the conflicts of an open scenario with the present.
 * @param base the moment that it begins with
 * @param counted the ids of the changes that count, which are not merged yet
 * @returns them in the order of the changes, one for each change and row, and the moment of the present
 */
export function conflictsSince(base: Moment, counted: ReadonlySet<string>): { conflicts: Conflict[]; moment: Moment } {
  const moment = lastMomentIn("present");
  const entries = ownEntries(counted);
  const theirs = theirRows(base, moment, new Set(entries.map(({ table_name, key }) => nameOf(table_name, key))));
  // Both sides calculate them anew.
  const calculated = new Set(calculatedFields().map((key) => `attributes.${key}`));
  const found = new Map<string, Conflict>();
  for (const entry of entries) {
    const row = theirs.get(nameOf(entry.table_name, entry.key));
    const conflict = row && compareRow(entry, row, calculated);
    if (conflict) found.set(`${entry.change_id} ${nameOf(entry.table_name, entry.key)}`, conflict);
  }
  const others = rowsOfBoth(base).filter(({ change_id }) => counted.has(change_id));
  return { conflicts: [...found.values(), ...others.flatMap((row) => compareRowOfBoth(row) ?? [])], moment };
}
