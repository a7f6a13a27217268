/** The weight of the console, as browsers fetch it. */
import { expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dir, "../../build/console");

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[]; dynamicImports?: string[] };
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(FOLDER, "plain/manifest.json"), "utf8"));

/** Returns the kilobytes of a built file as it is sent. */
const weightOf = (file: string): number =>
  statSync(join(FOLDER, "stored", `${file.replaceAll("/", "~")}.br`)).size / 1000;

/** Returns the chunks that come with one, itself included, but for those that are there already. */
function withImports(key: string, present: ReadonlySet<string> = new Set(), found = new Set<string>()): Set<string> {
  if (found.has(key) || present.has(key)) return found;
  found.add(key);
  for (const other of manifest[key]?.imports ?? []) withImports(other, present, found);
  return found;
}

const total = (keys: Iterable<string>): number =>
  [...keys].reduce((sum, key) => sum + weightOf(manifest[key]!.file), 0);

const [entry] = Object.entries(manifest).find(([, { isEntry }]) => isEntry)!;
const first = withImports(entry);

test("the first JavaScript weighs at most 200 kB", () => {
  expect(total(first)).toBeGreaterThan(50);
  expect(total(first)).toBeLessThanOrEqual(200);
});

/** The part that every page preloads, next to the first one: what a page adds later is counted without it. */
const common = Object.keys(manifest).filter((key) => manifest[key]!.file.match(/\/common-.*\.js$/));

test("no part that is loaded later weighs more than 180 kB", () => {
  expect(common).toHaveLength(1);
  const parts = Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports);
  const present = new Set([...first, ...common]);
  const heavy = [...common, ...new Set(parts)]
    .map((key) => [key, Math.round(total(withImports(key, common.includes(key) ? first : present)))] as const)
    .filter(([, weight]) => weight > 180);
  expect(parts.length).toBeGreaterThan(5);
  expect(heavy).toEqual([]);
});

test("the styles that a page loads weigh at most 30 kB", () => {
  const parts = Object.values(manifest).flatMap(({ dynamicImports = [] }) => dynamicImports);
  const shared = [...first, ...common];
  const weightOfStyles = (key: string): number => {
    const sheets = new Set([...shared, ...withImports(key)].flatMap((one) => manifest[one]!.css ?? []));
    return [...sheets].reduce((sum, file) => sum + weightOf(file), 0);
  };
  const weights = parts.map((key) => [key, Math.round(weightOfStyles(key))] as const);
  expect(Math.min(...weights.map(([, weight]) => weight))).toBeGreaterThan(5);
  expect(weights.filter(([, weight]) => weight > 30)).toEqual([]);
});

test("the executable grows by at most 5 MB", () => {
  const { files } = require(join(FOLDER, "files.js")) as {
    files: Record<string, { encodings: Record<string, string> }>;
  };
  const bytes = Object.values(files)
    .flatMap(({ encodings }) => Object.values(encodings))
    .reduce((sum, path) => sum + statSync(path).size, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(5_000_000);
});
