/** The imports between the sources of the console, and its rooms from the highest down; shared by the tests of its plan. */
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "..");
const HOME = "src/console/";

/**
 * The rooms of the console from the highest down. Rooms of one line don't know each other; a subject's room, which is any
 * other folder, may use another subject's without a cycle.
 */
const ROOMS: readonly (readonly string[])[] = [
  ["main.tsx"],
  ["routes.tsx"],
  ["frame"],
  ["pages"],
  ["gate"],
  ["<subject>"],
  ["grid", "graph", "charts"],
  ["ui"],
  ["commands"],
  ["navigation"],
  ["server"],
  ["language"],
  ["state"],
];

export type ConsoleImport = { from: string; to: string; isLazy: boolean };

/** Every source of the console, as a path below its folder. */
export const consoleSources: readonly string[] = [...new Glob(`${HOME}**/*.{ts,tsx}`).scanSync(ROOT)]
  .map((file) => file.replaceAll("\\", "/").slice(HOME.length))
  .sort();

const known = new Set(consoleSources);

/** Returns the path of an import below the console's folder; of what lies outside it begins with `../`. */
export function resolved(from: string, path: string): string {
  const target = normalize(join(dirname(from), path)).replaceAll("\\", "/");
  return [`${target}.ts`, `${target}.tsx`, `${target}/index.ts`, target].find((file) => known.has(file)) ?? target;
}

const PATTERN = /(?:from\s*|import\s*(\(\s*)?|new URL\(\s*)"(\.[^"]+)"/g;

/** Every import of a source of the console, styles left out; a lazy one is loaded when it is wanted. */
export const consoleImports: readonly ConsoleImport[] = consoleSources.flatMap((from) =>
  [...readFileSync(join(ROOT, HOME, from), "utf8").matchAll(PATTERN)]
    .filter(([, , path]) => !path!.endsWith(".css"))
    .map(([all, lazy, path]) => ({
      from,
      to: resolved(from, path!),
      isLazy: lazy !== undefined || all.startsWith("new URL"),
    })),
);

/** Returns the room of a source: a folder, or a file that stands alone. */
const roomOf = (file: string): string => file.split("/")[0]!;

/** Returns the place of a source's room from the highest down. */
export function levelOf(file: string): number {
  const room = roomOf(file);
  const level = ROOMS.findIndex((rooms) => rooms.includes(room));
  return level < 0 ? ROOMS.findIndex(([name]) => name === "<subject>") : level;
}

/** Returns the page that a source belongs to; undefined outside of `pages/` and for the list of pages. */
export const pageOf = (file: string): string | undefined => /^pages\/([^/]+)\//.exec(file)?.[1];

/** Imports that lead up, or between rooms of one level that don't know each other. */
export const upwardConsoleImports = (): ConsoleImport[] =>
  consoleImports.filter(({ from, to }) => {
    if (to.startsWith("../") || roomOf(from) === roomOf(to)) return false;
    const own = levelOf(from);
    const other = levelOf(to);
    return other < own || (other === own && ROOMS[own]!.length > 1);
  });

/** Cycles of imports that are not lazy, each as its files in order. */
export function consoleCycles(): string[][] {
  const next = Map.groupBy(
    consoleImports.filter(({ isLazy }) => !isLazy),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const cycles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file]);
    else if (!done.has(file)) {
      for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
      done.add(file);
    }
  };
  for (const file of consoleSources) visit(file, []);
  return cycles;
}
