/**
 * The server is killed at random while a scenario is changed, made anew, analysed, follows the landscape, or is merged. `STOA_CRASH_ROUNDS=200
 * npx bun test test/stress/kill-scenarios.test.ts` kills it more often than a run of all tests does.
 */
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import type { Client } from "../support/client";
import { logIn, type RunningServer, startStoa, withAdministrator } from "../support/executable";
import { newFolder } from "../support/scratch";
import { until } from "../support/waiting";
import { randomOf } from "../support/workbooks";
import { problemsOf } from "./crash-setting";

const ROUNDS = Math.ceil(Number(process.env["STOA_CRASH_ROUNDS"] ?? 0) / 10);
/** Changes that are asked for before the first kill, and the longest time until a kill, in milliseconds. */
const CHANGES = 20;
const LONGEST = 300;

/** A scenario, and what was acknowledged of its changes. */
type PlannedScenario = { id: string; acknowledged: Set<string> };
type Change = { id: string; is_merged: boolean };

/** Makes changes in a scenario until one isn't answered. */
async function changeUntilKilled(
  client: Client,
  { id, acknowledged }: PlannedScenario,
  most = Infinity,
): Promise<void> {
  for (let number = 0; number < most; number++) {
    const card = { type: "Application", name: `Planned ${acknowledged.size}` };
    const { status, headers } = await client.post("/cards", card, { "x-stoa-scenario": id });
    expect(status).toBe(201);
    acknowledged.add(headers.get("x-stoa-change") as string);
  }
}

const ANALYSIS = "/turbolens/duplicates/analyse";

/** Starts an analysis in a scenario, and waits for its end. */
async function analyse(client: Client, { id }: PlannedScenario): Promise<void> {
  const here = { "x-stoa-scenario": id };
  const { status, body } = await client.post(ANALYSIS, undefined, here);
  expect(status).toBe(200);
  const run = await until(async () => {
    const { body: found } = await client.get(`/turbolens/analysis-runs/${body.run_id}`, here);
    return found.status === "running" ? undefined : found;
  }, "the end of the analysis");
  expect(run).toMatchObject({ status: "completed", error_message: null });
}

/** The work during which the server is killed. */
const works: readonly ((client: Client, planned: PlannedScenario) => Promise<unknown>)[] = [
  (client, { id }) => client.get("/cards", { "x-stoa-scenario": id }),
  changeUntilKilled,
  analyse,
  async (client, { id }) => {
    await client.post("/cards", { type: "Application", name: `In the landscape ${crypto.randomUUID()}` });
    return client.post(`/scenarios/${id}/rebase`, {});
  },
  (client, { id }) => client.post(`/scenarios/${id}/merge`, {}),
];

/** Expects that nothing acknowledged is lost, and that all is merged or nothing is. @returns whether it is merged */
async function expectWhole(client: Client, { id, acknowledged }: PlannedScenario): Promise<boolean> {
  const changes: Change[] = [];
  for (let page = 1; page === 1 || changes.length === 100 * (page - 1); page++)
    changes.push(...(await client.get(`/scenarios/${id}/changes?page=${page}&page_size=100`)).body);
  const known = new Set(changes.map((change) => change.id));
  expect([...acknowledged].filter((change) => !known.has(change))).toEqual([]);
  const { state } = (await client.get(`/scenarios/${id}`)).body;
  const isMerged = state === "merged";
  expect(changes.filter(({ is_merged }) => is_merged).length).toBe(isMerged ? changes.length : 0);
  const search = "/cards?search=Planned&page_size=1";
  expect((await client.get(search)).body.total).toBe(isMerged ? changes.length : 0);
  if (!isMerged) expect((await client.get(search, { "x-stoa-scenario": id })).body.total).toBe(changes.length);
  return isMerged;
}

test(
  "a scenario loses nothing and is merged wholly or not at all when the server is killed at whatever moment",
  async () => {
    const random = randomOf(ROUNDS + 1);
    const setting = { folder: newFolder(), environment: withAdministrator };
    const begin = async (): Promise<[RunningServer, Client]> => {
      const server = await startStoa(setting);
      expect(readdirSync(setting.folder).filter((name) => name.includes(".scratch-"))).toEqual([]);
      return [server, await logIn(server.url)];
    };
    let [server, client] = await begin();
    const { id } = (await client.post("/scenarios", { name: "Killed" })).body;
    const planned: PlannedScenario = { id, acknowledged: new Set() };
    await changeUntilKilled(client, planned, CHANGES);
    for (let kill = 0; kill < ROUNDS * works.length; kill++) {
      const done = works[kill % works.length]?.(client, planned).catch(() => undefined);
      await Bun.sleep(random(LONGEST));
      await server.kill();
      await done;
      [server, client] = await begin();
      // The results of an analysis are gone with the server, and another one finds them again.
      if (works[kill % works.length] === analyse) await analyse(client, planned);
      if (!(await expectWhole(client, planned))) continue;
      const [batch] = (await client.get("/mutation-batches")).body.items;
      expect((await client.post(`/mutation-batches/${batch.id}/rollback`, { dry_run: false })).status).toBe(200);
      await client.post(`/scenarios/${id}/rebase`, {});
      expect(await expectWhole(client, planned)).toBe(false);
    }
    expect(await server.stop()).toBe(0);
    expect(problemsOf(server.databaseFile)).toEqual([]);
  },
  60_000 + ROUNDS * 60_000,
);
