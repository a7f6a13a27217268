/** The index of the search that a former state gets of its own: it is made once, changes no result, and goes with its state. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { deleteFiles } from "../../../db/files";
import { extendIndex, MAX_READ } from "../../../db/state-index";
import { commit } from "../../../db/transaction";
import type { FileCache } from "../../../src/core/states/file-cache";
import { createIndexing } from "../../../src/core/states/indexing";
import type { ReaderPool } from "../../../src/core/threads/pool";
import { cardType, storedCards, unique } from "../../support/factories";
import { testServer } from "../../support/server";
import { until } from "../../support/waiting";

const server = testServer();

const states = () =>
  readdirSync(server.folder)
    .filter((name) => /\.state-\d+\.scratch-\d+$/.test(name))
    .map((name) => join(server.folder, name));

function isIndexed(path: string): boolean {
  const sqlite = new Database(path, { readonly: true });
  try {
    return sqlite.query("SELECT 1 FROM own_index WHERE is_complete").get() !== null;
  } finally {
    sqlite.close();
  }
}

const SEARCHED = ["zürich", "ZURICH", "Zu", "zur", "warehouse of zürich 77", "a warehouse in", "zqx", "since", "%ric"];

test("a search in a state from which many cards differ finds the same before and after it has an index of its own", async () => {
  const admin = await server.as("admin");
  const type = cardType(unique("Depot"));
  const names = ["Warehouse of Zürich 77", "Zurich without an accent", "Depot", "Zugspitze"];
  const ids = storedCards(
    names.map((name) => ({ type, name, description: name === "Depot" ? "A warehouse in Zu\u0308rich" : null })),
  );
  commit();
  await Bun.sleep(3);
  const then = new Date().toISOString();
  await Bun.sleep(3);
  const find = async (headers: Record<string, string>) => {
    const found: unknown[] = [];
    for (const text of SEARCHED.map(encodeURIComponent)) {
      const { body } = await admin.get(`/cards?search=${text}&sort_by=name`, headers);
      const { body: palette } = await admin.get(`/search?kinds=card&q=${text}`, headers);
      found.push({ names: body.items.map(({ name }: { name: string }) => name), palette });
    }
    return found;
  };
  const before = await find({});
  const at = { "x-stoa-at": then };
  const [first, second, third] = ids;
  await admin.patch(`/cards/${first}`, { name: "Zürich since", description: null });
  const few = await find(at);
  await admin.patch(`/cards/${second}`, { name: "Zürich since" });
  await admin.delete(`/cards/${third}?permanent=true`);
  const fewMore = await find(at);
  const [path = ""] = states();
  expect(isIndexed(path)).toBe(false);
  storedCards(Array.from({ length: MAX_READ }, (_, number) => ({ type, name: `Zürich since ${number}` })));
  commit();
  const without = await find(at);
  await until(() => isIndexed(path), "the index");
  const withIndex = await find(at);
  expect(before[0]).toMatchObject({
    names: ["Depot", "Warehouse of Zürich 77", "Zurich without an accent"],
    palette: [{ match: "prefix" }, { match: "word" }, { match: "text" }],
  });
  for (const found of [few, fewMore, without, withIndex]) expect(found).toEqual(before);
  for (const suffix of ["", "-wal", "-shm"])
    if (existsSync(path + suffix)) expect(statSync(path + suffix).mode & 0o777).toBe(0o600);

  deleteFiles(path);
  expect([extendIndex(path), readdirSync(server.folder).some((name) => name.includes(".state-"))]).toEqual([
    true,
    false,
  ]);
});

/** Creates the making of indexes on a thread that does nothing but what is given. */
function indexingOn(run: () => Promise<unknown>, waiting = () => 0, mayGrow = true) {
  const load = () => ({ threads: 1, busy: 0, waiting: waiting(), limit: 8, lostAt: undefined });
  return createIndexing({ run, load } as unknown as ReaderPool, { mayGrow: () => mayGrow } as unknown as FileCache);
}
const file = () => ({ path: "state", bytes: 1_000 });

test("an index is made in steps that wait for whoever waits for a state, and once", async () => {
  const steps = [false, false, true];
  let [made, waiting] = [0, 1];
  const { noteRead } = indexingOn(
    async () => steps[made++],
    () => waiting,
  );
  const state = file();
  noteRead(state);
  noteRead(state);
  await Bun.sleep(20);
  expect(made).toBe(0);
  waiting = 0;
  await until(() => made === steps.length, "all steps");
  noteRead(state);
  await Bun.sleep(20);
  expect(made).toBe(steps.length);
});

test("an index that fails, as on a full disk, is not tried again, and others are made nevertheless", async () => {
  let tried = 0;
  const { noteRead } = indexingOn(async () => {
    if (tried++ === 0) throw new Error("database or disk is full");
    return true;
  });
  const [first, second] = [file(), file()];
  for (const state of [first, second, first]) noteRead(state);
  await until(() => tried === 2, "both");
  const { noteRead: noteWithoutRoom } = indexingOn(async () => tried++, undefined, false);
  noteWithoutRoom(file());
  await Bun.sleep(20);
  expect(tried).toBe(2);
});
