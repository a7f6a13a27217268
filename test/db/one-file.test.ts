/** The one file: a copy of it alone is complete whenever nobody has written for a moment. */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "../support/client";
import { unique } from "../support/factories";
import { startTestServer, type TestServer } from "../support/server";
import { until } from "../support/waiting";

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as("admin");
});
afterAll(() => server.stop());

/**
 * Returns the numbers of cards and events in a copy of the file without its log, or undefined while it is no sound
 * database.
 */
function copied(): { cards: number; events: number } | undefined {
  const file = join(server.folder, `${unique("copy")}.db`);
  copyFileSync(server.databaseFile, file);
  const copy = new Database(file, { readwrite: true });
  try {
    const { integrity_check } = copy.query("PRAGMA integrity_check").get() as { integrity_check: string };
    if (integrity_check !== "ok") return undefined;
    return copy
      .query("SELECT (SELECT count(*) FROM cards) AS cards, (SELECT count(*) FROM events) AS events")
      .get() as { cards: number; events: number };
  } catch {
    // The file is being written, or has no tables yet.
    return undefined;
  } finally {
    copy.close();
  }
}

test("a copy of the file alone holds every change once nobody writes, however they were written", async () => {
  let cards = 0;
  for (let round = 0; round < 12; round++) {
    // Few changes are written on the server's thread, many on the writer thread.
    const count = round % 3 === 0 ? 300 : 1 + Math.floor(Math.random() * 20);
    const row = (row_index: number) => ({ row_index, type: "Application", name: unique("Copied ") });
    const rows = Array.from({ length: count }, (_, at) => row(at));
    const { status } = await admin.post("/cards/bulk-create", { cards: rows });
    expect(status).toBe(200);
    cards += count;
    await Bun.sleep(Math.random() * 300);
    await until(() => copied()?.cards === cards, `a copy with ${cards} cards`);
  }
  const whole = new Database(server.databaseFile, { readonly: true });
  const { events } = whole.query("SELECT count(*) AS events FROM events").get() as { events: number };
  whole.close();
  expect(copied()).toEqual({ cards, events });
});

test("a copy is complete again after a reader of an older state has let go of it", async () => {
  const reader = new Database(server.databaseFile, { readonly: true });
  reader.run("BEGIN");
  reader.query("SELECT count(*) FROM cards").get();
  const before = copied()?.cards ?? 0;
  await admin.post("/cards", { type: "Application", name: unique("Late ") });
  // Meanwhile it is tried to move the log, in vain.
  await Bun.sleep(700);
  reader.run("COMMIT");
  reader.close();
  await until(() => copied()?.cards === before + 1, "a copy with the late card");
});
