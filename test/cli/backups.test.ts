/** `stoa backup list|now|verify` and `stoa restore` of packed and encrypted backups. */

import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { migrate, SCHEMA_VERSION } from "../../db/migrate";
import { behindItsBack, valuesIn } from "../support/databases";
import { logIn, runStoa, startStoa, withAdministrator } from "../support/executable";
import { mayMount, smallDisk, unprivileged } from "../support/limits";
import { startS3Store } from "../support/s3-store";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";
import { fill } from "../upgrade/fill";

const PASSPHRASE = "a passphrase of several words";

/** Returns a folder with a database that holds a card; the server has stopped. */
async function folderWithCard(): Promise<string> {
  const server = await startStoa({ environment: withAdministrator });
  const client = await logIn(server.url);
  expect((await client.post("/cards", { type: "Application", name: "Payroll" })).status).toBe(201);
  await server.stop();
  return server.folder;
}

const backupsIn = (folder: string) => readdirSync(join(folder, "data", "backups"));

test("a backup that is made on the command line is listed, verified and restored by its name", async () => {
  const folder = await folderWithCard();
  expect(await runStoa(["backup", "list"], { folder })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("There is no backup in"),
  });
  expect(await runStoa(["backup", "now"], { folder })).toMatchObject({ code: 0, stderr: "" });
  const [name] = backupsIn(folder) as [string];
  expect((await runStoa(["backup", "list"], { folder })).stdout).toContain(name);
  expect(await runStoa(["backup", "verify"], { folder })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("1 cards"),
  });
  const { code, stdout } = await runStoa(["restore", name, "--force"], { folder });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("The secret key fits it.") });
  expect(valuesIn(join(folder, "data", "stoa.db"), "SELECT name FROM cards")).toEqual(["Payroll"]);
});

test("an encrypted backup carries its secret key to an empty machine, and opens with its passphrase alone", async () => {
  const folder = await folderWithCard();
  const environment = { BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await runStoa(["backup", "now"], { folder, environment })).toMatchObject({ code: 0, stderr: "" });
  const [name] = backupsIn(folder) as [string];
  const file = join(folder, "data", "backups", name);
  expect(readFileSync(file).toString("latin1")).not.toContain("SQLite format");
  const empty = newFolder();
  expect(await runStoa(["restore", file], { folder: empty })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("it is encrypted, and nothing here opens it"),
  });
  const wrong = { BACKUP_PASSPHRASE: "another passphrase of words" };
  expect(await runStoa(["restore", file], { folder: empty, environment: wrong })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("the passphrase or identity doesn't open it"),
  });
  expect(existsSync(join(empty, "data", "stoa.db"))).toBe(false);
  expect(await runStoa(["restore", file], { folder: empty, environment })).toMatchObject({ code: 0, stderr: "" });
  const keyIn = (place: string) => readFileSync(join(place, "data", "secret.key"), "utf8");
  expect(keyIn(empty)).toBe(keyIn(folder));
  expect(await runStoa(["check"], { folder: empty })).toMatchObject({ code: 0 });
});

test("a backup for a recipient opens with the identity alone", async () => {
  const folder = await folderWithCard();
  const identity = await generateIdentity();
  const environment = { BACKUP_RECIPIENT: await identityToRecipient(identity) };
  expect(await runStoa(["backup", "now"], { folder, environment })).toMatchObject({ code: 0, stderr: "" });
  writeFileSync(join(folder, "key.txt"), `# created for a test\n${identity}\n`);
  expect(await runStoa(["backup", "verify", "--identity", "key.txt"], { folder })).toMatchObject({ code: 0 });
  expect(await runStoa(["backup", "verify"], { folder })).toMatchObject({ code: 1 });
});

test("a restore reports a secret key that is another one than that of the backup", async () => {
  const folder = await folderWithCard();
  expect(await runStoa(["backup", "now"], { folder })).toMatchObject({ code: 0 });
  const environment = { SECRET_KEY: "another key than the one of the backup" };
  const [name] = backupsIn(folder) as [string];
  expect((await runStoa(["restore", name, "--force"], { folder, environment })).stdout).toContain(
    "The secret key is another one than that of the backup",
  );
});

test("before an upgrade a backup is made, from which the earlier database can be restored", async () => {
  const folder = newFolder();
  mkdirSync(join(folder, "data"));
  const sqlite = new Database(join(folder, "data", "stoa.db"), { create: true, strict: true });
  migrate(sqlite, SCHEMA_VERSION - 1);
  sqlite.run("PRAGMA foreign_keys = ON");
  fill(sqlite);
  sqlite.close();
  const server = await startStoa({ folder, environment: withAdministrator });
  expect(server.output()).toContain("made a backup before the upgrade");
  await server.stop();
  const [name] = backupsIn(folder) as [string];
  expect(valuesIn(join(folder, "data", "stoa.db"), "SELECT reason FROM backups")).toContain("upgrade");
  expect(await runStoa(["restore", name, "--force"], { folder })).toMatchObject({ code: 0, stderr: "" });
  expect(valuesIn(join(folder, "data", "stoa.db"), "PRAGMA user_version")).toEqual([SCHEMA_VERSION - 1]);
});

