/** Sheets of records: the rows of a table with their ids and references. Missing rows are created; none is changed. */
import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { hasRow, statement } from "../../../db";
import { now } from "../../platform/clock";
import type { Actor } from "../access/actor";
import type { Cell } from "./cells";
import {
  columnsOf,
  instantIn,
  parsedRow,
  type StoredValue,
  storedRow,
  type TableColumn,
  type Values,
  valueAt,
} from "./columns";
import { Conflict, LeftOut, type Row, textAt } from "./row";
import { type Needs, requireFor, type Sheet, type SheetExport, type SheetImport } from "./sheet";
import { cellOf, referenceCells, rowsOf, type Value } from "./table-rows";

/** The declaration of a sheet of records. */
type Options<T extends SQLiteTable> = {
  /** The names of the columns that are written as they are, in their order. */
  columns: string;
  /** The names of the columns that refer to cards. */
  cards?: string;
  /** The names of the columns that refer to users. */
  users?: string;
  /** The names of the columns whose JSON is a list. */
  lists?: string;
  /** The columns whose texts are assets → the endings of their files. */
  assets?: Readonly<Record<string, string>>;
  /** More headers at the end, and the cells below them. */
  extra?: { headers: readonly string[]; cells(sheetExport: SheetExport, id: string, name: string): (Cell | null)[] };
  /** The names of the columns of which no two rows have the same values; `id` when left out. */
  key?: string;
  /** The names of columns by which a row under another id is the same, too. */
  same?: string;
  /** The column that refers to another row of the table. */
  parent?: string;
  /** Column → SQL over `t` for the value that is exported; a name that is no column is not imported. */
  read?: Readonly<Record<string, string>>;
  /** The rows that are exported, as SQL over `t`. */
  where?: string;
  /** The permission of the API's operation that creates such rows. */
  needs: Needs;
  /** The column of the user in whose name a row speaks; others than the importer need the right to administer users. */
  author?: string;
  /** Checks a row by the rules of the API, and gives the values that are missing or must be others. @throws Problem, Unfit */
  complete?(row: T["$inferInsert"], source: Row, sheetImport: SheetImport): Partial<T["$inferInsert"]>;
  /** Creates a row; a plain row of the table when left out. */
  create?(row: T["$inferInsert"], source: Row, sheetImport: SheetImport): void;
  /** Called once after rows were created: publishes their events, and refreshes derived values. */
  created?(actor: Actor, rows: readonly T["$inferInsert"][]): void;
};

const wordsIn = (text = "") => text.split(" ").filter(Boolean);

/** The column with the time of creation, which sheets carry as the last one. */
const CREATED = "created_at";

/** Returns the path of a text of a row. */
const textPath = (sheet: string, id: string, column: string, ending: string): string =>
  `${sheet}/${id}__${column}.${ending}`;

const encoder = new TextEncoder();

/** Reads one text, as the content of an asset. @param sql with the id of the row as its parameter */
export const textContent = (sql: string, id: string) =>
  function* read(connection: SheetExport["connection"]): Generator<Uint8Array> {
    const [row] = connection.rows<[text: string]>(sql, id);
    yield encoder.encode(row?.[0] ?? "");
  };

/** Returns SQL for an id that is made of the two ids of a link, which has none of its own. */
export const linkId = (one: string, other: string) => ({ id: `substr(t.${one}, 1, 18) || substr(t.${other}, 19)` });

