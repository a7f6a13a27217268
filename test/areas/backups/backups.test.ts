/** Backups: making, listing, checking and deleting them, and the rule by which they are retained. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { statement, transaction } from "../../../db";
import { nameAt } from "../../../src/core/backups/names";
import { isEncrypted } from "../../../src/platform/age";
import { behindItsBack } from "../../support/databases";
import { eventsAfter, lastEvent } from "../../support/journal";
import { executePeriodic } from "../../support/runs";
import { clientAs, testServer } from "../../support/server";
import { until } from "../../support/waiting";

const server = testServer({ BACKUP_KEEP: "1,0,2" });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

const folder = () => join(server.folder, "backups");
beforeEach(() => {
  rmSync(folder(), { recursive: true, force: true });
  transaction(() => statement("DELETE FROM backups").run());
});

type Item = { name: string; reason: string; verdict: string; problem: string | null; checked_at: string };
const list = async () => (await admin.get("/admin/backups")).body as { items: Item[]; is_running: boolean };

/** Makes a backup, and waits until it is there. */
async function make(): Promise<Item> {
  const before = (await list()).items.length;
  expect(await admin.post("/admin/backups", {})).toMatchObject({ status: 202, body: { run_id: expect.any(String) } });
  return until(async () => {
    const { is_running, items } = await list();
    return is_running || items.length === before ? undefined : items[0];
  }, "the backup");
}

/** Checks a backup, and waits for its verdict. */
async function check(name: string): Promise<Item> {
  const before = (await list()).items.find((one) => one.name === name)?.checked_at;
  expect((await admin.post(`/admin/backups/${name}/check`, {})).status).toBe(202);
  return until(
    async () => (await list()).items.find((one) => one.name === name && one.checked_at !== before),
    "the check",
  );
}

const noticesOf = async () =>
  (await admin.get("/notifications")).body.items.filter(({ type }: { type: string }) => type === "backup_failed");

test("a backup that an administrator asks for is a sound, packed copy that only its owner may read", async () => {
  await admin.post("/cards", { type: "Application", name: "Payroll" });
  const before = lastEvent();
  const made = await make();
  expect(made).toMatchObject({ reason: "manual", verdict: "sound", problem: null, is_encrypted: false });
  const file = join(folder(), made.name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder())).toEqual([made.name]);
  const copy = join(server.folder, "unpacked.db");
  writeFileSync(copy, Bun.zstdDecompressSync(readFileSync(file)));
  const names = behindItsBack(copy, (sqlite) => sqlite.query("SELECT name FROM cards WHERE name = 'Payroll'").all());
  expect(names).toHaveLength(1);
  expect(eventsAfter(before)).toMatchObject([
    { event_type: "backup.created", user_id: admin.userId, data: { name: made.name } },
  ]);
});

test("members neither see nor make backups", async () => {
  expect((await member.get("/admin/backups")).status).toBe(403);
  expect((await member.post("/admin/backups", {})).status).toBe(403);
  expect((await member.delete("/admin/backups/stoa-20261124T020000Z.db.zst")).status).toBe(403);
});

test.each(["..", "stoa.db", "stoa-20261124T020000Z.db.zst", "stoa-20261124T020000Z.db.zst%2F..%2F..%2Fstoa.db"])(
  "a backup %s is not found, whatever is there",
  async (name) => {
    expect((await admin.post(`/admin/backups/${name}/check`, {})).status).toBe(404);
    expect((await admin.delete(`/admin/backups/${name}`)).status).toBe(404);
    expect(existsSync(server.databaseFile)).toBe(true);
  },
);

test("a torn backup is found unsound, and administrators are notified", async () => {
  const { name } = await make();
  const file = join(folder(), name);
  writeFileSync(file, readFileSync(file).subarray(0, 20_000));
  const before = (await noticesOf()).length;
  expect(await check(name)).toMatchObject({ verdict: "unsound", problem: expect.stringContaining("not as it was") });
  expect(await noticesOf()).toHaveLength(before + 1);
  transaction(() => statement("UPDATE backups SET sha256 = NULL").run());
  expect(await check(name)).toMatchObject({ verdict: "unsound", problem: expect.stringContaining("torn off") });
});

test("a backup that was copied into the folder is listed, and checked when it is asked for", async () => {
  const { name } = await make();
  transaction(() => statement("DELETE FROM backups").run());
  expect((await list()).items).toMatchObject([{ name, reason: null, verdict: null }]);
  const before = lastEvent();
  expect((await admin.post(`/admin/backups/${name}/check`, {})).status).toBe(202);
  await until(() => eventsAfter(before).find(({ event_type }) => event_type === "backup.checked"), "the check");
  expect(eventsAfter(before)).toMatchObject([{ data: { name, verdict: "sound" } }]);
});

