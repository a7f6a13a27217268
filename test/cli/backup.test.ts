import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate, SCHEMA_VERSION } from "../../db/migrate";
import { behindItsBack, valuesIn } from "../support/databases";
import { logIn, runStoa, startStoa, withAdministrator } from "../support/executable";
import { limitedFiles, unprivileged } from "../support/limits";
import { newFolder } from "../support/scratch";

/** Returns a folder with a database that holds cards of these names; the server has stopped. */
async function folderWith(...names: string[]): Promise<string> {
  const server = await startStoa({ environment: withAdministrator });
  const client = await logIn(server.url);
  for (const name of names) expect((await client.post("/cards", { type: "Application", name })).status).toBe(201);
  await server.stop();
  return server.folder;
}

const namesIn = (file: string) => valuesIn(file, "SELECT name FROM cards ORDER BY seq");

test("a backup is one whole file that only its owner may read, also while the server runs", async () => {
  const server = await startStoa({ environment: withAdministrator });
  const client = await logIn(server.url);
  await client.post("/cards", { type: "Application", name: "Payroll" });
  const { code, stdout, stderr } = await runStoa(["backup", "copy.db"], { folder: server.folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^Wrote copy\.db \(\d+\.\d [KM]iB\), a copy of \.\/data\/stoa\.db\.\n/);
  expect(stdout).toContain("data/secret.key");
  await client.post("/cards", { type: "Application", name: "Too late" });
  expect(readdirSync(server.folder).sort()).toEqual(["copy.db", "data"]);
  const copy = join(server.folder, "copy.db");
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(await runStoa(["check", "copy.db"], { folder: server.folder })).toMatchObject({ code: 0 });
  expect(namesIn(copy)).toEqual(["Payroll"]);
  await server.stop();
});

test.each([
  {
    name: "an existing file",
    file: "data/stoa.db",
    message: "data/stoa.db exists already; a backup never replaces a file.",
  },
  { name: "an existing folder", file: "data", message: "data exists already; a backup never replaces a file." },
  {
    name: "a folder that isn't there",
    file: "not/here.db",
    message: "not/here.db can't be used: there is no such file or folder.",
  },
])("a backup into $name is refused", async ({ file, message }) => {
  const folder = await folderWith("Payroll");
  expect(await runStoa(["backup", file], { folder })).toEqual({ code: 1, stdout: "", stderr: `stoa: ${message}\n` });
  expect(namesIn(join(folder, "data", "stoa.db"))).toEqual(["Payroll"]);
});

test("a backup onto a full disk leaves nothing behind", async () => {
  const folder = await folderWith("Payroll");
  const { code, stderr } = await runStoa(["backup", "copy.db"], { folder, through: limitedFiles(100) });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "stoa: copy.db can't be used: the disk refused to read or write.\n",
  });
  expect(readdirSync(folder)).toEqual(["data"]);
});

test("a backup into a read-only folder is refused", async () => {
  const folder = await folderWith();
  mkdirSync(join(folder, "shelf"), { mode: 0o555 });
  expect(await runStoa(["backup", "shelf/copy.db"], { folder, through: unprivileged })).toEqual({
    code: 1,
    stdout: "",
    stderr: "stoa: shelf/copy.db can't be used: its folder or the file is read-only.\n",
  });
});

test.each([
  { name: "nothing", make: () => {}, message: "There is no database at ./data/stoa.db." },
  {
    name: "no database",
    make: (file: string) => writeFileSync(file, "not a database ".repeat(100)),
    message: "./data/stoa.db can't be used: it is not a database.",
  },
  {
    name: "an empty file",
    make: (file: string) => writeFileSync(file, ""),
    message: "./data/stoa.db can't be used: it is empty.",
  },
])("a backup of $name is refused", async ({ make, message }) => {
  const folder = newFolder();
  mkdirSync(join(folder, "data"));
  make(join(folder, "data", "stoa.db"));
  expect(await runStoa(["backup", "copy.db"], { folder })).toEqual({
    code: 1,
    stdout: "",
    stderr: `stoa: ${message}\n`,
  });
  expect(readdirSync(folder)).toEqual(["data"]);
});

