/** The tables that each area reads and writes, in the SQL and the Drizzle calls of src/, for tests and `npm run measure`. */
import { getTableName, is, Table } from "drizzle-orm";
import ts from "typescript";
import { tables } from "../db";
import { areas } from "../src/areas";
import type { Area } from "../src/core/area";
import { coreTables } from "../src/core/tables";
import { areaNames, areaOf, sources, textOf } from "./import-graph";

/** The name in code of every table → its name in SQL. */
const sqlNames: ReadonlyMap<string, string> = new Map(
  Object.entries(tables).flatMap(([name, table]) => (is(table, Table) ? [[name, getTableName(table)]] : [])),
);

/** The names of all tables. The index of the search is no table of the schema. */
export const tableNames: readonly string[] = [...sqlNames.values(), "cards_search"].toSorted();
const isTable = new Set(tableNames);

const ownerships = [{ name: "core", tables: coreTables }, ...(areas as readonly Area[])].flatMap(
  ({ name: area, tables: owned = [] }) => owned.map((table) => ({ table: table as string, area })),
);

/** Table → the areas that own it, `core` among them. */
export const owners: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(ownerships, ({ table }) => table)].map(([table, of]) => [table, of.map(({ area }) => area)]),
);

/** A use of a table by a file of an area, or of a folder of src/. */
export type TableUse = { area: string; file: string; table: string; kind: "read" | "write" };

/** Returns the area of a file, or else its folder in src/. */
const partOf = (file: string): string => areaOf(file) ?? (file.split("/")[1] as string);

const WRITES = /\b(?:INSERT(?: OR [A-Z]+)? INTO|REPLACE INTO|UPDATE(?: OR [A-Z]+)?|DELETE FROM)\s+("?[a-z_]+"?|\$)/g;
const READS =
  /\b(?:FROM|JOIN)\s+([^()]*?)(?=\b(?:WHERE|ORDER|GROUP|LIMIT|ON|UNION|WINDOW|SET|JOIN|LEFT|CROSS|INDEXED)\b|[()]|$)/gs;

/** Returns the text of a string or template; what it inserts is a dollar sign. */
function sqlOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `$${literal.text}`).join("");
}

/** Returns the tables that a text of SQL names. */
function named(sql: string): NamedUse[] {
  const written = [...sql.matchAll(WRITES)].map(([, name]) => (name as string).replaceAll('"', ""));
  const withoutDeletes = sql.replaceAll(/\bDELETE FROM\b/g, "DELETE");
  const read = [...withoutDeletes.matchAll(READS)].flatMap(([, list]) =>
    (list as string).split(",").map((item) => item.trim().split(/\s/)[0] as string),
  );
  const usesOfKind = (names: readonly string[], kind: TableUse["kind"]) =>
    names
      .filter((name) => isTable.has(name) || name.startsWith("$"))
      .map((name) => ({ table: isTable.has(name) ? name : undefined, kind }));
  return [...usesOfKind(written, "write"), ...usesOfKind(read, "read")];
}

const DRIZZLE: Record<string, TableUse["kind"]> = {
  insert: "write",
  update: "write",
  delete: "write",
  from: "read",
  innerJoin: "read",
  leftJoin: "read",
};

/** A table by its name in SQL, or undefined for one that a statement gets as a value. */
type NamedUse = { table: string | undefined; kind: TableUse["kind"] };

/** Returns the tables that a file binds to names: name → table in SQL. */
function aliasesIn(source: ts.SourceFile): Map<string, string> {
  const aliases = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (
      ts.isVariableDeclaration(node) &&
      node.initializer?.getText() === "tables" &&
      ts.isObjectBindingPattern(node.name)
    )
      for (const { name, propertyName } of node.name.elements)
        aliases.set(name.getText(), sqlNames.get((propertyName ?? name).getText()) as string);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return aliases;
}

/** Returns the uses of tables in a top-level statement of a file. */
function usesIn(statement: ts.Statement, aliases: ReadonlyMap<string, string>): NamedUse[] {
  const uses: NamedUse[] = [];
  const mentioned = new Set<string>();
  const tableOf = (node: ts.Expression | undefined): string | undefined => {
    if (node && ts.isPropertyAccessExpression(node) && node.expression.getText() === "tables")
      return sqlNames.get(node.name.text);
    return node && ts.isIdentifier(node) ? aliases.get(node.text) : undefined;
  };
  const visit = (node: ts.Node): void => {
    const called =
      ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) ? node.expression : undefined;
    const kind = called && DRIZZLE[called.name.text];
    if (ts.isCallExpression(node) && node.expression.getText() === "recordsOf") {
      const table = tableOf(node.arguments[0]);
      uses.push({ table, kind: "read" }, { table, kind: "write" });
    }
    if (kind) {
      const table = tableOf((node as ts.CallExpression).arguments[0]);
      if (table !== undefined || called.expression.getText() === "db") uses.push({ table, kind });
    }
    const sql = sqlOf(node);
    if (sql !== undefined && isTable.has(sql)) mentioned.add(sql);
    if (sql !== undefined) uses.push(...named(sql));
    ts.forEachChild(node, visit);
  };
  visit(statement);
  // A table that a statement gets as a value is one of those that stand around it as texts.
  return uses.flatMap((use): NamedUse[] =>
    use.table === undefined && mentioned.size > 0 ? [...mentioned].map((table) => ({ ...use, table })) : [use],
  );
}

/** Returns the uses of tables in a file. */
function usesOf(file: string): NamedUse[] {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
  const aliases = aliasesIn(source);
  return source.statements.filter((one) => !ts.isImportDeclaration(one)).flatMap((one) => usesIn(one, aliases));
}

const uses = sources
  .filter((file) => file.startsWith("src/"))
  .flatMap((file) => usesOf(file).map((use) => ({ area: partOf(file), file, ...use })));

/** Every use of a table by the code of src/. */
export const tableUses: readonly TableUse[] = uses.flatMap(({ table, ...use }) =>
  table === undefined ? [] : [{ ...use, table }],
);

/** The files that write a table which their text does not name. */
export const unnamedWrites: readonly string[] = [
  ...new Set(uses.filter(({ table, kind }) => table === undefined && kind === "write").map(({ file }) => file)),
];

/** Returns the uses of tables that are another area's. */
export const foreignUses = (kind: TableUse["kind"]): TableUse[] =>
  tableUses.filter((use) => use.kind === kind && !owners.get(use.table)?.includes(use.area));

/** A use is upward when the table is of a later area than the one that uses it. */
export function isUpward({ area, table }: TableUse): boolean {
  const owner = owners.get(table)?.[0];
  if (owner === undefined || owner === "core") return false;
  return area === "core" || (areaNames.includes(area) && areaNames.indexOf(area) < areaNames.indexOf(owner));
}

/** Uses as "area table", each once. */
export const pairsOf = (uses: readonly TableUse[]): string[] =>
  [...new Set(uses.map(({ area, table }) => `${area} ${table}`))].toSorted();