test("the only backup can't be deleted, and another one can", async () => {
  const first = await make();
  expect(await admin.delete(`/admin/backups/${first.name}`)).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("only backup") },
  });
  writeFileSync(join(folder(), "stoa-20200101T020000Z.db.zst"), "old");
  const before = lastEvent();
  expect((await admin.delete(`/admin/backups/${first.name}`)).status).toBe(204);
  expect(readdirSync(folder())).toEqual(["stoa-20200101T020000Z.db.zst"]);
  expect(eventsAfter(before)).toMatchObject([{ event_type: "backup.deleted", data: { name: first.name } }]);
});

test("a backup of a second that has one already gets the name of the next one that is free", async () => {
  mkdirSync(folder(), { recursive: true });
  const taken = Array.from({ length: 30 }, (_, second) =>
    nameAt(new Date(Date.now() + second * 1000).toISOString(), false),
  );
  for (const name of taken) writeFileSync(join(folder(), name), "another one");
  await executePeriodic("backup");
  const made = (await list()).items.filter(({ verdict }) => verdict !== null);
  expect(made.map(({ verdict }) => verdict)).toEqual(["sound"]);
  expect(taken).not.toContain(made[0]!.name);
});

/** Creates files and rows of nightly backups. */
function nightsOf(...days: string[]): void {
  mkdirSync(folder(), { recursive: true });
  for (const day of days) {
    const name = `stoa-${day.replaceAll("-", "")}T020000Z.db.zst`;
    writeFileSync(join(folder(), name), "an old backup");
    transaction(() =>
      statement(
        "INSERT INTO backups (name, created_at, reason, is_encrypted, verdict) VALUES (?, ?, 'schedule', 0, 'sound')",
      ).run(name, `${day}T02:00:00.000Z`),
    );
  }
}

test("a nightly backup deletes those that the rule doesn't keep, and no manual one", async () => {
  const { name } = await make();
  nightsOf("2020-01-01", "2020-01-02", "2020-02-01");
  await executePeriodic("backup");
  const { items } = await list();
  expect(items.map((one) => [one.reason, one.verdict])).toEqual([
    ["schedule", "sound"],
    ["manual", "sound"],
    ["schedule", "sound"],
  ]);
  expect(items[1]!.name).toBe(name);
  expect(readdirSync(folder())).toContain("stoa-20200201T020000Z.db.zst");
  expect(readdirSync(folder())).not.toContain("stoa-20200101T020000Z.db.zst");
});

test("a backup that can't be written is listed with its reason, administrators are notified, and nothing is left", async () => {
  writeFileSync(folder(), "a file where the folder should be");
  const before = lastEvent();
  const notices = (await noticesOf()).length;
  await executePeriodic("backup").catch(() => {});
  const { items } = await list();
  expect(items).toMatchObject([{ verdict: "failed", problem: expect.stringContaining("can't be used"), bytes: null }]);
  expect(eventsAfter(before)[0]).toMatchObject({ event_type: "backup.failed", user_id: null });
  expect(await noticesOf()).toHaveLength(notices + 1);
});

test("a drill restores the newest backup and names the tables whose rows have changed since", async () => {
  const { name } = await make();
  await admin.post("/cards", { type: "Application", name: "Later" });
  await executePeriodic("backup-drill");
  const [item] = (await list()).items as unknown as {
    drilled_at: string;
    drill_differences: Record<string, { backup: number; live: number }>;
  }[];
  expect(item!.drilled_at).toEqual(expect.any(String));
  const { cards } = item!.drill_differences;
  expect(cards!.live).toBe(cards!.backup + 1);
  expect(readdirSync(folder())).toEqual([name]);
});

test("nobody is notified of a missing backup before the first night", async () => {
  transaction(() => statement("UPDATE runs SET started_at = NULL WHERE kind = 'backup'").run());
  const before = (await noticesOf()).length;
  await executePeriodic("backup-watch");
  expect(await noticesOf()).toHaveLength(before);
});

test.each([
  { name: "none", days: [], notices: 1 },
  { name: "an old one", days: ["2020-01-01"], notices: 1 },
  { name: "one of today", days: [new Date().toISOString().slice(0, 10)], notices: 0 },
])("administrators are notified of an overdue backup where there is $name: $notices", async ({ days, notices }) => {
  transaction(() => statement("UPDATE runs SET started_at = created_at WHERE kind = 'backup'").run());
  nightsOf(...days);
  const before = (await noticesOf()).length;
  await executePeriodic("backup-watch");
  expect(await noticesOf()).toHaveLength(before + notices);
});

test("two backups at the same time are refused with 409", async () => {
  const answers = await Promise.all([admin.post("/admin/backups", {}), admin.post("/admin/backups", {})]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409]);
  await until(async () => !(await list()).is_running, "the backup");
});

test("a plain backup is not encrypted", async () => {
  const { name } = await make();
  expect(isEncrypted(join(folder(), name))).toBe(false);
});

afterEach(() => {
  if (existsSync(folder()) && statSync(folder()).isDirectory()) chmodSync(folder(), 0o700);
});
