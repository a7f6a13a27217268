/** The architecture wizard without a model: from the requirement to the committed initiative, and back. */
import { beforeAll, expect, test } from "bun:test";
import { statement } from "../../../db";
import { cardNow, makeCard, relate } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { scenario } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { analyse, type Run, runEnd } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

let objective: Run;
let capability: Run;
let shop: Run;

beforeAll(async () => {
  objective = await makeCard(admin, { type: "Objective", name: "Sell online", description: "Half of all sales" });
  capability = await makeCard(admin, { type: "BusinessCapability", name: "Order taking" });
  shop = await makeCard(admin, { type: "Application", name: "Old Shop" });
  await makeCard(admin, { type: "ITComponent", name: "Cloud platform" });
  await relate(admin, "relAppToBC", shop, capability);
  await relate(admin, "relObjectiveToBC", objective, capability);
});

const qa = [{ question: "By when?", answer: "6 months" }];
const base = () => ({
  requirement: "Customers order in a shop on the web",
  allQA: qa,
  objectiveIds: [objective.id],
  selectedCapabilities: [{ id: capability.id, name: capability.name, isNew: false }],
});
const call = async (path: string, body: object) => {
  const { status, body: answer } = await admin.post(`/turbolens/architect/${path}`, body);
  expect({ path, status, answer }).toMatchObject({ status: 200 });
  expect(answer.engine).toBe("local");
  return answer;
};

test("objectives and capabilities are found by parts of their texts", async () => {
  expect((await admin.get("/turbolens/architect/objectives?search=half%25sales")).body).toEqual([
    { id: objective.id, name: "Sell online", description: "Half of all sales", subtype: null },
  ]);
  expect((await admin.get("/turbolens/architect/capabilities?search=order_taking")).body).toEqual([
    { id: capability.id, name: "Order taking", description: null },
  ]);
  expect((await admin.get("/turbolens/architect/capabilities?search=nothing")).body).toEqual([]);
});

test("the neighbourhood of objectives has one edge for each pair", async () => {
  const path = "/turbolens/architect/objective-dependencies";
  const { body } = await admin.get(`${path}?objective_ids=${objective.id},%20,x`);
  expect(body.nodes.map(({ name }: Run) => name)).toEqual(["Sell online", "Order taking"]);
  expect(body.edges).toEqual([
    expect.objectContaining({
      source: objective.id,
      target: capability.id,
      type: "relObjectiveToBC",
      label: "improves",
    }),
  ]);
  expect((await admin.get(path)).body).toEqual({ nodes: [], edges: [] });
});

test("each phase is answered by rules over the landscape", async () => {
  const first = await call("phase1", { requirement: base().requirement });
  expect(first.detectedPatterns).toContain("ecommerce");
  expect(first.questions.length).toBeGreaterThanOrEqual(5);
  const second = await call("phase2", { ...base(), phase1QA: qa });
  expect(second.keyInsights.join()).toContain("Order taking is supported by Old Shop");
  const { options } = await call("phase3/options", base());
  expect(options.map(({ approach }: Run) => approach)).toEqual(["reuse", "extend", "buy", "build"]);
  const [option] = options;
  const { gaps } = await call("phase3/gaps", { ...base(), selectedOption: option });
  expect(gaps[0]).toMatchObject({
    capability: "Order taking",
    recommendations: [{ name: "Old Shop", recommended: true }, {}],
  });
  const products = [{ capability: "Order taking", name: "Old Shop" }];
  const { dependencies } = await call("phase3/deps", { ...base(), selectedOption: option, selectedProducts: products });
  expect(dependencies[0].options[0]).toMatchObject({ name: "Cloud platform", recommended: true });
});

test("without a chosen capability the one that the requirement names is worked on", async () => {
  const { options } = await call("phase3/options", { requirement: "Improve the taking of orders", allQA: qa });
  expect(options[0].title).toBe("Use Old Shop");
  const named = await call("phase3/options", { requirement: "Replace the Old Shop", allQA: qa });
  expect(named.summary).toContain("Order taking");
});

