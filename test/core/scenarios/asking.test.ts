/** Questions to a language model in a scenario: they are about the scenario, are asked once, and their answers are part of the change. */
import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { setSearchAddress } from "../../../src/areas/ai/search";
import { setModelTiming } from "../../../src/core/llm/client";
import type { Client } from "../../support/client";
import { makeCard } from "../../support/factories";
import { type ModelProvider, startModelProvider, useProvider } from "../../support/model-provider";
import { clientAs, testServer } from "../../support/server";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

let provider: ModelProvider;
let capability: { id: string };

beforeAll(async () => {
  provider = await startModelProvider();
  setSearchAddress("http://127.0.0.1:9");
  setModelTiming({ pause: 1 });
  await useProvider(admin, "openai", provider, { portfolio_insights_enabled: true });
  capability = await makeCard(admin, { type: "BusinessCapability", name: "Order taking" });
});
afterAll(async () => {
  setSearchAddress();
  setModelTiming();
  await provider.stop();
});
beforeEach(() => {
  provider.seen.length = 0;
});

type Here = Record<string, string>;

async function scenarioWithShop(): Promise<{ id: string; here: Here; shop: string }> {
  const { body } = await admin.post("/scenarios", { name: "A new shop" });
  const here = { "x-stoa-scenario": body.id };
  const shop = await admin.post("/cards", { type: "Application", name: "Planned Shop" }, here);
  const relation = { type: "relAppToBC", source_id: shop.body.id, target_id: capability.id };
  expect((await admin.post("/relations", relation, here)).status).toBe(201);
  return { id: body.id, here, shop: shop.body.id };
}

const operationsOf = async (id: string) =>
  (await admin.get(`/scenarios/${id}/changes`)).body.map(({ operation }: { operation: string }) => operation);

test("a suggestion in a scenario is made of the scenario, and is no change of it", async () => {
  const { id, here } = await scenarioWithShop();
  const ask = (headers: Here, engine: string) =>
    member.post("/ai/suggest", { type_key: "Application", name: "Planned Shop", engine }, headers);
  expect((await ask(here, "local")).status).toBe(404);
  await admin.put(`/scenarios/${id}/members`, { members: [{ role: "member" }] });
  const before = (await operationsOf(id)).length;
  const inside = await ask(here, "local");
  expect(inside.headers.get("x-stoa-scenario")).toBe(id);
  expect(inside.body.suggestions.description.value).toContain("Order taking");
  expect((await ask({}, "local")).body.suggestions.description.value).not.toContain("Order taking");
  provider.say("openai", JSON.stringify({ description: { value: "Sells.", confidence: 1, source: null } }));
  expect((await ask(here, "model")).body.suggestions.description.value).toBe("Sells.");
  await admin.post("/metamodel/principles", { title: "Nothing twice" }, here);
  provider.say("openai", JSON.stringify({ insights: ["Fine"] }));
  const figures = { total_apps: 1, groups: [], attribute_summary: {}, lifecycle_summary: {}, active_filters: [] };
  const insights = await admin.post("/ai/portfolio-insights", figures, here);
  expect(insights.body.insights).toEqual(["Fine"]);
  expect(provider.seen.at(-1)?.body).toContain("Nothing twice");
  expect((await operationsOf(id)).length).toBe(before + 1);
});

/** Answers the wizard with a new application for the capability, and says of each card what it is. */
const answerWizard = () =>
  provider.say("openai", (body) =>
    body.includes("You write the description")
      ? JSON.stringify({ description: { value: `Described as number ${provider.seen.length}`, confidence: 1 } })
      : JSON.stringify({
          summary: "A shop",
          questions: [],
          capabilities: [{ id: capability.id, name: "Order taking", isNew: false, existingCardId: capability.id }],
          proposedCards: [{ id: "new_1", name: "Web Shop", cardTypeKey: "Application", isNew: true }],
          proposedRelations: [{ sourceId: "new_1", targetId: capability.id, relationType: "relAppToBC" }],
        }),
  );

/** Returns what a client sees of the cards that a commit has created. */
async function committed(client: Client, headers: Here = {}) {
  const { body } = await client.get("/cards?search=Web%20Shop&sort_by=name", headers);
  return body.items.map(({ id, name, description }: Record<string, string>) => ({ id, name, description }));
}

