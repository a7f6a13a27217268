/**
 * Measures the source code.
 *
 *   npm run measure            all measures
 *   npm run measure -- adr     also which files outside the area's own mention it
 */
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

const linesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + textOf(file).split("\n").length - 1, 0);

const list = (entries: readonly string[]): string =>
  [entries.length, ...entries.map((entry) => `\n  ${entry}`)].join("");

/** The measures of the whole program: what is measured → the result, to be printed. */
export function measures(): Record<string, string> {
  const src = sources.filter((file) => file.startsWith("src/"));
  const declarations = src.filter((file) => file.endsWith("operations.ts"));
  const count = operationsOf(areas).length;
  const casts = src.flatMap((file) => Array(textOf(file).split(/\bas object\b/).length - 1).fill(file));
  return {
    "lines of src": `${linesOf(src)} in ${src.length} files`,
    "lines of *operations.ts for an operation": `${(linesOf(declarations) / count).toFixed(1)} (${linesOf(declarations)} lines, ${count} operations)`,
    "files that import the web framework": list(frameworkFiles()),
    "occurrences of `as object`": list(casts),
    "upward imports": list(upwardImports().map(({ from, to }) => `${from} → ${to}`)),
    "cycles of imports": list(importCycles().map((files) => files.join(" → "))),
  };
}

/**
 * The files outside an area that import it; those that must change when the area is removed.
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
