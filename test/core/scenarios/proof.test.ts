/** Random changes of a scenario: none fails unexpectedly, and merged into an unchanged landscape they make of it what the scenario was. */
import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FOLLOWED } from "../../../db/history";
import { commit } from "../../../db/transaction";
import { areas } from "../../../src/areas";
import { changesScenario, isOfLandscape, servedPath } from "../../../src/core/api/operation";
import { operationsOf } from "../../../src/core/area";
import { resetRateLimits } from "../../../src/http/rate-limit";
import { entity, relation, table } from "../../areas/migration/support";
import { callOf, payloadOf } from "../../generated/fixtures";
import { describedServer, freeLock } from "../../generated/setup";
import { randomFrom } from "../../support/openapi";
import { workbookOf } from "../../support/workbooks";

/** Changes; the long run makes more. */
const CHANGES = process.env["STOA_CRASH_ROUNDS"] ? 2_000 : 200;
/** Changes after each of which one is undone, in every other turn one of the landscape. */
const UNDONE_EACH = 5;

const described = describedServer({ SEED_DEMO: "true" });

/** The names of the operations that can change a scenario, without those whose results, such as those of analyses, are not merged. */
const changing = operationsOf(areas)
  .filter((operation) => changesScenario(operation) && isOfLandscape(operation))
  .map((operation) => `${operation.method.toUpperCase()} ${servedPath(operation)}`);

/** Columns that say when something was done. */
const TIME = /_at$|_ms$/;
/** An instant within the JSON of a column. */
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

type Call = { name: string; path: string; method: string; body: RequestInit["body"]; type: string | undefined };

/** Returns the file of a scenario. */
function fileOf(id: string): string {
  const filename = described.server.databaseFile;
  const name = readdirSync(dirname(filename)).find(
    (each) => each.startsWith(`${basename(filename)}.scenario-${id}`) && !/-(wal|shm)$/.test(each),
  );
  return join(dirname(filename), name ?? "");
}

/** Returns the tables whose rows differ between a scenario and the landscape, but for times. */
function differences(scenario: string, landscape: string): string[] {
  const sqlite = new Database(landscape, { readonly: true });
  sqlite.run("ATTACH ? AS scenario", [scenario]);
  const columns = (table: string) =>
    sqlite
      .query<{ name: string }, [string]>("SELECT name FROM pragma_table_info(?)")
      .all(table)
      .filter(({ name }) => !TIME.test(name))
      .map(({ name }) => `"${name}"`)
      .join(", ");
  const missing = (table: string, one: string, other: string) =>
    sqlite
      .query<Record<string, unknown>, []>(
        `SELECT ${columns(table)} FROM ${one}.${table} EXCEPT SELECT ${columns(table)} FROM ${other}.${table}`,
      )
      .all()
      .map((row) => JSON.stringify(row).replaceAll(INSTANT, "…"));
  const found = FOLLOWED.flatMap((table) => {
    const both = [missing(table, "main", "scenario"), missing(table, "scenario", "main")];
    return Bun.deepEquals(...(both as [string[], string[]]))
      ? []
      : [`${table}: ${JSON.stringify(both).slice(0, 1_000)}`];
  });
  sqlite.close();
  return found;
}

/** Applies the workbook of another tool in a scenario. */
async function migrate(url: string, token: string, here: Record<string, string>): Promise<void> {
  const form = new FormData();
  const [app, component] = [
    entity("Application", "Migrated", { "tags:Region": "EU" }),
    entity("ITComponent", "Runtime"),
  ];
  const sheets = {
    TagGroups: table([{ id: "g1", name: "Region", mode: "SINGLE" }]),
    Tags: table([{ id: "t1", tagGroupId: "Region", name: "EU", backgroundColor: "#123456" }]),
    Application: table([app, entity("Application", "Migrated too", { contact: "x" })]),
    ITComponent: table([component]),
    Relations: table([relation("applicationITComponentRelation", app, component)]),
  };
  form.append("file", new File([await workbookOf(sheets)], "export.xlsx"));
  for (const [field, value] of [
    ["source_key", "leanix"],
    ["name", "Export"],
  ] as const)
    form.append(field, value);
  const headers = { authorization: `Bearer ${token}`, ...here };
  const post = (path: string, body?: FormData) => fetch(`${url}/api/v1${path}`, { method: "POST", headers, body });
  const { id } = (await (await post("/migration/upload", form)).json()) as { id: string };
  expect(await (await post(`/migration/${id}/apply`)).json()).toMatchObject({ status: "applied" });
}

test("a random scenario merged into an unchanged landscape makes of it what it was", async () => {
  const { server } = described;
  const admin = await server.as("admin");
  const send = (path: string, method: string, headers: Record<string, string>, body?: RequestInit["body"]) =>
    fetch(server.url + path, { method, body, headers: { authorization: `Bearer ${admin.token}`, ...headers } });
  expect(changing.length).toBeGreaterThan(100);
  // The fixtures of all calls are part of the landscape that the scenario begins with.
  const calls: Call[] = [];
  for (let number = 1; number <= CHANGES; number++) {
    await freeLock();
    const random = randomFrom(number);
    const name = changing[number % changing.length] as string;
    const operation = described.operation(name);
    const call = callOf(operation, described.schemas, random);
    calls.push({ name, path: call.path, method: call.method, ...payloadOf(operation, call) } as Call);
  }
  await freeLock();
  commit();
  const { body: former } = await admin.get("/mutation-batches?page_size=100");
  const { body: scenario } = await admin.post("/scenarios", { name: "Random" });
  const failed: string[] = [];
  const succeeded = new Set<string>();
  const here = { "x-stoa-scenario": scenario.id };
  await migrate(server.url, admin.token as string, here);
  const changed: string[] = [];
  const undone = { here: 0, there: 0 };
  for (const { name, path, method, body, type } of calls) {
    const { status, headers } = await send(path, method, { ...here, ...(type && { "content-type": type }) }, body);
    if (status >= 500) failed.push(`${name}: ${status}`);
    if (status < 300) succeeded.add(name);
    const change = headers.get("x-stoa-change");
    if (change === null) continue;
    changed.push(change);
    if (changed.length % UNDONE_EACH > 0) continue;
    // It is one of the changes before, mostly one that others have built on.
    const turn = changed.length / UNDONE_EACH;
    const [batch, side] =
      turn % 2 === 0
        ? [former.items[turn % former.items.length].id, "there" as const]
        : [changed[Math.floor(changed.length / 2)], "here" as const];
    const rollback = await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false, force: true }, here);
    if (rollback.status >= 500) failed.push(`rollback of ${name}: ${rollback.status}`);
    if (rollback.headers.has("x-stoa-change")) undone[side]++;
  }
  expect(failed).toEqual([]);
  expect(succeeded.size).toBeGreaterThan(80);
  expect(undone.here).toBeGreaterThan(2);
  expect(undone.there).toBeGreaterThan(2);
  resetRateLimits();
  const { body: before } = await admin.get(`/scenarios/${scenario.id}`);
  expect(before).toMatchObject({ is_stale: false });
  const file = fileOf(scenario.id);
  const { body: merged } = await admin.post(`/scenarios/${scenario.id}/merge`, {});
  expect(merged).toMatchObject({ is_merged: true, merged: before.changes, obstacles: [] });
  commit();
  expect(differences(file, server.databaseFile)).toEqual([]);
}, 600_000);
