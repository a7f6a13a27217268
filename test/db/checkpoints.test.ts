/** The log is moved into the file by a thread, before it gets long. */
import { afterEach, beforeEach, expect, spyOn, test } from "bun:test";
import { renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { inTurn, statement, transaction } from "../../db";
import { checkpointsDone } from "../../db/checkpoints";
import { closeDatabase, openDatabase } from "../../db/client";
import { connection } from "../../db/connection";
import { commit } from "../../db/transaction";
import { newFolder } from "../support/scratch";

const MB = 1_048_576;
const PAGE = 4_096;
/** Pages of a log that is too long, should the thread not keep up. */
const LONG_LOG = 32_000;
let file: string;

beforeEach(() => {
  file = join(newFolder(), "stoa.db");
  openDatabase(file);
});
afterEach(() => closeDatabase());

/** Writes a commit of half a megabyte, in its turn. */
async function write(round: number): Promise<void> {
  const text = "x".repeat(MB / 2);
  await inTurn(() =>
    transaction(() =>
      statement(
        "INSERT INTO app_settings (id, general_settings, email_settings, updated_at, custom_logo) VALUES (?, '{}', '{}', '', ?)",
      ).run(round, text),
    ),
  );
  commit();
}

const frames = () => statement<{ log: number }>("PRAGMA wal_checkpoint(NOOP)").get()?.log ?? 0;

test("a long log is checkpointed while writing continues, and starts anew", async () => {
  let [longest, before, begunAnew, round] = [0, 0, 0, 1000];
  for (; begunAnew < 2; round++) {
    await write(round);
    const now = frames();
    if (now < before) begunAnew++;
    before = now;
    longest = Math.max(longest, now);
    // This lets the thread's messages arrive, as requests do. A thread that is slow is waited for when the log is too long.
    await (now < LONG_LOG ? Bun.sleep(1) : checkpointsDone());
    if (longest > 2 * LONG_LOG) break;
  }
  expect({ begunAnew, longest: longest <= 2 * LONG_LOG }).toEqual({ begunAnew: 2, longest: true });
  await checkpointsDone();
  // The log is never longer, so all else that was written is in the file.
  expect(statSync(file).size).toBeGreaterThan(((round - 1000) * MB) / 2 - 2 * LONG_LOG * PAGE);
});

test("the log grows while another reader needs it, and is checkpointed once the reader is gone", async () => {
  const { Database } = await import("bun:sqlite");
  const reader = new Database(file, { readonly: true });
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM users").get();
  for (let round = 1000; round < 1120; round++) {
    await write(round);
    await Bun.sleep(1);
  }
  await checkpointsDone();
  const grown = frames();
  expect(grown).toBeGreaterThan(12_000);
  reader.close();
  for (let round = 2000; round < 2200; round++) {
    await write(round);
    await Bun.sleep(1);
  }
  await checkpointsDone();
  await write(3000);
  expect(frames()).toBeLessThan(grown);
});

test("the server's own connection moves nothing of a log that the thread moves", async () => {
  const run = spyOn(connection(), "run");
  let before = 0;
  let begunAnew = 0;
  for (let round = 1000; round < 1300; round++) {
    await write(round);
    if (frames() < before) begunAnew++;
    before = frames();
    await Bun.sleep(1);
  }
  await checkpointsDone();
  const moved = run.mock.calls.filter(([sql]) => sql.includes("wal_checkpoint"));
  run.mockRestore();
  expect({ moved, begunAnew: begunAnew > 0 }).toEqual({ moved: [], begunAnew: true });
});

test("the server's own connection moves a log that the thread can't", async () => {
  // The thread doesn't find the file, which this connection has open.
  renameSync(file, `${file}-elsewhere`);
  let moved = 0;
  for (let round = 1000; round < 1100 && moved === 0; round++) {
    await write(round);
    await Bun.sleep(1);
    moved = statement<{ checkpointed: number }>("PRAGMA wal_checkpoint(NOOP)").get()?.checkpointed ?? 0;
  }
  await checkpointsDone();
  renameSync(`${file}-elsewhere`, file);
  expect(moved).toBeGreaterThan(0);
});
