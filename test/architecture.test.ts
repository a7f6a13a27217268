/** The plan of the house holds: imports go down only, without circles, and an area is known by its `index.ts` alone. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { Glob } from "bun";
import { areas } from "../src/areas";

const root = join(import.meta.dir, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const sources = [...new Glob("{src,db}/**/*.ts").scanSync(root)];

/** Floors from the ground up; a file belongs to the first whose pattern fits. */
const floors: [name: string, pattern: RegExp][] = [
  ["version", /^src\/version/],
  ["db", /^db\//],
  ["config", /^src\/config/],
  ["platform", /^src\/platform\//],
  ["formula", /^src\/formula\//],
  ["http", /^src\/http\//],
  ["core", /^src\/core\//],
  ["areas", /^src\/areas\//],
  ["list", /^src\/areas(\.ts)?$/],
  ["demo", /^src\/demo\//],
  ["docs", /^src\/docs\//],
  ["app", /^src\/app/],
  ["server", /^src\/server/],
  ["main", /^src\/(cli\/|main)/],
];
const floorOf = (file: string) => floors.findIndex(([, pattern]) => pattern.test(file));
const areaOf = (file: string) => file.match(/^src\/areas\/([^/]+)/)?.[1];
const order = areas.map(({ name }): string => name);

type Import = { from: string; to: string };

const resolved = (path: string) =>
  [`${path}.ts`, `${path}/index.ts`, path].find((file) => sources.includes(file)) ?? path;

const imports: Import[] = sources.flatMap((from) =>
  [...read(from).matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path]) => ({
    from,
    to: resolved(normalize(join(dirname(from), path as string))),
  })),
);

test("there is something to look at, and every file is on a floor", () => {
  expect(imports.length).toBeGreaterThan(300);
  expect(sources.filter((file) => floorOf(file) < 0)).toEqual([]);
});

test("every area's folder is in the list, under its name", () => {
  const folders = new Set(sources.flatMap((file) => areaOf(file) ?? []));
  expect([...folders].filter((folder) => !order.includes(folder))).toEqual([]);
  expect(order.filter((name) => !folders.has(name))).toEqual([]);
});

test("imports go down only", () => {
  expect(imports.filter(({ from, to }) => floorOf(from) < floorOf(to))).toEqual([]);
});

test("an area imports only areas before it, and only what their index exports", () => {
  const across = imports.filter(({ from, to }) => areaOf(from) && areaOf(to) && areaOf(from) !== areaOf(to));
  const wrong = across.filter(
    ({ from, to }) =>
      order.indexOf(areaOf(to) as string) > order.indexOf(areaOf(from) as string) ||
      to !== `src/areas/${areaOf(to)}/index.ts`,
  );
  expect(wrong).toEqual([]);
});

test("adding an area touches the list and the schema, and nothing else outside its folder", () => {
  const names = ["areas.ts", "db/schema/index.ts"];
  const mentions = imports.filter(
    ({ from, to }) => areaOf(to) && !areaOf(from) && !names.some((name) => from.endsWith(name)),
  );
  // What the program does at its start or from the command line calls areas by what they export; no list of areas is kept.
  expect([...new Set(mentions.map(({ from }) => from))].sort()).toEqual(["src/demo/load.ts", "src/server.ts"]);
});

test("there are no circles", () => {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  expect(circles).toEqual([]);
});

test("the formula engine imports nothing of the project", () => {
  const foreign = imports.filter(({ from, to }) => /^src\/formula\//.test(from) && !/^src\/formula\//.test(to));
  expect(foreign).toEqual([]);
});

test("nothing outside db imports the driver", () => {
  expect(sources.filter((file) => file.startsWith("src/") && /from "bun:sqlite"/.test(read(file)))).toEqual([]);
});

test("at most three files know the framework", () => {
  const knowing = sources.filter((file) => /from "(elysia|@elysiajs\/[a-z]+)"/.test(read(file)));
  expect(knowing).toEqual(expect.arrayContaining(["src/core/api/mount.ts"]));
  expect(knowing.length).toBeLessThanOrEqual(3);
});