test("a requirement that names no capability gets a short name and a question about it", async () => {
  const requirement = "We want a better way to handle complaints of our guests when they call at night.";
  const { questions } = await call("phase1", { requirement });
  expect(questions[0].question).toContain("Which business capability is it about?");
  const { gaps } = await call("phase3/gaps", { requirement, allQA: qa, selectedOption: { approach: "buy" } });
  expect(gaps[0].capability).toBe("Complaints guests call night");
});

test("fields may be sent in snake case", async () => {
  const { requirement, allQA } = base();
  const answer = await call("phase3/options", { requirement, all_qa: allQA });
  expect(answer.options.length).toBeGreaterThanOrEqual(2);
});

for (const [path, body, field] of [
  ["phase1", {}, "requirement"],
  ["phase1", { requirement: " " }, "requirement"],
  ["phase2", { requirement: "x", phase1QA: [] }, "phase1QA"],
  ["phase3/options", { requirement: "x", allQA: {} }, "allQA"],
  ["phase3/gaps", { requirement: "x", allQA: qa }, "selectedOption"],
  [
    "phase3/deps",
    { requirement: "x", allQA: qa, selectedOption: { id: "1" }, selectedProducts: [] },
    "selectedProducts",
  ],
  ["phase3", { requirement: "x" }, "allQA"],
] as const)
  scenario(`the wizard's ${path} is refused without ${field}`, () => ({
    as: admin,
    method: "POST",
    path: `/turbolens/architect/${path}`,
    body,
    status: 400,
    equals: { detail: `${field} is required and must not be empty` },
    events: [],
  }));

scenario("a member can't use the wizard", () => ({
  as: member,
  method: "POST",
  path: "/turbolens/architect/phase1",
  body: { requirement: "x" },
  status: 403,
  events: [],
}));

/** Returns a proposal for a new shop, saved as an assessment. */
async function savedProposal() {
  const mapping = await call("phase3", {
    ...base(),
    selectedRecommendations: [
      { capability: "Order taking", recommendation: "New Shop", vendor: "Shop Makers", role: "primary" },
    ],
  });
  const sessionData = {
    capabilityMapping: mapping,
    archOptions: [
      { id: "opt_1", title: "Buy", approach: "buy", summary: "Buy a <b>shop</b>" },
      { id: "opt_2", title: "Build", approach: "build", summary: "Build a shop" },
    ],
    selectedOptionId: "opt_1",
    archReq: base().requirement,
    gapResult: { gaps: [{ recommendations: [{ name: "New Shop", vendor: "Shop Makers" }] }] },
    selectedRecs: ["0:0"],
  };
  const { body } = await admin.post("/turbolens/assessments", {
    title: "A new shop",
    requirement: base().requirement,
    sessionData,
  });
  return { mapping, assessment: body };
}

test("a proposal is repaired: existing cards are reused, and every new one is related", async () => {
  const { mapping } = await savedProposal();
  const fresh = mapping.proposedCards.filter(({ isNew }: Run) => isNew);
  expect(fresh.map(({ name }: Run) => name)).toEqual([
    "New Shop",
    "Shop Makers",
    "New Shop platform",
    "New Shop – Old Shop",
  ]);
  expect(mapping.proposedCards).toContainEqual(
    expect.objectContaining({ id: shop.id, existingCardId: shop.id, isNew: false, name: "Old Shop" }),
  );
  expect(mapping.proposedRelations.map(({ relationType }: Run) => relationType).toSorted()).toEqual([
    "relAppToBC",
    "relAppToITC",
    "relAppToInterface",
    "relAppToInterface",
    "relProviderToApp",
  ]);
  expect(mapping.existingDependencies.nodes).toHaveLength(2);
  const [run] = (await admin.get("/turbolens/analysis-runs")).body;
  expect(run).toMatchObject({ analysis_type: "architect", status: "completed", results: { summary: mapping.summary } });
});