test("a restore copies a backup where there is no database", async () => {
  const folder = await folderWith("Payroll");
  await runStoa(["backup", "copy.db"], { folder });
  const elsewhere = newFolder();
  const { code, stdout } = await runStoa(["restore", join(folder, "copy.db")], { folder: elsewhere });
  expect(code).toBe(0);
  expect(stdout).toStartWith("Restored ./data/stoa.db (");
  const server = await startStoa({ folder: elsewhere });
  const { body } = await (await logIn(server.url)).get("/cards");
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(["Payroll"]);
  await server.stop();
  expect(statSync(join(elsewhere, "data", "stoa.db")).mode & 0o777).toBe(0o600);
});

test("a restore replaces a database only when it is forced, and saves the former one", async () => {
  const old = await folderWith("Payroll");
  await runStoa(["backup", "new.db"], { folder: old });
  const folder = await folderWith("Ledger");
  const backup = join(old, "new.db");
  expect(await runStoa(["restore", backup], { folder })).toEqual({
    code: 1,
    stdout: "",
    stderr: "stoa: ./data/stoa.db exists; --force replaces it and keeps it under another name.\n",
  });
  const { code, stdout } = await runStoa(["restore", backup, "--force"], { folder });
  expect(code).toBe(0);
  const formerFile = stdout.match(/The former database is (.*)\.\n$/)?.[1] as string;
  expect(formerFile).toMatch(/data\/stoa\.db\.before-restore-\d{8}T\d{9}Z$/);
  expect(namesIn(formerFile)).toEqual(["Ledger"]);
  expect(namesIn(join(folder, "data", "stoa.db"))).toEqual(["Payroll"]);
  expect(namesIn(backup)).toEqual(["Payroll"]);
  expect(readdirSync(join(folder, "data"))).toHaveLength(3);
});

test("a restore is refused while a server uses the database", async () => {
  const old = await folderWith("Payroll");
  await runStoa(["backup", "copy.db"], { folder: old });
  const server = await startStoa({ environment: withAdministrator });
  const client = await logIn(server.url);
  await client.post("/cards", { type: "Application", name: "Ledger" });
  const restore = () => runStoa(["restore", join(old, "copy.db"), "--force"], { folder: server.folder });
  expect(await restore()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("a program is using it; stop it first.\n"),
  });
  expect((await client.get("/cards")).body.total).toBe(1);
  expect(readdirSync(join(server.folder, "data")).filter((name) => !name.startsWith("stoa.db"))).toEqual([
    "secret.key",
  ]);
  await server.kill();
  // Killed, it has left its log, which must go with the old database and never into the new one.
  expect(existsSync(`${server.databaseFile}-wal`)).toBe(true);
  const { code, stdout } = await restore();
  expect(code).toBe(0);
  expect(namesIn(server.databaseFile)).toEqual(["Payroll"]);
  expect(namesIn(stdout.match(/The former database is (.*)\.\n$/)?.[1] as string)).toEqual(["Ledger"]);
});

test("a restore replaces a database beyond repair, and never reads its log into the backup", async () => {
  const folder = await folderWith("Payroll");
  await runStoa(["backup", "copy.db"], { folder });
  const server = await startStoa({ folder });
  await (await logIn(server.url)).post("/cards", { type: "Application", name: "Ledger" });
  await server.kill();
  writeFileSync(server.databaseFile, "overwritten by accident ".repeat(200));
  const { code, stdout } = await runStoa(["restore", "copy.db", "--force"], { folder });
  expect(code).toBe(0);
  expect(namesIn(server.databaseFile)).toEqual(["Payroll"]);
  const formerFile = stdout.match(/The former database is (.*)\.\n$/)?.[1] as string;
  expect(existsSync(formerFile) && existsSync(`${formerFile}-wal`)).toBe(true);
});

/** Overwrites the middle of a file. */
async function damage(file: string): Promise<void> {
  const bytes = await Bun.file(file).bytes();
  bytes.fill(0xa5, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 20_000);
  writeFileSync(file, bytes);
}

