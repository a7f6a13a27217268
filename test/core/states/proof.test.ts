/** A random history of changes by all operations: each state equals the copy that was taken at its moment, table by table. */
import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { statement } from "../../../db";
import { FOLLOWED } from "../../../db/history";
import { type LaterState, makeStateFile } from "../../../db/state-files";
import { findMoment } from "../../../db/states";
import { commit } from "../../../db/transaction";
import { resetRateLimits } from "../../../src/http/rate-limit";
import { callOf, payloadOf } from "../../generated/fixtures";
import { describedServer, freeLock, operationNames } from "../../generated/setup";
import { randomFrom } from "../../support/openapi";
import { newFolder } from "../../support/scratch";

/** Changes, and those between two copies; the long run makes many more. */
const [CHANGES, STRETCH] = process.env["STOA_CRASH_ROUNDS"] ? [10_000, 500] : [400, 80];

const described = describedServer({ SEED_DEMO: "true" });
const folder = newFolder();
afterAll(() => rmSync(folder, { recursive: true }));

/** Operations that end the session of whoever calls them, or fetch from elsewhere. */
const LEFT_OUT = /\/auth\/|\/eol\/|\/servicenow\/|\/users\/me\/sessions|import\/upload|catalogue.*(fetch|update)/;
const changing = operationNames.filter((name) => !name.startsWith("GET") && !LEFT_OUT.test(name));

/** A copy of the file, and an instant at which it was as it is. */
type Copy = { file: string; at: string };

async function copy(number: number): Promise<Copy> {
  commit();
  await Bun.sleep(3);
  const file = join(folder, `${number}.db`);
  statement("VACUUM INTO ?").run(file);
  const at = new Date().toISOString();
  await Bun.sleep(3);
  return { file, at };
}

/** Calls a random operation as an administrator. @returns its name, and its status */
async function change(number: number, token: string | undefined): Promise<[string, number]> {
  const random = randomFrom(number);
  // A run may have the write lock, which the fixtures of a call need.
  await freeLock();
  const name = changing[Math.floor(random() * changing.length)] as string;
  const operation = described.operation(name);
  const call = callOf(operation, described.schemas, random);
  const { body, type } = payloadOf(operation, call);
  const { status, body: answered } = await fetch(described.server.url + call.path, {
    method: call.method,
    redirect: "manual",
    headers: { authorization: `Bearer ${token}`, ...(type && { "content-type": type }) },
    body,
  });
  await answered?.cancel();
  return [name, status];
}

/** Makes a card as a batch, which the copy has that `during` takes, and undoes it. @returns the status of the undoing */
async function undoneBatch(number: number, during: () => Promise<unknown>): Promise<number> {
  const admin = await described.server.as("admin");
  const cards = [{ row_index: 0, type: "Application", name: `Undone ${number}` }];
  const { headers } = await admin.post("/cards/bulk-create", { cards });
  await during();
  return (await admin.post(`/mutation-batches/${headers.get("x-stoa-batch")}/rollback`, {})).status;
}

/** Returns the rows of a table that count: of the counts of cards, one that has fallen to nothing says as much as none. */
const rowsOf = (table: string) => (table === "card_counts" ? "card_counts WHERE count > 0" : table);

/** Returns the tables whose rows differ between two files. */
function differences(state: string, { file }: Copy): string[] {
  const sqlite = new Database(state, { readonly: true });
  sqlite.run("ATTACH ? AS kept", [file]);
  const columns = (table: string) =>
    sqlite
      .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)")
      .all(table)
      .map(({ name }) => `"${name}"`)
      .join(", ");
  const missing = (table: string, one: string, other: string) =>
    sqlite
      .query<{ count: number }, []>(
        `SELECT count(*) AS count FROM (SELECT ${columns(table)} FROM ${one}.${rowsOf(table)} EXCEPT SELECT ${columns(table)} FROM ${other}.${rowsOf(table)})`,
      )
      .get()?.count ?? 0;
  const found = [...FOLLOWED, "card_counts"].flatMap((table) => {
    const both = [missing(table, "main", "kept"), missing(table, "kept", "main")];
    return both.some((count) => count > 0) ? [`${table}: ${both.join(" and ")}`] : [];
  });
  sqlite.close();
  return found;
}

test("each state of a random history equals the copy of its moment, made of the present or of a later state", async () => {
  const { token } = await described.server.as("admin");
  const copies = [await copy(0)];
  const succeeded = new Set<string>();
  for (let number = 1; number <= CHANGES; number++) {
    const [name, status] = await change(number, token);
    if (status < 300) succeeded.add(name);
    if (number % 50 === 0) resetRateLimits();
    if (number % STRETCH !== 0) continue;
    expect(await undoneBatch(number, async () => copies.push(await copy(number)))).toBe(200);
  }
  expect(succeeded.size).toBeGreaterThan(120);
  commit();
  let later: LaterState | undefined;
  for (const each of copies.toReversed()) {
    const moment = findMoment(each.at) as NonNullable<ReturnType<typeof findMoment>>;
    expect(moment).toBeDefined();
    const made = [makeStateFile(moment), makeStateFile(moment, { name: `of-later-${moment.seq}`, later })];
    for (const state of made)
      expect({ at: each.file, differences: differences(state, each) }).toEqual({ at: each.file, differences: [] });
    const [state, path] = made as [string, string];
    rmSync(state);
    if (later) rmSync(later.path);
    later = { path, moment };
  }
  if (later) rmSync(later.path);
}, 1_200_000);
