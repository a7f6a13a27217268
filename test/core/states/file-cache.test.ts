/** The files of other states: however many are asked for, they stay within the bound, and none is deleted under who uses it. */
import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cacheFiles } from "../../../src/core/states/file-cache";
import { until } from "../../support/waiting";

const folder = mkdtempSync(join(tmpdir(), "stoa-files-"));
afterAll(() => rmSync(folder, { recursive: true }));
const database = join(folder, "stoa.db");
writeFileSync(database, new Uint8Array(1_000));

/** Creates a cache of at most three files and 2,500 bytes, whose files are empty at first. */
function createCache() {
  const cache = cacheFiles(database, { files: 3, bytes: 2_500 });
  const pathOf = (key: string) => join(folder, key);
  const make = (key: string, size: number) => async () => {
    writeFileSync(pathOf(key), new Uint8Array(size));
    return { path: pathOf(key), bytes: size };
  };
  /** Uses a file until it is released. */
  function use(key: string, size = 600) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const done = cache.use(key, make(key, size), () => released);
    return { done, release };
  }
  const exists = (key: string) => existsSync(pathOf(key));
  const isGone = (key: string) => until(() => !exists(key), `${key} to be deleted`);
  return { cache, use, exists, isGone };
}

test("a file that is in use takes room until its last user is done, also when it was discarded", async () => {
  const { cache, use, exists, isGone } = createCache();
  const [first, second] = [use("first"), use("second")];
  await until(() => exists("first") && exists("second"), "both");
  cache.discard("first");
  expect(exists("first")).toBe(true);
  const third = use("third");
  await expect(use("fourth").done).rejects.toMatchObject({ status: 503 });
  first.release();
  await isGone("first");
  const fourth = use("fourth");
  for (const { release, done } of [second, third, fourth]) {
    release();
    await done;
  }
  cache.stop();
  for (const key of ["second", "third", "fourth"]) await isGone(key);
});

test("a file that is still made counts as large as the database, and one that has grown as large as it is", async () => {
  const { cache, use, exists, isGone } = createCache();
  const [first, second] = [use("grown"), use("small")];
  await expect(use("too much").done).rejects.toMatchObject({ status: 503 });
  await until(() => exists("grown") && exists("small"), "both");
  expect([cache.mayGrow(1_300), cache.mayGrow(1_301)]).toEqual([true, false]);
  writeFileSync(join(folder, "grown"), new Uint8Array(1_400));
  for (const { release, done } of [first, second]) {
    release();
    await done;
  }
  // The one that was used longest ago makes room.
  const third = use("new");
  await isGone("grown");
  expect(exists("small")).toBe(true);
  third.release();
  await third.done;
  cache.stop();
});

test("a file that gets the key of another one takes its place, and is deleted under its own key alone", async () => {
  const { cache, use, exists, isGone } = createCache();
  for (const key of ["own", "attempt"]) {
    const { done, release } = use(key);
    release();
    await done;
  }
  cache.rename("attempt", "own");
  await isGone("own");
  cache.discard("attempt");
  await Bun.sleep(0);
  expect(exists("attempt")).toBe(true);
  cache.discard("own");
  await isGone("attempt");
  cache.stop();
});
