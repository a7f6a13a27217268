/** The server is killed in the middle of runs of analyses. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { runEnd } from "../areas/turbolens/support";
import type { Client } from "../support/client";
import { behindItsBack, findingsOf } from "../support/databases";
import { logIn, startStoa, withAdministrator } from "../support/executable";
import { type ModelProvider, startModelProvider, useProvider } from "../support/model-provider";
import { END_LEASES } from "../support/runs";
import { newFolder } from "../support/scratch";

const kinds = [
  ...["compliance/compliance-scan", "turbolens/vendors/analyse", "turbolens/vendors/resolve"],
  ...["turbolens/duplicates/analyse", "turbolens/duplicates/modernize"],
];

/** A wizard's proposal that is saved, and what commits it. */
async function assessed(client: Client): Promise<object> {
  const card = { id: "new_1", name: "New Shop", cardTypeKey: "Application", isNew: true };
  const capabilityMapping = { summary: "A shop", capabilities: [], proposedCards: [card], proposedRelations: [] };
  const sessionData = { capabilityMapping, archOptions: [] };
  const { body } = await client.post("/turbolens/assessments", { title: "Shop", requirement: "Sell", sessionData });
  const when = { startDate: "2027-01-01", endDate: "2027-12-31" };
  return { assessmentId: body.id, initiativeName: "Build a shop", ...when, selectedCardIds: ["new_1"] };
}

const countOf = async (client: Client, search: string): Promise<number> =>
  (await client.get(`/cards?search=${search}`)).body.total;

async function countFindings(client: Client): Promise<number> {
  const { body } = await client.get("/compliance/compliance");
  return body.reduce((count: number, { findings }: { findings: unknown[] }) => count + findings.length, 0);
}

let provider: ModelProvider;
beforeAll(async () => {
  provider = await startModelProvider();
});
afterAll(() => provider.stop());

test("analyses of each kind that are killed twice begin again and complete once, each with its results once", async () => {
  const folder = newFolder();
  const environment = { ...withAdministrator, ALLOW_PRIVATE_ADDRESSES: "true" };
  let arrived = Promise.withResolvers<void>();
  // It never answers, so that a run is in the middle when the server is killed.
  provider.reply(() => arrived.resolve());

  let killed = await startStoa({ folder, environment });
  const first = await logIn(killed.url);
  for (const type of ["Application", "ITComponent", "Provider"]) await first.post("/cards", { type, name: type });
  await useProvider(first, "ollama", provider);
  const runs: string[] = [];
  for (const kind of kinds) {
    const { status, body } = await first.post(`/${kind}`, {});
    expect(status).toBe(200);
    runs.push(body.run_id);
  }
  const commit = { ...(await assessed(first)), selectedRelationIndices: [] };
  runs.push((await first.post("/turbolens/architect/commit", commit)).body.run_id);
  await arrived.promise;
  await killed.kill();
  behindItsBack(killed.databaseFile, (sqlite) => sqlite.run(END_LEASES));

  arrived = Promise.withResolvers<void>();
  killed = await startStoa({ folder, environment });
  await arrived.promise;
  // The next attempt finds no model any more, and answers without one.
  await (await logIn(killed.url)).patch("/settings/ai", { provider_type: "ollama", url: "", model: "" });
  await killed.kill();
  behindItsBack(killed.databaseFile, (sqlite) => sqlite.run(END_LEASES));

  const server = await startStoa({ folder, environment });
  const client = await logIn(server.url);
  for (const id of runs) expect(await runEnd(client, id)).toMatchObject({ status: "completed", error_message: null });
  expect([await countOf(client, "New%20Shop"), await countOf(client, "Build%20a%20shop")]).toEqual([1, 1]);
  expect((await client.get("/turbolens/vendors")).body).toHaveLength(1);
  // Neither of the two cards has somebody responsible, nor has the committed one, if the scan comes after it.
  expect([2, 3]).toContain(await countFindings(client));
  expect(await server.stop()).toBe(0);
  expect(findingsOf(server.databaseFile).filter(({ problem }) => problem !== undefined)).toEqual([]);
});