test.each([
  { name: "a file that isn't there", make: () => {}, message: "There is no file copy.db." },
  {
    name: "a folder",
    make: (file: string) => void mkdirSync(file),
    message: "copy.db can't be used: it is not a file.",
  },
  {
    name: "an empty file",
    make: (file: string) => writeFileSync(file, ""),
    message: "copy.db can't be used: it is empty.",
  },
  {
    name: "no database",
    make: (file: string) => writeFileSync(file, "not a database ".repeat(100)),
    message: "copy.db can't be used: it is not a database.",
  },
  {
    name: "a database of another program",
    make: (file: string) => behindItsBack(file, (sqlite) => void sqlite.run("CREATE TABLE recipes (name TEXT)")),
    message: "copy.db can't be used: it is a database of another program.",
  },
  {
    name: "a database with nothing in it",
    make: (file: string) => behindItsBack(file, (sqlite) => void sqlite.run("PRAGMA user_version = 1")),
    message: "copy.db can't be used: it is empty.",
  },
])("a restore of $name is refused, and the database stays", async ({ make, message }) => {
  const folder = await folderWith("Payroll");
  make(join(folder, "copy.db"));
  const before = readdirSync(join(folder, "data"));
  expect(await runStoa(["restore", "copy.db", "--force"], { folder })).toEqual({
    code: 1,
    stdout: "",
    stderr: `stoa: ${message}\n`,
  });
  expect(readdirSync(join(folder, "data"))).toEqual(before);
  expect(namesIn(join(folder, "data", "stoa.db"))).toEqual(["Payroll"]);
});

test.each([
  // The damaged pages break the file as a whole, or only what its check of integrity reads.
  { name: "is damaged", spoil: damage, message: /it is (damaged|not a database)|^stoa: integrity: /m },
  {
    name: "is of a newer schema",
    spoil: (file: string) => behindItsBack(file, (sqlite) => void sqlite.run("PRAGMA user_version = 100000")),
    message: /its schema is version 100000, newer than/,
  },
  {
    name: "has references to nothing",
    spoil: (file: string) =>
      behindItsBack(file, (sqlite) => {
        sqlite.run("PRAGMA foreign_keys = OFF");
        sqlite.run("DELETE FROM users");
      }),
    message: /^stoa: references: row \d+ of \w+ refers to a row of users that is missing/m,
  },
  {
    name: "makes everybody administrator",
    spoil: (file: string) =>
      behindItsBack(file, (sqlite) =>
        sqlite.run("CREATE TRIGGER welcome AFTER INSERT ON users BEGIN UPDATE users SET role = 'admin'; END"),
      ),
    message: /^stoa: schema: the trigger welcome on users is none of Stoa's/m,
  },
  {
    name: "counts wrongly and has a changed journal",
    spoil: (file: string) =>
      behindItsBack(file, (sqlite) => {
        sqlite.run("UPDATE card_counts SET count = count + 1");
        sqlite.run("UPDATE events SET created_at = '2020-01-01T00:00:00.000Z' WHERE seq = 1");
      }),
    message: /^stoa: .*copy\.db can't be used: it is not sound:\nstoa: seals: event 1 .*\nstoa: counts: .*\n$/,
  },
  {
    name: "lacks what is in its log",
    spoil: (file: string) => writeFileSync(`${file}-wal`, "log"),
    message: /it is in use or was not closed; make a backup of it with `stoa backup`/,
  },
])("a restore of a backup that $name is refused, and the database stays", async ({ spoil, message }) => {
  const folder = await folderWith("Payroll");
  const copy = join(folder, "copy.db");
  await runStoa(["backup", copy], { folder });
  await spoil(copy);
  const { code, stdout, stderr } = await runStoa(["restore", copy, "--force"], { folder });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^(stoa: .*\n)+$/);
  expect(stderr).toMatch(message);
  expect(namesIn(join(folder, "data", "stoa.db"))).toEqual(["Payroll"]);
});

