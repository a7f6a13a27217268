/** The server is killed in the middle of runs of analyses. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { runEnd } from "../areas/turbolens/support";
import type { Client } from "../support/client";
import { logIn, startStoa, withAdministrator } from "../support/executable";
import { type ModelProvider, startModelProvider, useProvider } from "../support/model-provider";
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

test("a run of each kind that is killed fails with a reason, stores nothing, and can be started again", async () => {
  const folder = newFolder();
  const environment = { ...withAdministrator, ALLOW_PRIVATE_ADDRESSES: "true" };
  const arrived = Promise.withResolvers<void>();
  // It never answers, so that every run is in the middle when the server is killed.
  provider.reply(() => arrived.resolve());

  const killed = await startStoa({ folder, environment });
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

  const server = await startStoa({ folder, environment });
  const client = await logIn(server.url);
  for (const id of runs)
    expect((await client.get(`/turbolens/analysis-runs/${id}`)).body).toMatchObject({
      status: "failed",
      error_message: "Interrupted by a restart of the server; start it again.",
    });
  expect((await client.get("/turbolens/vendors")).body).toEqual([]);
  expect(await countFindings(client)).toBe(0);
  expect(await countOf(client, "Shop")).toBe(0);
  await client.patch("/settings/ai", { provider_type: "ollama" });
  for (const kind of kinds) {
    const { body } = await client.post(`/${kind}`, {});
    expect(await runEnd(client, body.run_id)).toMatchObject({ status: "completed", results: { engine: "local" } });
  }
  const again = await client.post("/turbolens/architect/commit", commit);
  expect(await runEnd(client, again.body.run_id)).toMatchObject({ status: "completed", results: { card_count: 1 } });
  expect([await countOf(client, "New%20Shop"), await countOf(client, "Build%20a%20shop")]).toEqual([1, 1]);
  expect((await client.get("/turbolens/vendors")).body).toHaveLength(1);
  // Neither of the two cards has somebody responsible.
  expect(await countFindings(client)).toBe(2);
  expect(await server.stop()).toBe(0);
});
