/** CONTRIBUTING's steps to an area, followed with the code of the page in a copy of the sources. */
import { beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { newFolder } from "./support/scratch";

const root = join(import.meta.dir, "..");
const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
/** The code of the page: the file that the first line names, whether the code extends that file, and the code. */
const blocks = [...page.matchAll(/^```ts\n\/\/ (\S+?)(, [^\n]*)?\n(.*?)^```$/gms)].map(([, file, extended, code]) => ({
  file: file as string,
  extends: extended !== undefined,
  code: code as string,
}));

let folder: string;

/** Runs a program of the packages in the copy. @returns what it has printed, when it fails */
function failureOf(...command: string[]): string | undefined {
  const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, ...command], { cwd: folder });
  return exitCode === 0 ? undefined : `${stdout}${stderr}`;
}

/** Returns a file with lines more: imports and exports come first, what else there is belongs to the list at the end. */
function extended(text: string, code: string): string {
  const lines = code.trimEnd().split("\n");
  const isStatement = (line: string) => /^(import|export) /.test(line);
  const statements = lines.filter(isStatement).join("\n");
  const entries = lines.filter((line) => !isStatement(line)).join("\n");
  const end = text.lastIndexOf("\n]");
  return `${statements}\n${entries === "" ? text : `${text.slice(0, end)}\n${entries}${text.slice(end)}`}`;
}

beforeAll(() => {
  folder = newFolder();
  for (const name of [
    "src",
    "db",
    "migrations",
    "test/support",
    "package.json",
    "tsconfig.json",
    "drizzle.config.ts",
    "bunfig.toml",
  ])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, "scripts"));
  cpSync(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  for (const { file, extends: isExtended, code } of blocks) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, isExtended ? extended(readFileSync(path, "utf8"), code) : code);
  }
});

test("the page has the code of a whole area", () => {
  expect(blocks.map(({ file }) => file)).toEqual(
    expect.arrayContaining([
      "db/schema/index.ts",
      "src/areas.ts",
      "src/areas/terms/index.ts",
      "test/areas/terms.test.ts",
    ]),
  );
});

test("the area's table gets a migration", () => {
  expect(failureOf("node_modules/drizzle-kit/bin.cjs", "generate", "--name", "terms")).toBeUndefined();
});

test("the area type-checks", () => {
  const settings = {
    extends: "./tsconfig.json",
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include: ["src/areas/terms"],
  };
  writeFileSync(join(folder, "tsconfig.area.json"), JSON.stringify(settings));
  const faults = failureOf("node_modules/typescript/bin/tsc", "-p", "tsconfig.area.json")?.split("\n") ?? [];
  // The core lacks the events and permissions that other areas define, which are not compiled here.
  const isElsewhere = (fault: string) => /^src\/(?!areas\/terms\/)/.test(fault);
  expect(faults.filter((fault) => fault.includes("error TS") && !isElsewhere(fault))).toEqual([]);
});

test("the area passes its tests", () => {
  expect(failureOf("test", "--timeout", "120000", "./test/areas/terms.test.ts")).toBeUndefined();
});
