import type { Database } from "bun:sqlite";
import { beforeAll, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { migrate, SCHEMA_VERSION } from "../../db/migrate";
import { behindItsBack } from "../support/databases";
import { logIn, runStoa, startStoa, withAdministrator } from "../support/executable";
import { limitedFiles } from "../support/limits";
import { newFolder } from "../support/scratch";

let sound: string;
beforeAll(async () => {
  const server = await startStoa({ environment: withAdministrator });
  const client = await logIn(server.url);
  const ids: string[] = [];
  for (const name of ["Payroll", "Ledger"]) {
    const { body } = await client.post("/cards", { type: "Application", name, description: "Counts the money" });
    ids.push(body.id);
  }
  await client.patch(`/cards/${ids[0]}`, { name: "Wages" });
  await server.stop();
  sound = server.databaseFile;
});

const lines = (text: string) => text.trimEnd().split("\n");

test("a sound database passes every check, and is not changed", async () => {
  const file = join(newFolder(), "copy.db");
  copyFileSync(sound, file);
  const before = Bun.hash(await Bun.file(file).bytes());
  const { code, stdout, stderr } = await runStoa(["check", file]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(lines(stdout).map((line) => line.split(/ {2,}/)[0])).toEqual(lines(stdout).map(() => "ok"));
  for (const check of ["schema", "integrity", "references", "index cards_search", "counts", "journal"])
    expect(stdout).toContain(`ok  ${check}`);
  expect(Bun.hash(await Bun.file(file).bytes())).toBe(before);
  expect(readdirSync(join(file, ".."))).toEqual(["copy.db"]);
});

test("a database that a server is using can be checked", async () => {
  const server = await startStoa({ environment: withAdministrator });
  const client = await logIn(server.url);
  await client.post("/cards", { type: "Application", name: "Payroll" });
  expect((await runStoa(["check"], { folder: server.folder })).code).toBe(0);
  expect((await client.post("/cards", { type: "Application", name: "Ledger" })).status).toBe(201);
  await server.stop();
});

test("the files of former states and scenarios have the rights of the database, and a check names them", async () => {
  const server = await startStoa({ environment: withAdministrator });
  const client = await logIn(server.url);
  const { body: scenario } = await client.post("/scenarios", { name: "Planned" });
  await client.post("/cards", { type: "Application", name: "Planned" }, { "x-stoa-scenario": scenario.id });
  const left = `${server.databaseFile}.state-7.scratch-999999999`;
  writeFileSync(left, "", { mode: 0o600 });
  const checked = await runStoa(["check"], { folder: server.folder });
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.stdout).toMatch(
    /^ok {2}derived files +\d+ of \d+\.\d MiB; the next start of the server deletes 1 that a process has left$/m,
  );
  chmodSync(left, 0o644);
  const { code, stdout } = await runStoa(["check"], { folder: server.folder });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^BAD {2}derived files +others may read or write stoa\.db\.state-7/m);
  await server.stop();
});

