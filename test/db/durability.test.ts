import { afterEach, expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { durable, noteCommit, releaseLog, watchLog } from "../../db/durability";
import { newFolder } from "../support/scratch";

afterEach(releaseLog);

test("who has committed nothing waits for nothing", async () => {
  const file = join(newFolder(), "stoa.db");
  writeFileSync(`${file}-wal`, "");
  watchLog(file);
  expect(durable()).toBeUndefined();
  noteCommit();
  const waiting = durable();
  expect(waiting).toBeInstanceOf(Promise);
  await waiting;
  expect(durable()).toBeUndefined();
});

test("those who wait for the same commits share a sync", async () => {
  const file = join(newFolder(), "stoa.db");
  writeFileSync(`${file}-wal`, "");
  watchLog(file);
  noteCommit();
  expect(durable()).toBe(durable());
  await durable();
});

test("a disk that has refused once is never believed again", async () => {
  const file = join(newFolder(), "stoa.db");
  // A device can't be synced: the system refuses it as it would a broken disk.
  symlinkSync("/dev/null", `${file}-wal`);
  watchLog(file);
  noteCommit();
  const first = await Promise.resolve(durable()).catch((error) => error);
  expect(first).toMatchObject({ syscall: "fdatasync" });
  expect(await Promise.resolve(durable()).catch((error) => error)).toBe(first);
  noteCommit();
  expect(await Promise.resolve(durable()).catch((error) => error)).toBe(first);
});
