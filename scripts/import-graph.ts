/** The imports between source files in src/ and db/; shared by the test of the architecture and `npm run measure`. */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { Glob } from "bun";
import { areas } from "../src/areas";

const root = join(import.meta.dir, "..");

/** Returns the text of a source file, given by its path from the root of the repository. */
export const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

/** Every source file of the program. */
export const sources: readonly string[] = [...new Glob("{src,db}/**/*.ts").scanSync(root)]
  // The console has a plan of its own (`console-graph.ts`), and a declaration of a built module has no imports.
  .filter((file) => !file.startsWith("src/console/") && !file.endsWith(".d.ts"))
  .sort();

/** Layers from the lowest up; a file belongs to the first whose pattern fits. */
const layers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["version", /^src\/version/],
  ["db", /^db\//],
  ["config", /^src\/config/],
  ["platform", /^src\/platform\//],
  ["formula", /^src\/formula\//],
  ["analysis", /^src\/analysis\//],
  ["http", /^src\/http\//],
  ["core", /^src\/core\//],
  ["areas", /^src\/areas\//],
  ["list of areas", /^src\/areas\.ts$/],
  ["docs", /^src\/docs\//],
  ["mcp", /^src\/mcp\//],
  ["app", /^src\/(app|reader|writer|state-maker|backup)/],
  ["server", /^src\/server/],
  ["main", /^src\/(cli\/|main)/],
];

/** Returns the position of a file's layer from the lowest up; -1 when it belongs to none. */
export const layerOf = (file: string): number => layers.findIndex(([, pattern]) => pattern.test(file));

/** Returns the name of the area that a file belongs to; undefined outside src/areas/. */
export const areaOf = (file: string): string | undefined => file.match(/^src\/areas\/([^/]+)\//)?.[1];

/** The names of the areas in the order of their list. */
export const areaNames: readonly string[] = areas.map(({ name }) => name);

export type Import = { from: string; to: string };

const isSource = new Set(sources);
const resolved = (path: string): string =>
  [`${path}.ts`, `${path}/index.ts`, path].find((file) => isSource.has(file)) ?? path;

/** Every import of one file of the repository by another. */
export const imports: readonly Import[] = sources.flatMap((from) =>
  [...textOf(from).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map(([, path]) => ({ from, to: resolved(normalize(join(dirname(from), path as string))) }))
    // A file of definitions names its own type.
    .filter(({ to }) => to !== from),
);

/** Imports of a file in a higher layer, and between areas those of a later area. */
export const upwardImports = (): Import[] =>
  imports.filter(({ from, to }) => {
    const own = areaOf(from);
    const other = areaOf(to);
    return own && other ? areaNames.indexOf(own) < areaNames.indexOf(other) : layerOf(from) < layerOf(to);
  });

/** Cycles of imports, each as its files in order, the first of them repeated at the end. */
export function importCycles(): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file]);
    else if (!done.has(file)) {
      for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    }
  };
  for (const file of sources) visit(file, []);
  return cycles;
}

/** Returns the files that import the web framework or one of its plugins. */
export const frameworkFiles = (): string[] =>
  sources.filter((file) => /from "(elysia|@elysiajs\/[a-z]+)"/.test(textOf(file)));