test("a commit is one batch, which can be undone", async () => {
  const { mapping, assessment } = await savedProposal();
  const before = lastEvent();
  const commit = {
    assessmentId: assessment.id,
    initiativeName: "Shop 2027",
    startDate: "2027-01-01",
    endDate: "2027-12-31",
    selectedCardIds: mapping.proposedCards.map(({ id }: Run) => id),
    selectedRelationIndices: [...mapping.proposedRelations.keys(), 99],
    objectiveIds: [objective.id, capability.id],
    renamedCards: { [mapping.proposedCards[0].id]: "Web Shop" },
  };
  const run = await analyse(admin, "architect/commit", commit);
  expect(run).toMatchObject({
    status: "completed",
    results: { initiative_name: "Shop 2027", card_count: 4, relation_count: 5, adr_reference: "ADR-001" },
  });
  const { initiative_id, adr_id } = run.results;
  expect(await cardNow(admin, initiative_id)).toMatchObject({ type: "Initiative", subtype: "project" });
  const adr = (await admin.get(`/adr/${adr_id}`)).body;
  expect(adr.linked_cards).toHaveLength(5);
  expect(adr.decision).toContain("&lt;b&gt;shop&lt;/b&gt;");
  expect(adr.decision).toContain("New Shop (Shop Makers)");
  const found = (await admin.get("/cards?search=Web%20Shop")).body.items;
  expect(found[0]).toMatchObject({ lifecycle: { phaseIn: "2027-01-01", active: "2027-12-31" } });
  expect(found[0].description).toContain("Web Shop is a software application".replace("Web Shop", "New Shop"));
  const events = eventsAfter(before).map(({ event_type }) => event_type);
  expect(events).toContain("assessment.committed");
  expect(events.filter((type) => type === "card.created")).toHaveLength(5);
  expect((await admin.get(`/turbolens/assessments/${assessment.id}`)).body).toMatchObject({
    status: "committed",
    initiative_id,
    initiative_name: "Shop 2027",
  });
  expect(await admin.post("/turbolens/architect/commit", commit)).toMatchObject({
    status: 409,
    body: { detail: "Assessment already committed" },
  });

  const batches = statement<{ batch_id: string }>(
    "SELECT DISTINCT batch_id FROM events WHERE seq > ? AND batch_id IS NOT NULL",
  ).all(before);
  expect(batches).toHaveLength(1);
  const undone = await admin.post(`/mutation-batches/${batches[0]?.batch_id}/rollback`, { dry_run: false });
  expect(undone).toMatchObject({ status: 200 });
  expect((await admin.get(`/cards/${initiative_id}`)).status).toBe(404);
  expect((await admin.get(`/adr/${adr_id}`)).status).toBe(404);
  expect((await admin.get(`/turbolens/assessments/${assessment.id}`)).body).toMatchObject({
    status: "saved",
    initiative_id: null,
  });
});

test("a commit that can't create a card changes nothing", async () => {
  const { assessment } = await savedProposal();
  const { body: session } = await admin.get(`/turbolens/assessments/${assessment.id}`);
  session.session_data.capabilityMapping.proposedCards[0].cardTypeKey = "Nonsense";
  await admin.patch(`/turbolens/assessments/${assessment.id}`, { sessionData: session.session_data });
  const cards = () => statement<{ count: number }>("SELECT count(*) AS count FROM cards").get()?.count;
  const count = cards();
  const run = await analyse(admin, "architect/commit", {
    assessment_id: assessment.id,
    initiative_name: "Broken",
    start_date: "2027-01-01",
    end_date: "2027-12-31",
    selected_card_ids: [session.session_data.capabilityMapping.proposedCards[0].id],
    selected_relation_indices: [],
  });
  expect(run).toMatchObject({ status: "failed" });
  expect(run.error_message).toContain("names no card type");
  expect(cards()).toBe(count);
  expect((await admin.get(`/turbolens/assessments/${assessment.id}`)).body.status).toBe("saved");
});

test("an assessment without a target architecture can't be committed", async () => {
  const { body } = await admin.post("/turbolens/assessments", { title: "x", requirement: "y", sessionData: {} });
  const started = await admin.post("/turbolens/architect/commit", {
    assessmentId: body.id,
    initiativeName: "x",
    startDate: "2027-01-01",
    endDate: "2027-12-31",
    selectedCardIds: [],
    selectedRelationIndices: [],
  });
  expect((await runEnd(admin, started.body.run_id)).error_message).toContain("capabilityMapping");
});

