/** `stoa upgrade --check` */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { migrationsAfter, SCHEMA_VERSION, versionInFile } from "../../db/migrate";
import { runStoa } from "../support/executable";
import { limitedFiles } from "../support/limits";
import { newFolder } from "../support/scratch";
import { oldDatabase, schemaBefore } from "../upgrade/fill";

const hashOf = async (file: string) => Bun.hash(await Bun.file(file).bytes());

test.each([1, schemaBefore("numbers_in_number_fields"), SCHEMA_VERSION - 1])(
  "a check of the upgrade from schema %d names each migration, measures it on a copy, and changes nothing",
  async (version) => {
    const { file, folder } = oldDatabase(version);
    const before = await hashOf(file);
    const temporary = newFolder();
    const { code, stdout, stderr } = await runStoa(["upgrade", "--check", file], {
      environment: { TMPDIR: temporary },
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(`has the schema version ${version}; stoa`);
    const named = stdout.split("\n").filter((line) => line.startsWith("  "));
    expect(named.map((line) => line.trim())).toEqual(migrationsAfter(version));
    expect(stdout).toMatch(/On a copy, made in \d+\.\d s, the upgrade took \d+\.\d s; the file then has \d/);
    expect(stdout).toContain(`The backup that the start makes before fits into ${join(folder, "data", "backups")}.`);
    expect(stdout).toEndWith("Nothing was changed.\n");
    expect(await hashOf(file)).toBe(before);
    expect([readdirSync(dirname(file)), readdirSync(temporary)]).toEqual([["stoa.db"], []]);
  },
);

test("a check of a file that another program has open reads what stands in its log, and changes neither", async () => {
  const { file } = oldDatabase(SCHEMA_VERSION - 1);
  const other = new Database(file);
  other.run("PRAGMA journal_mode = WAL");
  other.run("PRAGMA wal_autocheckpoint = 0");
  other.run("CREATE TABLE of_another_program (id)");
  const before = [await hashOf(file), await hashOf(`${file}-wal`)];
  const { code, stdout, stderr } = await runStoa(["upgrade", "--check", file]);
  expect([code, stderr]).toEqual([1, expect.stringContaining("of_another_program")]);
  expect(stdout).toContain("1 migration would run:");
  expect([await hashOf(file), await hashOf(`${file}-wal`)]).toEqual(before);
  other.close();
});

test("a file of a newer version is refused with the way back, and not changed", async () => {
  const { file } = oldDatabase(SCHEMA_VERSION);
  const sqlite = new Database(file);
  sqlite.run(`PRAGMA user_version = ${SCHEMA_VERSION + 5}`);
  sqlite.close();
  const { code, stdout, stderr } = await runStoa(["upgrade", "--check", file]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(`has the schema version ${SCHEMA_VERSION + 5}`);
  expect(stderr).toContain("stoa restore NAME --force");
  expect(versionInFile(file)).toBe(SCHEMA_VERSION + 5);
});

test("a file of this version has nothing to upgrade", async () => {
  const { file } = oldDatabase(SCHEMA_VERSION);
  const { code, stdout } = await runStoa(["upgrade", "--check", file]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("There is nothing to upgrade.")]);
});

test("an upgrade whose copy finds no room on the disk is reported, and the file stays as it was", async () => {
  const { file } = oldDatabase(SCHEMA_VERSION - 1);
  const before = await hashOf(file);
  const { code, stderr } = await runStoa(["upgrade", "--check", file], { through: limitedFiles(64) });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/can't be used: .*disk/)]);
  expect(await hashOf(file)).toBe(before);
});

test("a check is refused with a sentence for a file that isn't there or another program's, and the command without its option", async () => {
  const missing = join(newFolder(), "stoa.db");
  const foreign = join(newFolder(), "other.db");
  const sqlite = new Database(foreign);
  sqlite.run("CREATE TABLE notes (id)");
  sqlite.close();
  const refusal = async (...args: string[]) => (await runStoa(["upgrade", ...args])).stderr;
  expect(await refusal("--check", missing)).toBe(`stoa: There is no database at ${missing}.\n`);
  expect(await refusal("--check", foreign)).toContain("no database of Stoa's");
  expect(await refusal(foreign)).toContain("`stoa upgrade --check` shows what that would do");
});
