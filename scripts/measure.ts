/**
 * Measures the source code.
 *
 *   npm run measure            all measures
 *   npm run measure -- adr     also which files outside the area's own mention it
 */
import ts from "typescript";
import { areas } from "../src/areas";
import { operationsOf } from "../src/core/area";
import {
  areaNames,
  areaOf,
  frameworkFiles,
  importCycles,
  imports,
  sources,
  textOf,
  upwardImports,
} from "./import-graph";
import { foreignUses, isUpward, pairsOf } from "./sql-graph";

const linesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + textOf(file).split("\n").length - 1, 0);

/** Accepts a statement, but for blocks, imports and types; the body of a function that is an expression counts as one. */
function isCounted(node: ts.Node): boolean {
  if (ts.isArrowFunction(node)) return !ts.isBlock(node.body);
  if (ts.isBlock(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return false;
  if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)) return false;
  return ts.isStatement(node);
}

/** Returns the number of statements of files, which the width of lines doesn't change. */
function statementsOf(files: readonly string[]): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (isCounted(node)) count++;
    ts.forEachChild(node, visit);
  };
  for (const file of files) visit(ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest));
  return count;
}

const list = (entries: readonly string[]): string =>
  [entries.length, ...entries.map((entry) => `\n  ${entry}`)].join("");

/** Returns the measures of the whole program: what is measured → the result, to be printed. */
export function measures(): Record<string, string> {
  const src = sources.filter((file) => file.startsWith("src/"));
  const declarations = src.filter((file) => file.endsWith("operations.ts"));
  const count = operationsOf(areas).length;
  const perOperation = (files: readonly string[]) => {
    const statements = statementsOf(files);
    return `${(statements / count).toFixed(1)} (${statements} statements, ${count} operations)`;
  };
  const casts = src.flatMap((file) => Array(textOf(file).split(/\bas object\b/).length - 1).fill(file));
  return {
    "lines of src": `${linesOf(src)} in ${src.length} files`,
    "statements of areas for an operation": perOperation(src.filter((file) => areaOf(file))),
    "statements of *operations.ts for an operation": perOperation(declarations),
    "files that import the web framework": list(frameworkFiles()),
    "occurrences of `as object`": list(casts),
    "tables read from later areas": list(pairsOf(foreignUses("read").filter(isUpward))),
    "tables written by others": list(pairsOf(foreignUses("write"))),
    "upward imports": list(upwardImports().map(({ from, to }) => `${from} → ${to}`)),
    "cycles of imports": list(importCycles().map((files) => files.join(" → "))),
  };
}

/**
 * Returns the files outside an area that import it; those that must change when the area is removed.
 * @param area its name; its own files are its folder and `db/schema/<area>.ts`
 * @throws when there is no such area
 */
export function mentionsOf(area: string): string[] {
  if (!areaNames.includes(area)) throw new Error(`There is no area "${area}"; there are ${areaNames.join(", ")}.`);
  const isOwn = (file: string) => areaOf(file) === area || file === `db/schema/${area}.ts`;
  return [...new Set(imports.filter(({ from, to }) => isOwn(to) && !isOwn(from)).map(({ from }) => from))];
}

if (import.meta.main) {
  for (const [what, result] of Object.entries(measures())) console.log(`${what}: ${result}`);
  const area = process.argv[2];
  if (area) console.log(`files outside the area ${area} that import it: ${list(mentionsOf(area))}`);
}
