/** The plan of the architecture: imports lead down the layers without cycles, and an area is used through its `index.ts`. */
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  consoleCycles,
  consoleImports,
  consoleSources,
  levelOf,
  pageOf,
  upwardConsoleImports,
} from "../scripts/console-graph";
import {
  areaNames,
  areaOf,
  frameworkFiles,
  importCycles,
  imports,
  layerOf,
  sources,
  textOf,
  upwardImports,
} from "../scripts/import-graph";
import { mentionsOf } from "../scripts/measure";
import { foreignUses, isUpward, owners, pairsOf, tableNames, tableUses, unnamedWrites } from "../scripts/sql-graph";
import { foreignReads, pendingWrites, upwardReads, writesByValue } from "./support/foreign-tables";

test("every source file belongs to a layer", () => {
  expect(imports.length).toBeGreaterThan(300);
  expect(sources.filter((file) => layerOf(file) < 0)).toEqual([]);
});

test("every area is a folder of its name, and every folder an area", () => {
  const folders = new Set(sources.flatMap((file) => areaOf(file) ?? []));
  expect([...folders].toSorted()).toEqual(areaNames.toSorted());
});

test("imports lead down: to a lower layer, or to an earlier area", () => {
  expect(upwardImports()).toEqual([]);
});

test("an area imports only the index of another area", () => {
  const across = imports.filter(({ from, to }) => areaOf(from) && areaOf(to) && areaOf(from) !== areaOf(to));
  expect(across.filter(({ to }) => to !== `src/areas/${areaOf(to)}/index.ts`)).toEqual([]);
});

test("adding an area changes the list of areas and the schema, and no other file outside its folder", () => {
  const outside = imports.filter(({ from, to }) => areaOf(to) && !areaOf(from) && from !== "src/areas.ts");
  // The server's start calls functions of areas, and keeps no list of them.
  expect([...new Set(outside.map(({ from }) => from))]).toEqual(["src/server.ts"]);
});

test("an area that no other needs is mentioned in the list, the schema and the demo only", () => {
  const mentions = mentionsOf("web-portals").filter((file) => !file.startsWith("src/areas/demo/"));
  expect(mentions.toSorted()).toEqual(["db/schema/index.ts", "src/areas.ts"]);
  expect(() => mentionsOf("nothing")).toThrow('There is no area "nothing"');
});

test("there are no cycles of imports", () => {
  expect(importCycles().map((files) => files.join(" → "))).toEqual([]);
});

test("the formula engine imports nothing of the project", () => {
  const isFormula = (file: string) => file.startsWith("src/formula/");
  expect(imports.filter(({ from, to }) => isFormula(from) && !isFormula(to))).toEqual([]);
});

test("the algorithms of analyses import nothing of the project", () => {
  const isAnalysis = (file: string) => file.startsWith("src/analysis/");
  expect(imports.filter(({ from, to }) => isAnalysis(from) && !isAnalysis(to))).toEqual([]);
});

test("only db/ imports the database driver", () => {
  expect(sources.filter((file) => !file.startsWith("db/") && textOf(file).includes('from "bun:sqlite"'))).toEqual([]);
});

test("at most three files import the web framework", () => {
  expect(frameworkFiles()).toContain("src/core/api/mount.ts");
  expect(frameworkFiles().length).toBeLessThanOrEqual(3);
});

test("every table has exactly one owner, and no owner names a table that doesn't exist", () => {
  expect(tableNames.filter((table) => owners.get(table)?.length !== 1)).toEqual([]);
  expect([...owners.keys()].toSorted()).toEqual([...tableNames]);
});

test("the reader of SQL finds statements and Drizzle calls", () => {
  const has = (area: string, table: string, kind: string) =>
    tableUses.some((use) => use.area === area && use.table === table && use.kind === kind);
  expect(has("cards", "cards", "write")).toBeTrue();
  expect(has("tags", "card_tags", "write")).toBeTrue();
  expect(has("core", "users", "write")).toBeTrue();
  expect(has("reports", "ppm_tasks", "read")).toBeTrue();
  expect(has("cards", "users", "write")).toBeFalse();
});