test("a proposal that is committed in a scenario is one change with the answers of the model, which follows, is undone and is merged without asking again", async () => {
  const { id, here } = await scenarioWithShop();
  answerWizard();
  const asked = {
    requirement: "Sell on the web",
    allQA: [{ question: "By when?", answer: "Soon" }],
    selectedCapabilities: [{ id: capability.id, name: "Order taking", isNew: false }],
  };
  const phase = await admin.post("/turbolens/architect/phase1", asked, here);
  expect(phase).toMatchObject({ status: 200, body: { engine: "m 1", summary: "A shop" } });
  expect(phase.headers.get("x-stoa-change")).toBeNull();
  expect(provider.seen[0]?.body).toContain("Planned Shop");
  const { body: capabilityMapping } = await admin.post("/turbolens/architect/phase3", asked, here);
  const saved = await admin.post(
    "/turbolens/assessments",
    { title: "A web shop", requirement: asked.requirement, sessionData: { capabilityMapping } },
    here,
  );
  expect((await admin.get("/turbolens/assessments")).body).toEqual([]);
  const session = `/turbolens/assessments/${saved.body.id}`;
  expect((await admin.patch(session, { title: "The web shop" }, here)).body.title).toBe("The web shop");
  const request = {
    assessmentId: saved.body.id,
    initiativeName: "Web Shop 2027",
    startDate: "2027-01-01",
    endDate: "2027-12-31",
    selectedCardIds: capabilityMapping.proposedCards.map((card: { id: string }) => card.id),
    selectedRelationIndices: [...capabilityMapping.proposedRelations.keys()],
    objectiveIds: [],
    renamedCards: {},
  };
  for (const [client, status] of [
    [viewer, 403],
    [member, 403],
  ] as const) {
    expect((await client.post("/turbolens/architect/commit", request, here)).status).toBe(status);
    expect((await client.post("/turbolens/architect/phase1", asked, here)).status).toBe(status);
  }
  const commit = await admin.post("/turbolens/architect/commit", request, here);
  expect(commit.status).toBe(200);
  const run = await admin.get(`/turbolens/analysis-runs/${commit.body.run_id}`, here);
  expect(run.body).toMatchObject({ status: "completed", results: { initiative_name: "Web Shop 2027" } });
  expect((await admin.post("/turbolens/architect/commit", request, here)).status).toBe(409);
  const cards = await committed(admin, here);
  expect(cards).toContainEqual(expect.objectContaining({ description: expect.stringContaining("Described as") }));
  expect(await committed(admin)).toEqual([]);
  expect((await operationsOf(id)).slice(2)).toEqual([
    "post /turbolens/assessments",
    "patch /turbolens/assessments/{assessment_id}",
    "post /turbolens/architect/commit",
  ]);

  const calls = provider.seen.length;
  await makeCard(admin, { type: "Application", name: "Meanwhile" });
  expect((await admin.post(`/scenarios/${id}/rebase`, {})).body).toMatchObject({ is_rebased: true });
  expect(await committed(admin, here)).toEqual(cards);
  const { body: runs } = await admin.get("/turbolens/analysis-runs", here);
  expect(runs.map((one: { analysis_type: string }) => one.analysis_type)).toEqual(["architect_commit", "architect"]);
  expect((await admin.get(session, here)).body).toMatchObject({ status: "committed", title: "The web shop" });
  const change = commit.headers.get("x-stoa-change");
  const undone = await admin.post(`/mutation-batches/${change}/rollback`, { dry_run: false }, here);
  expect(undone.status).toBe(200);
  expect(await committed(admin, here)).toEqual([]);
  expect((await admin.get(session, here)).body.status).toBe("saved");
  await admin.delete(`/scenarios/${id}/changes/${undone.headers.get("x-stoa-change")}`);
  expect((await admin.post(`/scenarios/${id}/merge`, {})).body).toMatchObject({ merged: 5, obstacles: [] });
  expect(await committed(admin)).toEqual(cards);
  expect((await admin.get(session)).body).toMatchObject({ status: "committed", initiative_name: "Web Shop 2027" });
  expect(provider.seen.length).toBe(calls);
});

test("a session of the architect that a scenario and the landscape have both changed is a conflict, with both sides", async () => {
  const { body } = await admin.post("/turbolens/assessments", { title: "Both", requirement: "r", sessionData: {} });
  const { id } = (await admin.post("/scenarios", { name: "Another title" })).body;
  const here = { "x-stoa-scenario": id };
  const session = `/turbolens/assessments/${body.id}`;
  expect((await admin.patch(session, { title: "Mine" }, here)).status).toBe(200);
  await admin.patch(session, { title: "Theirs" });
  const { obstacles } = (await admin.post(`/scenarios/${id}/merge`, {})).body;
  expect(obstacles).toMatchObject([
    { conflicts: [{ kind: "changed", fields: [{ field: "title", mine: "Mine", theirs: "Theirs" }] }] },
  ]);
  const decisions = [{ change_id: obstacles[0].change_id, decision: "mine" }];
  expect((await admin.post(`/scenarios/${id}/rebase`, { decisions })).body).toMatchObject({ is_rebased: true });
  expect((await admin.post(`/scenarios/${id}/merge`, {})).body).toMatchObject({ is_merged: true });
  expect((await admin.get(session)).body.title).toBe("Mine");
});