/** Creates the folder of an installation whose nightly backup is due at its next start. */
async function folderBeforeNight(): Promise<{ folder: string; backups: string }> {
  const folder = await folderWithCard();
  const file = join(folder, "data", "stoa.db");
  const backups = join(folder, "data", "backups");
  mkdirSync(backups);
  behindItsBack(file, (sqlite) =>
    sqlite.run("UPDATE runs SET due_at = '2020-01-01T00:00:00.000Z' WHERE kind = 'backup'"),
  );
  return { folder, backups };
}

const troubles: { trouble: string; through: (backups: string) => string[]; reason: RegExp }[] = [
  {
    trouble: "into a read-only folder",
    through(backups) {
      chmodSync(backups, 0o555);
      return unprivileged;
    },
    reason: /its folder or the file is read-only/,
  },
];
if (mayMount)
  troubles.push({ trouble: "onto a full disk", through: (to) => smallDisk(to, 200), reason: /has room for .* needs/ });

test.each(troubles)(
  "a nightly backup $trouble is listed with its reason, administrators are notified, and people work on",
  async ({ through, reason }) => {
    const { folder, backups } = await folderBeforeNight();
    const server = await startStoa({ folder, environment: withAdministrator, through: through(backups) });
    const client = await logIn(server.url);
    const [failed] = await until(async () => {
      const { items } = (await client.get("/admin/backups")).body;
      return items.length > 0 && items;
    }, "the backup to fail");
    expect(failed).toMatchObject({ reason: "schedule", verdict: "failed", problem: expect.stringMatching(reason) });
    expect((await client.get("/notifications")).body.items).toMatchObject([{ type: "backup_failed" }]);
    expect((await client.post("/cards", { type: "Application", name: "Meanwhile" })).status).toBe(201);
    expect(await server.stop()).toBe(0);
    expect(readdirSync(backups)).toEqual([]);
    expect(await runStoa(["check"], { folder })).toMatchObject({ code: 0 });
  },
);

test("a backup goes to the second place, and from there onto an empty machine, by its name or its address", async () => {
  const store = await startS3Store();
  const environment = { ...store.environment, BACKUP_PASSPHRASE: PASSPHRASE };
  try {
    const folder = await folderWithCard();
    expect(await runStoa(["backup", "now"], { folder, environment })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Copied it to s3://backups/stoa."),
    });
    const [name] = backupsIn(folder) as [string];
    for (const named of [name, `s3://backups/stoa/${name}`]) {
      const empty = newFolder();
      expect((await runStoa(["backup", "list"], { folder: empty, environment })).stdout).toContain(name);
      expect(await runStoa(["backup", "verify", named], { folder: empty, environment })).toMatchObject({ code: 0 });
      expect(await runStoa(["restore", named], { folder: empty, environment })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(`from s3://backups/stoa/${name}.`),
      });
      expect(readdirSync(join(empty, "data")).toSorted()).toEqual(["secret.key", "stoa.db"]);
      expect(await runStoa(["check"], { folder: empty })).toMatchObject({ code: 0 });
    }
    const wrong = { ...environment, BACKUP_S3_SECRET_KEY: "wrong" };
    const empty = newFolder();
    expect(await runStoa(["restore", name], { folder: empty, environment: wrong })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("the store refuses the secret key"),
    });
    expect(readdirSync(join(empty, "data"))).toEqual([]);
    store.set({ breaksAfter: 1_000, direction: "down" });
    expect(await runStoa(["restore", name], { folder: empty, environment })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("s3://backups/stoa can't be used"),
    });
    expect(readdirSync(join(empty, "data"))).toEqual([]);
  } finally {
    await store.stop();
  }
});

test("an address of a store without its keys is refused", async () => {
  expect(await runStoa(["restore", "s3://backups/stoa-20261124T020000Z.db.zst"], {})).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("needs BACKUP_SECOND_PLACE"),
  });
});

test.each([
  { variable: "BACKUP_KEEP", text: "7,4", rule: "must be three whole numbers" },
  { variable: "BACKUP_RECIPIENT", text: "somebody", rule: "must be a recipient of age" },
  { variable: "BACKUP_PASSPHRASE", text: "short", rule: "must have at least 12 characters" },
])("$variable=$text is refused", async ({ variable, text, rule }) => {
  const { code, stderr } = await runStoa(["backup", "now"], { environment: { [variable]: text } });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(`${variable}: ${rule}`) });
});