test("a restore onto a full disk or into a read-only folder is refused, and the database stays", async () => {
  const folder = await folderWith("Payroll");
  await runStoa(["backup", "copy.db"], { folder });
  const full = await runStoa(["restore", "copy.db", "--force"], { folder, through: limitedFiles(100) });
  expect(full).toMatchObject({ code: 1, stderr: expect.stringMatching(/^stoa: .*disk.*\n$/) });
  chmodSync(join(folder, "data"), 0o555);
  const readOnly = await runStoa(["restore", "copy.db", "--force"], { folder, through: unprivileged });
  expect(readOnly).toMatchObject({ code: 1, stderr: expect.stringMatching(/^stoa: .*read-only\.\n$/) });
  chmodSync(join(folder, "data"), 0o755);
  expect(readdirSync(join(folder, "data")).sort()).toEqual(["secret.key", "stoa.db"]);
  expect(namesIn(join(folder, "data", "stoa.db"))).toEqual(["Payroll"]);
});

test("a restore takes a backup of an earlier schema, which is checked against that schema", async () => {
  const folder = newFolder();
  const backup = join(folder, "old.db");
  behindItsBack(backup, (sqlite) => migrate(sqlite, SCHEMA_VERSION - 1));
  expect(await runStoa(["restore", backup], { folder })).toMatchObject({ code: 0, stderr: "" });
  expect(statSync(join(folder, "data")).mode & 0o777).toBe(0o700);
  behindItsBack(backup, (sqlite) => sqlite.run("DROP TRIGGER card_counts_insert"));
  expect(await runStoa(["restore", backup, "--force"], { folder })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("schema: the trigger card_counts_insert on cards is missing"),
  });
});

test("a restore of the database itself is refused", async () => {
  const folder = await folderWith("Payroll");
  expect(await runStoa(["restore", "data/stoa.db", "--force"], { folder })).toMatchObject({
    code: 1,
    stderr: "stoa: data/stoa.db is the database itself.\n",
  });
});

test("a restore replaces a database of a newer schema, which is the way back from an upgrade", async () => {
  const folder = await folderWith("Payroll");
  await runStoa(["backup", "copy.db"], { folder });
  const file = join(folder, "data", "stoa.db");
  behindItsBack(file, (sqlite) => void sqlite.run("PRAGMA user_version = 100000"));
  expect((await runStoa(["restore", "copy.db", "--force"], { folder })).code).toBe(0);
  expect((await runStoa(["check"], { folder })).code).toBe(0);
});

test("a restore doesn't replace another program's database", async () => {
  const folder = await folderWith("Payroll");
  await runStoa(["backup", "copy.db"], { folder });
  const other = join(folder, "other.db");
  behindItsBack(other, (sqlite) => void sqlite.run("CREATE TABLE recipes (name TEXT)"));
  const environment = { DATABASE_URL: "file:other.db" };
  expect(await runStoa(["restore", "copy.db", "--force"], { folder, environment })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("it is a database of another program"),
  });
  expect(valuesIn(other, "SELECT name FROM sqlite_master")).toEqual(["recipes"]);
});

test("a restore that is killed leaves the old database or the new one, whole", async () => {
  const [folder, other] = [await folderWith("Ledger"), await folderWith("Payroll")];
  const [old, young] = [join(folder, "old.db"), join(other, "young.db")];
  await runStoa(["backup", old], { folder });
  await runStoa(["backup", young], { folder: other });
  const file = join(folder, "data", "stoa.db");
  const begun = performance.now();
  expect((await runStoa(["restore", young, "--force"], { folder })).code).toBe(0);
  const whole = performance.now() - begun;
  for (let part = 1; part <= 16; part++) {
    const before = namesIn(file);
    const next = before[0] === "Payroll" ? old : young;
    await runStoa(["restore", next, "--force"], { folder, killAfter: (whole * part) / 14 });
    expect(["Ledger", "Payroll"]).toContain(namesIn(file).join());
    expect(valuesIn(file, "PRAGMA integrity_check")).toEqual(["ok"]);
  }
  expect((await runStoa(["restore", old, "--force"], { folder })).code).toBe(0);
  expect(namesIn(file)).toEqual(["Ledger"]);
  expect((await runStoa(["check"], { folder })).code).toBe(0);
}, 120_000);
