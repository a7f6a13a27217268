/** Copies of backups in the second place, while it works and while it doesn't. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { statement, transaction } from "../../../db";
import { readConfig } from "../../../src/config";
import { backupsOf } from "../../../src/core/backups/configuration";
import { openPlace } from "../../../src/core/backups/second-place";
import type { Client } from "../../support/client";
import { eventsAfter, lastEvent } from "../../support/journal";
import { executePeriodic } from "../../support/runs";
import { type S3Store, startS3Store } from "../../support/s3-store";
import { newFolder } from "../../support/scratch";
import { startTestServer, type TestServer } from "../../support/server";
import { until } from "../../support/waiting";

let store: S3Store;
let server: TestServer;
let admin: Client;
beforeAll(async () => {
  store = await startS3Store();
  server = await startTestServer({ ...store.environment, BACKUP_KEEP: "1,0,2", BACKUP_SECOND_SECONDS: "2" });
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.stop();
  await store.stop();
});

const folder = () => join(server.folder, "backups");
const place = () => openPlace(backupsOf(readConfig(store.environment)).secondPlace!);

beforeEach(async () => {
  store.set("passes");
  rmSync(folder(), { recursive: true, force: true });
  transaction(() => statement("DELETE FROM backups").run());
  for (const { name } of await place().list()) await place().delete(name);
});

type Item = { name: string; verdict: string; copied_at: string | null; copy_problem: string | null };
const list = async () => (await admin.get("/admin/backups")).body as { items: Item[]; is_running: boolean };
const namesThere = async () => (await place().list()).map(({ name }) => name);

/** Makes a backup, and waits until its run has ended. */
async function make(): Promise<Item> {
  expect((await admin.post("/admin/backups", {})).status).toBe(202);
  return until(async () => {
    const { is_running, items } = await list();
    return is_running ? undefined : items[0];
  }, "the backup");
}

const noticesOf = async () =>
  (await admin.get("/notifications")).body.items.filter(({ title }: { title: string }) =>
    title.includes("second place"),
  );

test("a backup is copied to the second place after its check, as it is", async () => {
  const before = lastEvent();
  const made = await make();
  expect(made).toMatchObject({ verdict: "sound", copied_at: expect.any(String), copy_problem: null });
  expect((await admin.get("/admin/backups")).body.second_place).toBe("s3://backups/stoa");
  const back = join(newFolder(), "back");
  writeFileSync(back, "");
  await place().fetch(made.name, back);
  expect(readFileSync(back).equals(readFileSync(join(folder(), made.name)))).toBe(true);
  expect(eventsAfter(before)).toMatchObject([
    { event_type: "backup.created", data: { name: made.name } },
    { event_type: "backup.copied", data: { name: made.name, place: "s3://backups/stoa" } },
  ]);
});

test("while the second place is silent a backup is made, people are answered, administrators are notified once, and it is copied later", async () => {
  store.set("silent");
  const before = lastEvent();
  const notices = (await noticesOf()).length;
  const answered = make();
  const began = performance.now();
  expect((await admin.get("/cards")).status).toBe(200);
  expect(performance.now() - began).toBeLessThan(1_500);
  expect(await answered).toMatchObject({
    verdict: "sound",
    copied_at: null,
    copy_problem: expect.stringContaining("took too long"),
  });
  await executePeriodic("backup-copy");
  expect(await noticesOf()).toHaveLength(notices + 1);
  expect(eventsAfter(before).map(({ event_type }) => event_type)).toEqual([
    "backup.created",
    "backup.copy_failed",
    "notification.created",
  ]);
  store.set("passes");
  await executePeriodic("backup-copy");
  const [item] = (await list()).items;
  expect(item).toMatchObject({ copied_at: expect.any(String), copy_problem: null });
  expect(await namesThere()).toEqual([item!.name]);
});

test("while the second place is slow people read and write, and the backup is copied once it has all pieces", async () => {
  // Each request and each answer waits, and all of them take longer than a request may.
  store.set({ delay: 400 });
  expect((await admin.post("/admin/backups", {})).status).toBe(202);
  await until(async () => (await list()).items[0]?.verdict, "the backup to be written");
  for (let change = 0; change < 5; change++) {
    expect((await admin.post("/cards", { type: "Application", name: `Meanwhile ${change}` })).status).toBe(201);
    expect((await admin.get("/cards")).status).toBe(200);
  }
  expect(await list()).toMatchObject({ is_running: true, items: [{ copied_at: null, copy_problem: null }] });
  await until(async () => !(await list()).is_running, "the copy");
  const [item] = (await list()).items;
  expect(item).toMatchObject({ verdict: "sound", copied_at: expect.any(String), copy_problem: null });
  store.set("passes");
  expect(await namesThere()).toEqual([item!.name]);
});

test("a second place that breaks off in the middle is reported with the reason, and the backup is copied later", async () => {
  store.set({ breaksAfter: 20_000, direction: "up" });
  expect(await make()).toMatchObject({
    verdict: "sound",
    copied_at: null,
    copy_problem: expect.stringContaining("s3://backups/stoa can't be used"),
  });
  store.set("passes");
  await executePeriodic("backup-copy");
  expect((await list()).items).toMatchObject([{ copied_at: expect.any(String), copy_problem: null }]);
});

test("the second place keeps what the rule retains, and manual backups", async () => {
  const manual = await make();
  const nights = ["2020-01-01", "2020-01-02", "2020-02-01"];
  mkdirSync(folder(), { recursive: true });
  for (const day of nights) {
    const file = join(newFolder(), "old");
    writeFileSync(file, "an old backup");
    await place().put(
      file,
      `stoa-${day.replaceAll("-", "")}T020000Z.db.zst`,
      new Bun.CryptoHasher("sha256").update("an old backup").digest("hex"),
    );
  }
  await executePeriodic("backup");
  const [newest] = (await list()).items;
  expect(await namesThere()).toEqual([newest!.name, manual.name, "stoa-20200201T020000Z.db.zst"]);
});

test("backups that could never be copied are overdue in the second place", async () => {
  store.set("silent");
  await make();
  await executePeriodic("backup-watch");
  const notices = (await admin.get("/notifications")).body.items as { title: string; message: string }[];
  expect(notices[0]).toMatchObject({
    title: "The backup is overdue",
    message: "There is no sound backup in s3://backups/stoa",
  });
});
