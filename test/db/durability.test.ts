import { afterEach, expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  durable,
  LostChange,
  lossesSoFar,
  noteChange,
  noteCommitted,
  noteLoss,
  releaseLog,
  watchLog,
} from "../../db/durability";
import { newFolder } from "../support/scratch";

afterEach(releaseLog);

test("a request that has committed nothing doesn't wait for a sync", async () => {
  const file = join(newFolder(), "stoa.db");
  writeFileSync(`${file}-wal`, "");
  watchLog(file, () => {});
  expect(durable()).toBeUndefined();
  noteChange();
  const waiting = durable();
  expect(waiting).toBeInstanceOf(Promise);
  await waiting;
  expect(durable()).toBeUndefined();
});

test("requests that wait at the same time share a commit and a sync", async () => {
  const file = join(newFolder(), "stoa.db");
  writeFileSync(`${file}-wal`, "");
  let commits = 0;
  watchLog(file, () => commits++);
  noteChange();
  const first = durable();
  noteChange();
  await Promise.all([first, durable()]);
  expect(commits).toBe(1);
  expect(durable()).toBeUndefined();
});

test("a request that writes while a sync runs waits for the next sync", async () => {
  const file = join(newFolder(), "stoa.db");
  writeFileSync(`${file}-wal`, "");
  let commits = 0;
  watchLog(file, () => commits++);
  noteChange();
  const first = durable();
  while (commits === 0) await Bun.sleep(0);
  noteChange();
  const second = durable();
  await Promise.all([first, second]);
  expect(commits).toBe(2);
});

test("a request that has written since before a loss is refused, and no request after it", async () => {
  const file = join(newFolder(), "stoa.db");
  writeFileSync(`${file}-wal`, "");
  const cause = new Error("the disk is full");
  let fails = true;
  watchLog(file, () => {
    if (fails) noteLoss(cause);
    fails = false;
  });
  const before = lossesSoFar();
  noteChange();
  const refusal = await Promise.resolve(durable(before)).catch((error) => error);
  expect(refusal).toBeInstanceOf(LostChange);
  expect(refusal.cause).toBe(cause);
  // A request that answers later than the loss is refused all the same.
  expect(await Promise.resolve(durable(before)).catch((error) => error)).toBeInstanceOf(LostChange);
  expect(durable(lossesSoFar())).toBeUndefined();
  noteChange();
  await durable(lossesSoFar());
});

test.each([
  ["and is not being synced yet", false],
  ["while an earlier change is being synced", true],
])("a committed change stays durable when a later one is lost %s", async (_, earlier) => {
  const file = join(newFolder(), "stoa.db");
  writeFileSync(`${file}-wal`, "");
  let commits = 0;
  watchLog(file, () => commits++);
  if (earlier) {
    noteChange();
    durable();
    while (commits === 0) await Bun.sleep(0);
  }
  const before = lossesSoFar();
  noteChange();
  const waiting = durable(before);
  noteCommitted();
  noteChange();
  const lost = durable(before);
  noteLoss(new Error("the disk is full"));
  await waiting;
  expect(await Promise.resolve(lost).catch((error) => error)).toBeInstanceOf(LostChange);
});

test("a disk that has refused a sync once is never trusted again", async () => {
  const file = join(newFolder(), "stoa.db");
  // A device can't be synced: the system refuses it as it would a broken disk.
  symlinkSync("/dev/null", `${file}-wal`);
  watchLog(file, () => {});
  noteChange();
  const first = await Promise.resolve(durable()).catch((error) => error);
  expect(first).toMatchObject({ syscall: "fdatasync" });
  expect(await Promise.resolve(durable()).catch((error) => error)).toBe(first);
  noteChange();
  expect(await Promise.resolve(durable()).catch((error) => error)).toBe(first);
});