/** A change behind Stoa's back that a check must notice. */
const spoilings: { name: string; spoil: (sqlite: Database) => void; message: RegExp }[] = [
  {
    name: "a reference to nothing",
    spoil: (sqlite) => sqlite.run("PRAGMA foreign_keys = OFF").changes + sqlite.run("DELETE FROM users").changes,
    message: /^BAD {2}references .* refers to a row of users that is missing/m,
  },
  {
    name: "text that the search doesn't find",
    spoil: (sqlite) => {
      sqlite.run("DROP TRIGGER cards_search_update");
      sqlite.run("UPDATE cards SET name = 'Salaries' WHERE name = 'Wages'");
    },
    message: /^BAD {2}index cards_search .*doesn't match the text that it indexes/m,
  },
  {
    name: "a card that isn't counted",
    spoil: (sqlite) => sqlite.run("UPDATE card_counts SET count = count - 1"),
    message: /^BAD {2}counts .*Application ACTIVE DRAFT/m,
  },
  {
    name: "a card whose parent is missing",
    spoil: (sqlite) => {
      const name = "cards_parent_update";
      const trigger = sqlite.query("SELECT sql FROM sqlite_schema WHERE name = ?").get(name) as { sql: string };
      sqlite.run(`DROP TRIGGER ${name}`);
      sqlite.run("UPDATE cards SET parent_id = 'missing' WHERE name = 'Wages'");
      sqlite.run(trigger.sql);
    },
    message: /^BAD {2}parents .*the parent of a card is missing/m,
  },
  {
    name: "an event without an object",
    spoil: (sqlite) => sqlite.run("UPDATE events SET data = '[]' WHERE seq = 1"),
    message: /^BAD {2}journal .*not a JSON object/m,
  },
  {
    name: "an event whose data is no JSON",
    spoil: (sqlite) => sqlite.run("UPDATE events SET data = '{' WHERE seq = 1"),
    message: /^BAD {2}journal .*not a JSON object/m,
  },
  {
    name: "a card without an event of its creation",
    spoil: (sqlite) => sqlite.run("DELETE FROM events WHERE event_type = 'card.created'"),
    message: /^BAD {2}journal .*creation: \S+, and 1 more/m,
  },
  {
    name: "numbers of events that will come again",
    spoil: (sqlite) => sqlite.run("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'events'"),
    message: /^BAD {2}journal .*has been used already/m,
  },
  {
    name: "a trigger that makes everybody administrator",
    spoil: (sqlite) =>
      sqlite.run("CREATE TRIGGER welcome AFTER INSERT ON users BEGIN UPDATE users SET role = 'admin'; END"),
    message: /^BAD {2}schema +the trigger welcome on users is none of Stoa's: CREATE TRIGGER welcome/m,
  },
  {
    name: "another trigger under a known name",
    spoil: (sqlite) => {
      sqlite.run("DROP TRIGGER card_counts_insert");
      sqlite.run("CREATE TRIGGER card_counts_insert AFTER INSERT ON cards BEGIN UPDATE users SET role = 'admin'; END");
    },
    message: /^BAD {2}schema +the trigger card_counts_insert on cards is not as Stoa makes it/m,
  },
  {
    name: "a trigger that is missing",
    spoil: (sqlite) => sqlite.run("DROP TRIGGER card_counts_delete"),
    message: /^BAD {2}schema +the trigger card_counts_delete on cards is missing/m,
  },
  {
    name: "an index that is missing",
    spoil: (sqlite) => sqlite.run("DROP INDEX cards_created_by"),
    message: /^BAD {2}schema +the index cards_created_by on cards is missing/m,
  },
  {
    name: "an index of somebody else",
    spoil: (sqlite) => sqlite.run("CREATE UNIQUE INDEX one_admin ON users (role)"),
    message: /^BAD {2}schema +the index one_admin on users is none of Stoa's/m,
  },
  {
    name: "a view of somebody else",
    spoil: (sqlite) => sqlite.run("CREATE VIEW secrets AS SELECT password_hash FROM users"),
    message: /^BAD {2}schema +the view secrets is none of Stoa's/m,
  },
  {
    name: "a table of somebody else",
    spoil: (sqlite) => sqlite.run("CREATE TABLE recipes (name TEXT)"),
    message: /^BAD {2}schema +the table recipes is none of Stoa's/m,
  },
  {
    name: "a column of somebody else",
    spoil: (sqlite) => sqlite.run("ALTER TABLE users ADD COLUMN salary INTEGER"),
    message: /^BAD {2}schema +the table users has a foreign column salary/m,
  },
  {
    name: "a column that is missing",
    spoil: (sqlite) => sqlite.run("ALTER TABLE cards DROP COLUMN alias"),
    message: /^BAD {2}schema +the table cards lacks the column alias/m,
  },
  {
    name: "attributes that are no JSON",
    spoil: (sqlite) => sqlite.run("UPDATE cards SET attributes = '{cost: 1}' WHERE seq = 1"),
    message: /^BAD {2}json +attributes of row 1 of cards is no JSON$/m,
  },
  {
    name: "permissions that are no JSON",
    spoil: (sqlite) => sqlite.run("UPDATE roles SET permissions = '{' WHERE key IN ('admin', 'viewer')"),
    message: /^BAD {2}json +permissions of row \d+ of roles is no JSON, and 1 more$/m,
  },
  {
    name: "an event that was changed after it was sealed",
    spoil: (sqlite) => sqlite.run("UPDATE events SET created_at = '2020-01-01T00:00:00.000Z' WHERE seq = 1"),
    message: /^BAD {2}seals +event 1 /m,
  },
  {
    name: "a name with control characters",
    spoil: (sqlite) => sqlite.run('CREATE TABLE "re\u001b[2Jci\npes" (name TEXT)'),
    message: /^BAD {2}schema +the table re \[2Jci pes is none of Stoa's/m,
  },
  {
    name: "a damaged page",
    spoil: () => {},
    message: /^BAD {2}integrity/m,
  },
];

test.each(spoilings)("a check finds $name", async ({ name, spoil, message }) => {
  const file = join(newFolder(), "copy.db");
  copyFileSync(sound, file);
  behindItsBack(file, (sqlite) => sqlite.run("PRAGMA journal_mode = DELETE"));
  if (name === "a damaged page") {
    const bytes = await Bun.file(file).bytes();
    // The end of the file, because its beginning holds the schema.
    bytes.fill(0xa5, bytes.length - 24_000, bytes.length - 4_000);
    writeFileSync(file, bytes);
  } else behindItsBack(file, spoil);
  const { code, stdout, stderr } = await runStoa(["check", file]);
  expect(code).toBe(1);
  expect(stdout).toMatch(message);
  // The advice must not be what was just done.
  expect(stdout).not.toContain("stoa check");
  expect(stderr).toMatch(/^stoa: .* found in .*copy\.db\.\n$/);
});

test.each([
  { name: "nothing", make: () => {}, message: /^BAD {2}file {2}There is no database at file\.db/ },
  { name: "a folder", make: (file: string) => void mkdirSync(file), message: /^BAD {2}file .*it is a folder/ },
  {
    name: "no database",
    make: (file: string) => writeFileSync(file, "prose ".repeat(200)),
    message: /^BAD {2}schema .*not a database/,
  },
  { name: "an empty file", make: (file: string) => writeFileSync(file, ""), message: /^BAD {2}schema .*it is empty/ },
  {
    name: "another program's database",
    make: (file: string) => behindItsBack(file, (sqlite) => void sqlite.run("CREATE TABLE recipes (name TEXT)")),
    message: /^BAD {2}schema .*of another program/,
  },
  {
    name: "a newer schema",
    make: (file: string) => {
      copyFileSync(sound, file);
      behindItsBack(file, (sqlite) => void sqlite.run(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`));
    },
    message: /^BAD {2}schema .*newer than/,
  },
])("a check of $name fails with the reason", async ({ make, message }) => {
  const folder = newFolder();
  make(join(folder, "file.db"));
  const { code, stdout } = await runStoa(["check", "file.db"], { folder });
  expect(code).toBe(1);
  expect(stdout).toMatch(message);
});

test("a check without disk space for its copy fails with the reason", async () => {
  const { code, stdout } = await runStoa(["check", sound], {
    through: limitedFiles(Math.floor(statSync(sound).size / 4096)),
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^BAD {2}content .*could not be copied to .*stoa-check-.*disk/m);
});

test("an earlier schema is no problem, and a remark announces the upgrade", async () => {
  const file = join(newFolder(), "copy.db");
  behindItsBack(file, (sqlite) => migrate(sqlite, SCHEMA_VERSION - 1));
  const { code, stdout } = await runStoa(["check", file]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    `version ${SCHEMA_VERSION - 1}; the next start of the server upgrades it to ${SCHEMA_VERSION}`,
  );
});

test("a check finds that a database claims an earlier schema than it has", async () => {
  const file = join(newFolder(), "copy.db");
  copyFileSync(sound, file);
  behindItsBack(file, (sqlite) => void sqlite.run("PRAGMA user_version = 15"));
  const { code, stdout } = await runStoa(["check", file]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^BAD {2}schema +the table architecture_decisions is none of Stoa's/m);
});

test("a check prints each problem in a line, and of very many problems the first ones", async () => {
  const file = join(newFolder(), "copy.db");
  copyFileSync(sound, file);
  behindItsBack(file, (sqlite) => {
    for (let number = 0; number < 30; number++) sqlite.run(`CREATE TABLE recipes${number} (name TEXT)`);
    sqlite.run("UPDATE card_counts SET count = count - 1");
    sqlite.run("UPDATE events SET data = '[]' WHERE seq = 1");
    sqlite.run("UPDATE sqlite_sequence SET seq = 1 WHERE name = 'events'");
  });
  const { stdout, stderr } = await runStoa(["check", file]);
  const problems = lines(stdout).filter((line) => line.startsWith("BAD"));
  expect(problems.filter((line) => line.includes("recipes"))).toHaveLength(20);
  expect(stdout).toMatch(/^BAD {2}schema +and 10 more$/m);
  expect(problems.slice(21).map((line) => line.split(/ {2,}/)[1])).toEqual(["seals", "counts", "journal", "journal"]);
  expect(stderr).toStartWith("stoa: 25 problems were found");
});