test("no area writes a table of another one: it calls the owner's functions, or the owner extends it", () => {
  expect(pairsOf(foreignUses("write"))).toEqual(pendingWrites);
  expect(pairsOf(foreignUses("write").filter(isUpward))).toEqual([]);
});

test("the files that write a table which they get as a value are known", () => {
  expect(unnamedWrites.toSorted()).toEqual(writesByValue);
});

test("an area reads only those tables of others that it is known to read; a pair that is gone leaves the list", () => {
  const pairs = (upward: boolean) => pairsOf(foreignUses("read").filter((use) => isUpward(use) === upward));
  const listed = (reads: Record<string, string>) =>
    Object.entries(reads)
      .flatMap(([area, names]) => names.split(" ").map((table) => `${area} ${table}`))
      .toSorted();
  expect(pairs(true)).toEqual(listed(upwardReads));
  expect(pairs(false)).toEqual(listed(foreignReads));
});

const consoleText = (file: string) => readFileSync(join(import.meta.dir, "../src/console", file), "utf8");
const packages = JSON.parse(readFileSync(join(import.meta.dir, "../package.json"), "utf8"));

test("the imports of the console lead down its rooms, without cycles", () => {
  expect(consoleImports.length).toBeGreaterThan(150);
  expect(levelOf("cards/queries.ts")).toBeLessThan(levelOf("ui/button.tsx"));
  expect(upwardConsoleImports()).toEqual([]);
  expect(consoleCycles().map((files) => files.join(" → "))).toEqual([]);
});

test("a page of the console imports no other page", () => {
  const across = consoleImports.filter(({ from, to }) => pageOf(from) && pageOf(to) && pageOf(from) !== pageOf(to));
  expect(across).toEqual([]);
});

test("the console imports nothing of the server but the types that are generated from its description", () => {
  const outside = consoleImports.filter(({ to }) => to.startsWith("../"));
  expect([...new Set(outside.map(({ to }) => to))]).toEqual(["../../build/api"]);
  expect(consoleText("server/client.ts")).toContain('import type { components, paths } from "../../../build/api"');
  expect(outside.map(({ from }) => from)).toEqual(["server/client.ts"]);
});

test("every view of the console is loaded when its page is opened", () => {
  const views = consoleSources.filter((file) => pageOf(file) && consoleText(file).includes("export default function"));
  expect(views.length).toBeGreaterThan(5);
  const eager = consoleImports.filter(({ to, isLazy }) => views.includes(to) && !isLazy);
  expect(eager).toEqual([]);
});

test("the console fetches by its client alone, and has no styles or addresses of elsewhere", () => {
  const mayFetch = new Set(["server/freshness.ts", "server/stream.ts"]);
  const fetching = consoleSources.filter((file) => /\bfetch\(|XMLHttpRequest/.test(consoleText(file)));
  expect(fetching.filter((file) => !mayFetch.has(file))).toEqual([]);
  const foreign = consoleSources.filter((file) => /["'`]https?:\/\/(?!localhost)[a-z]/.test(consoleText(file)));
  expect(foreign).toEqual([]);
  const markup = consoleSources.filter((file) => /dangerouslySetInnerHTML|<style/.test(consoleText(file)));
  expect(markup).toEqual([]);
});

test("the packages of the console are pinned exactly, and come with an installation that leaves out tools", () => {
  const used = consoleSources.flatMap((file) =>
    [...consoleText(file).matchAll(/from "([^".][^"]*)"/g)].map(([, name]) =>
      name!
        .split("/")
        .slice(0, name!.startsWith("@") ? 2 : 1)
        .join("/"),
    ),
  );
  const names = [...new Set(used)].filter((name) => !name.startsWith("virtual:"));
  expect(names).toContain("react");
  expect(names.filter((name) => !/^\d+\.\d+\.\d+$/.test(packages.dependencies[name] ?? ""))).toEqual([]);
});