test("assessments are saved, listed without their sessions, and changed", async () => {
  const before = lastEvent();
  const { body } = await admin.post("/turbolens/assessments", {
    title: "One",
    requirement: "r",
    session_data: { archPhase: 3.5 },
  });
  expect(body).toMatchObject({ status: "saved", session_data: { archPhase: 3.5 }, created_by: admin.userId });
  const listed = (await member.get("/turbolens/assessments")).body;
  expect(listed[0]).toMatchObject({ id: body.id, session_data: null, created_by_name: expect.any(String) });
  const changed = await admin.patch(`/turbolens/assessments/${body.id}`, { title: "Two", requirement: null });
  expect(changed.body).toMatchObject({ title: "Two", requirement: "r" });
  await admin.patch(`/turbolens/assessments/${body.id}`, { title: "Two" });
  expect(eventsAfter(before).map(({ event_type }) => event_type)).toEqual(["assessment.created", "assessment.updated"]);
  expect((await admin.get("/turbolens/assessments/nothing")).status).toBe(404);
  expect(
    (await admin.post("/turbolens/assessments", { title: "x".repeat(501), requirement: "", sessionData: {} })).status,
  ).toBe(422);
  expect((await admin.post("/turbolens/assessments", { title: "x", requirement: "", sessionData: [] })).status).toBe(
    422,
  );
});

test("one of confirmed duplicates stays, and succeeds those that are retired", async () => {
  const care = await makeCard(admin, { type: "BusinessCapability", name: "Care for machines" });
  const description = "Plans, work orders and parts for the lines of a plant";
  for (const name of ["Maintenance Manager", "Saltby Maintenance Mgr."])
    await relate(admin, "relAppToBC", await makeCard(admin, { type: "Application", name, description }), care);
  const plan = {
    requirement: "One product for the care of machines",
    allQA: qa,
    selectedCapabilities: [{ id: care.id, name: care.name, isNew: false }],
  };
  await analyse(admin, "duplicates/analyse");
  const cluster = (await admin.get("/turbolens/duplicates")).body.find(({ card_names }: Run) =>
    card_names.includes("Maintenance Manager"),
  );
  const first = async () => (await call("phase3/options", plan)).options[0];
  expect((await first()).impactPreview.retiredComponents).toEqual([]);
  await admin.patch(`/turbolens/duplicates/${cluster.id}/status`, { status: "confirmed" });

  const option = await first();
  const keep = cluster.cluster_name;
  const retired = cluster.card_names.find((name: string) => name !== keep);
  expect(option).toMatchObject({
    ...{ id: "opt_1", approach: "reuse", title: `Keep ${keep}, retire ${retired}` },
    impactPreview: { modifiedComponents: [{ name: keep }], retiredComponents: [{ name: retired }] },
  });
  const { gaps } = await call("phase3/gaps", { ...plan, selectedOption: option });
  expect(gaps[0].recommendations[0]).toMatchObject({ name: keep, recommended: true });
  expect(gaps[0].recommendations.map(({ name }: Run) => name)).not.toContain(retired);
  const selectedRecommendations = [{ capability: care.name, recommendation: keep, role: "primary" }];
  const mapping = await call("phase3", { ...plan, selectedOption: option, selectedRecommendations });
  const idOf = (name: string) => mapping.proposedCards.find((card: Run) => card.name === name).existingCardId;
  expect(mapping.proposedRelations).toContainEqual(
    expect.objectContaining({ relationType: "relAppSuccessor", sourceId: idOf(keep), targetId: idOf(retired) }),
  );
});

test.each([
  { impactPreview: null },
  { impactPreview: { retiredComponents: [null, 1, { name: 7 }], modifiedComponents: "x" } },
  { impactPreview: { retiredComponents: [{ name: "Nobody" }], modifiedComponents: [{ name: "Old Shop" }] } },
])("an option with an invalid impact preview proposes no successors: %j", async (selectedOption) => {
  const mapping = await call("phase3", { ...base(), selectedOption });
  expect(mapping.proposedRelations.map(({ relationType }: Run) => relationType)).not.toContain("relAppSuccessor");
});