/** Inserts a row of a table. */
function insertRow(table: string, values: Values): void {
  const names = Object.keys(values);
  statement(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`).run(
    ...Object.values(values),
  );
}

/** Declares a sheet of records. @param name its name in the workbook */
export function recordSheet<T extends SQLiteTable>(name: string, table: T, options: Options<T>): Sheet {
  type Insert = T["$inferInsert"];
  const { assets = {}, extra, read = {}, where = "TRUE", needs, author, parent } = options;
  const [values, cards, users] = [options.columns, options.cards, options.users].map(wordsIn) as [
    string[],
    string[],
    string[],
  ];
  const tableName = getTableName(table);
  const columns = columnsOf(table, wordsIn(options.lists));
  const keys = [wordsIn(options.key ?? "id"), wordsIn(options.same)].filter(({ length }) => length > 0);
  const hasCreated = columns.has(CREATED);
  const isNullable = (column: string) => columns.get(column)?.nullable === true;

  /** Checks whether there is such a row already, as far as the columns of its keys are known. */
  const isKnown = (row: Values): boolean =>
    keys.some(
      (key) =>
        key.every((column) => row[column] !== undefined && row[column] !== null) &&
        hasRow(
          `SELECT 1 FROM ${tableName} WHERE ${key.map((column) => `${column} = ?`).join(" AND ")} LIMIT 1`,
          ...key.map((column) => row[column] as StoredValue),
        ),
    );

  /** Returns the values of a row's own columns. @throws Unfit */
  function ownValues(row: Row): Values {
    const own: Values = {};
    for (const column of values.flatMap((value) => columns.get(value) ?? ([] as TableColumn[]))) {
      const value = valueAt(row, column, column.name in read && column.kind === "whole" ? "number" : column.kind);
      if (value !== undefined) own[column.name] = value;
    }
    return own;
  }

  /** Returns the cards of a row. @throws Conflict when one must be there and isn't */
  function cardsIn(row: Row, { cards: finder }: SheetImport): Values {
    const found: Values = {};
    for (const column of cards) {
      const type = `${column}__type`;
      const reference = `${column}__ref`;
      const match = finder.find(textAt(row, type), textAt(row, reference));
      const isLoose = typeof match === "string" && isNullable(column);
      found[column] = isLoose ? null : finder.require(row, type, reference);
    }
    return found;
  }

  /**
   * Returns the users of a row.
   * @throws Conflict when one must be there and isn't, LeftOut when the row speaks for another one
   */
  function usersIn(row: Row, { actor, speaksForOthers, userId }: SheetImport): Values {
    const found: Values = {};
    for (const column of users) {
      const email = textAt(row, `${column}__email`);
      found[column] = userId(email) ?? null;
      if (found[column] === null && !isNullable(column)) throw new Conflict(`there is no user '${email ?? ""}'`);
      if (speaksForOthers) continue;
      if (column === "created_by") found[column] = actor.userId;
      else if (column === author && found[column] !== actor.userId)
        throw new LeftOut("only who may administer users (admin.users) brings what others have written or own");
    }
    return found;
  }

  /** Returns the texts of a row that are assets. @throws Conflict when one must be there and isn't */
  function textsIn(row: Row, { assets: reader }: SheetImport): Values {
    const found: Values = {};
    for (const column of Object.keys(assets)) {
      const path = textAt(row, `${column}__asset`);
      found[column] = path === null ? null : reader.text(path);
      if (found[column] === null && !isNullable(column)) throw new Conflict(`its ${column} is missing in the bundle`);
    }
    return found;
  }

  /** Returns the times of creation and change: that of the bundle, if the importer may bring it and it is past. */
  function stampsOf(row: Row, { speaksForOthers }: SheetImport): Values {
    const at = now();
    const brought = speaksForOthers ? instantIn(textAt(row, CREATED) ?? "") : undefined;
    const created = brought !== undefined && brought < at ? brought : at;
    return Object.fromEntries(
      [CREATED, "updated_at"].filter((stamp) => columns.has(stamp)).map((stamp) => [stamp, created]),
    );
  }

  const isStored = ([column]: [string, unknown]) => columns.get(column)?.isGenerated === false;

  return {
    name,
    parent,
    table: {
      name: tableName,
      kind: "records",
      columns,
      values,
      assets: Object.keys(assets),
      read,
      key: keys[0] as string[],
    },
    headers: [
      ...values,
      ...cards.flatMap((column) => [`${column}__ref`, `${column}__type`]),
      ...users.map((column) => `${column}__email`),
      ...Object.keys(assets).map((column) => `${column}__asset`),
      ...(extra?.headers ?? []),
      ...(hasCreated ? [CREATED] : []),
    ],
    begin(sheetImport) {
      const created: Insert[] = [];
      return {
        apply(source) {
          const own = ownValues(source);
          if (isKnown(own)) return "skipped";
          const found = { ...own, ...cardsIn(source, sheetImport) };
          if (isKnown(found)) return "skipped";
          const withUsers = { ...found, ...usersIn(source, sheetImport) };
          if (isKnown(withUsers)) return "skipped";
          requireFor(sheetImport.actor, needs, withUsers);
          const all = { ...stampsOf(source, sheetImport), ...withUsers, ...textsIn(source, sheetImport) };
          const parsed = parsedRow(columns, all) as Insert;
          const complete = { ...parsed, ...options.complete?.(parsed, source, sheetImport) };
          const row = Object.fromEntries(Object.entries(complete).filter(isStored)) as Insert;
          if (options.create) options.create(row, source, sheetImport);
          else insertRow(tableName, storedRow(row));
          created.push(row);
          return "created";
        },
        conclude() {
          if (created.length > 0) options.created?.(sheetImport.actor, created);
        },
      };
    },
    *rows(sheetExport) {
      const { connection, assets: writer } = sheetExport;
      const endings = Object.entries(assets);
      const select = [
        ...values.map((column) => read[column] ?? `t.${column}`),
        ...cards.map((column) => `t.${column}`),
        ...users.map((column) => `(SELECT email FROM users WHERE id = t.${column})`),
        ...endings.map(([column]) => `t.${column} IS NOT NULL`),
        ...(hasCreated ? [`t.${CREATED}`] : []),
      ];
      for (const row of rowsOf(connection, select, `${tableName} t`, where)) {
        const rest = row.values();
        const take = (count: number) => Array.from({ length: count }, () => rest.next().value as Value);
        const id = row[values.indexOf("id")] as string;
        const textCell = (isThere: Value, at: number) => {
          const [column, ending] = endings[at] as [string, string];
          const sql = `SELECT ${column} FROM ${tableName} WHERE id = +?1`;
          return isThere === 1 ? writer.create(textPath(name, id, column, ending), textContent(sql, id)) : null;
        };
        yield [
          ...take(values.length).map((value, at) => cellOf(sheetExport, columns.get(values[at] as string), value)),
          ...take(cards.length).flatMap((card) => referenceCells(sheetExport, card)),
          ...take(users.length).map((email) => cellOf(sheetExport, undefined, email)),
          ...take(endings.length).map(textCell),
          ...(extra?.cells(sheetExport, id, row[values.indexOf("name")] as string) ?? []),
          ...(hasCreated ? (take(1) as (Cell | null)[]) : []),
        ];
      }
    },
  };
}
