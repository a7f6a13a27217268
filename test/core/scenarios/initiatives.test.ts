/** Scenarios that become initiatives: changes with dates, over the real server and its threads. */
import { beforeAll, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { testServer } from "../../support/server";

const server = testServer();
let admin: Client;
beforeAll(async () => {
  admin = await server.as("admin");
  // Its runs are noted, which is no part of a change.
  const formula = {
    name: "Cost",
    target_type_key: "Application",
    target_field_key: "costTotalAnnual",
    formula: "1 + 1",
  };
  const { status, body } = await admin.post("/calculations", formula);
  expect(status).toBe(201);
  expect((await admin.post(`/calculations/${body.id}/activate`)).status).toBe(200);
});

type Headers = Record<string, string>;

const START = "2031-01-01";
const END = "2031-12-31";
const DAY = { before: "2030-06-01", during: "2031-06-01", after: "2032-06-01" };

async function scenarioOf(name: string): Promise<{ id: string; here: Headers }> {
  const { body } = await admin.post("/scenarios", { name });
  return { id: body.id, here: { "x-stoa-scenario": body.id } };
}

async function cardOf(name: string, headers: Headers = {}, more: object = {}): Promise<string> {
  const { status, body } = await admin.post("/cards", { type: "Application", name, ...more }, headers);
  expect(status).toBe(201);
  return body.id;
}

/** Makes a change in a scenario. @returns its id */
async function change(answer: ReturnType<Client["get"]>): Promise<string> {
  const { status, headers } = await answer;
  expect(status).toBeLessThan(300);
  return headers.get("x-stoa-change") as string;
}

const changesOf = async (id: string): Promise<{ id: string; is_merged: boolean }[]> =>
  (await admin.get(`/scenarios/${id}/changes`)).body;

const initiative = (name: string, changes: readonly string[], more: object = {}) => ({
  name,
  start_date: START,
  end_date: END,
  changes,
  ...more,
});

const plan = (id: string, initiatives: object[], dry_run = false, by = admin) =>
  by.post(`/scenarios/${id}/initiatives`, { initiatives, dry_run });

const cardIn = async (id: string) => (await admin.get(`/cards/${id}`)).body;

/** Returns which of some applications the application portfolio shows on a day. */
async function standing(ids: Record<string, string>, at: string): Promise<string[]> {
  const { status, body } = await admin.get(`/reports/app-portfolio?at=${at}`);
  expect(status).toBe(200);
  const shown = new Set(body.items.map((item: { id: string }) => item.id));
  return Object.keys(ids).filter((name) => shown.has(ids[name]));
}

test("a scenario that replaces an application becomes an initiative, and the reports of a day show the road to it", async () => {
  const old = await cardOf("Old CRM", {}, { lifecycle: { active: "2015-01-01" } });
  const { id, here } = await scenarioOf("New CRM");
  const fresh = await cardOf("Cloud CRM", here);
  const provider = (await admin.post("/cards", { type: "Provider", name: "Cloudy" }, here)).body.id;
  await change(admin.post("/relations", { type: "relProviderToApp", source_id: provider, target_id: fresh }, here));
  await change(admin.patch(`/cards/${fresh}`, { description: "In the cloud" }, here));
  await change(admin.post(`/cards/${old}/archive`, {}, here));
  const changes = (await changesOf(id)).map((one) => one.id);
  const before = await cardIn(old);

  const rehearsed = await plan(id, [initiative("CRM renewal", changes)], true);
  expect(rehearsed.body).toMatchObject({
    is_planned: false,
    merged: 5,
    batch_id: null,
    obstacles: [],
    initiatives: [
      {
        card_id: null,
        cards: [
          {
            card_id: fresh,
            name: "Cloud CRM",
            outcome: "added",
            is_given: false,
            lifecycle: { plan: START, phaseIn: START, active: END },
            relation_type: "relInitiativeToApp",
          },
          { card_id: provider, outcome: "added", relation_type: null },
          {
            card_id: old,
            outcome: "retired",
            lifecycle: { active: "2015-01-01", phaseOut: START, endOfLife: END },
            relation_type: "relInitiativeToApp",
          },
        ],
        staying: [],
      },
    ],
  });
  expect((await admin.get(`/cards/${fresh}`)).status).toBe(404);
  expect(await cardIn(old)).toEqual(before);

  const { status, body } = await plan(id, [initiative("CRM renewal", changes, { subtype: "project" })]);
  expect(status).toBe(200);
  expect(body).toMatchObject({ is_planned: true, merged: 5, obstacles: [] });
  const card = await cardIn(body.initiatives[0].card_id);
  expect(card).toMatchObject({
    type: "Initiative",
    name: "CRM renewal",
    subtype: "project",
    attributes: { startDate: START, endDate: END },
  });
  expect(await cardIn(fresh)).toMatchObject({ status: "ACTIVE", description: "In the cloud" });
  expect(await cardIn(old)).toMatchObject({ status: "ACTIVE", lifecycle: { phaseOut: START, endOfLife: END } });
  const { body: relations } = await admin.get(`/relations?card_id=${card.id}`);
  expect(relations.map((one: { target_id: string }) => one.target_id).sort()).toEqual([fresh, old].sort());
  expect((await admin.get(`/relations?card_id=${fresh}&type=relProviderToApp`)).body).toHaveLength(1);
  const both = { old, fresh };
  expect(await standing(both, DAY.before)).toEqual(["old"]);
  expect(await standing(both, DAY.during)).toEqual(["old", "fresh"]);
  expect(await standing(both, DAY.after)).toEqual(["fresh"]);
  expect((await admin.get(`/scenarios/${id}`)).body).toMatchObject({
    state: "merged",
    merged_batch_id: body.batch_id,
  });

  const undone = await admin.post(`/mutation-batches/${body.batch_id}/rollback`, { dry_run: false });
  expect(undone.status).toBe(200);
  expect((await admin.get(`/cards/${card.id}`)).status).toBe(404);
  expect((await admin.get(`/cards/${fresh}`)).status).toBe(404);
  expect((await cardIn(old)).lifecycle).toEqual({ active: "2015-01-01" });
  expect((await admin.get(`/scenarios/${id}`)).body.state).toBe("draft");
  expect((await changesOf(id)).some(({ is_merged }) => is_merged)).toBe(false);
});

test("an initiative leaves what has no date in the scenario, and names why", async () => {
  const [portal, ledger, pricing] = [await cardOf("Portal"), await cardOf("Ledger"), await cardOf("Pricing")];
  const component = (await admin.post("/cards", { type: "ITComponent", name: "Queue" })).body.id;
  const { id, here } = await scenarioOf("Mixed");
  const renamed = await change(admin.patch(`/cards/${portal}`, { name: "Portal 2", lifecycle: {} }, here));
  const dated = await change(admin.patch(`/cards/${ledger}`, { lifecycle: { endOfLife: "2033-01-01" } }, here));
  const related = await change(
    admin.post("/relations", { type: "relAppToITC", source_id: portal, target_id: component }, here),
  );
  const diagram = await change(admin.post("/diagrams", { name: "Target" }, here));
  const archived = await change(admin.post(`/cards/${pricing}/archive`, {}, here));
  const given = await change(
    admin.post("/cards", { type: "Application", name: "Dated", lifecycle: { active: "2035-01-01" } }, here),
  );
  const asked = [renamed, dated, related, diagram, archived, given];
  const { body } = await plan(id, [initiative("Everything", asked)]);
  expect(body).toMatchObject({ is_planned: true, merged: 3 });
  const [{ cards, staying }] = body.initiatives;
  expect(staying).toMatchObject([
    { change_id: renamed, reason: "fields", names: ["Portal 2"], fields: ["name"] },
    { change_id: related, reason: "relation", names: ["Portal 2", "Queue"] },
    { change_id: diagram, reason: "elsewhere" },
  ]);
  expect(cards).toMatchObject([
    { card_id: portal, outcome: "affected", lifecycle: null },
    { card_id: ledger, outcome: "changed", lifecycle: { endOfLife: "2033-01-01" }, is_given: true },
    { card_id: pricing, outcome: "retired", lifecycle: { phaseOut: START, endOfLife: END } },
    { name: "Dated", outcome: "added", lifecycle: { active: "2035-01-01" }, is_given: true },
  ]);
  expect((await cardIn(portal)).name).toBe("Portal");
  expect((await cardIn(ledger)).lifecycle).toEqual({ endOfLife: "2033-01-01" });
  expect(await admin.get(`/scenarios/${id}`)).toMatchObject({ body: { state: "draft" } });
  // A change that stays is merged as it is once it is to be true.
  const rest = await admin.post(`/scenarios/${id}/merge`, { changes: [renamed] });
  expect(rest.body).toMatchObject({ is_merged: true, merged: 1 });
  const again = await plan(id, [initiative("Nothing", [related, diagram])]);
  expect(again.body).toMatchObject({ is_planned: false, merged: 0, batch_id: null });
});

test("an application that one initiative brings and a later one retires has both in its life", async () => {
  const { id, here } = await scenarioOf("In two steps");
  const bridge = await cardOf("Bridge", here);
  const target = await cardOf("Target", here);
  const linked = await change(
    admin.post("/relations", { type: "relAppSuccessor", source_id: target, target_id: bridge }, here),
  );
  const gone = await change(admin.delete(`/cards/${bridge}?permanent=true`, undefined, here));
  const [first, second] = await changesOf(id);
  const { body } = await plan(id, [
    initiative("Bridge it", [first?.id as string]),
    initiative("Replace it", [second?.id as string, linked, gone], {
      start_date: "2032-01-01",
      end_date: "2033-01-01",
    }),
  ]);
  expect(body).toMatchObject({ is_planned: true, merged: 4, obstacles: [] });
  expect((await cardIn(bridge)).lifecycle).toEqual({
    plan: START,
    phaseIn: START,
    active: END,
    phaseOut: "2032-01-01",
    endOfLife: "2033-01-01",
  });
  expect((await admin.get(`/relations?card_id=${bridge}&type=relAppSuccessor`)).body).toHaveLength(1);
});

test("a scenario that was planned follows the landscape: what stayed in it stands on what was planned, and is merged", async () => {
  const [old, other] = [await cardOf("Old ERP"), await cardOf("Other")];
  const { id, here } = await scenarioOf("New ERP");
  const fresh = await cardOf("Cloud ERP", here);
  const retired = await change(admin.post(`/cards/${old}/archive`, {}, here));
  const renamed = await change(admin.patch(`/cards/${other}`, { name: "Other, of the cloud" }, here));
  const changes = await changesOf(id);
  await cardOf("Made meanwhile");
  const { body: planned } = await plan(id, [
    initiative(
      "ERP renewal",
      changes.map((one) => one.id),
    ),
  ]);
  expect(planned).toMatchObject({ is_planned: true, merged: 2, initiatives: [{ staying: [{ change_id: renamed }] }] });
  const follow = async () => (await admin.post(`/scenarios/${id}/rebase`, {})).body;
  expect(await follow()).toEqual({ is_rebased: true, obstacles: [] });
  expect((await changesOf(id)).filter((one) => !one.is_merged).map((one) => one.id)).toEqual([renamed]);
  const seen = async (card: string) => (await admin.get(`/cards/${card}`, here)).body;
  expect(await seen(old)).toMatchObject({ status: "ACTIVE", lifecycle: { phaseOut: START, endOfLife: END } });
  expect(await seen(fresh)).toMatchObject({ lifecycle: { phaseIn: START, active: END } });
  expect(await seen(other)).toMatchObject({ name: "Other, of the cloud" });
  // Once the plan is undone, the scenario has its changes again.
  await admin.post(`/mutation-batches/${planned.batch_id}/rollback`, { dry_run: false });
  expect(await follow()).toEqual({ is_rebased: true, obstacles: [] });
  expect((await changesOf(id)).filter((one) => one.is_merged)).toEqual([]);
  expect(await seen(old)).toMatchObject({ status: "ARCHIVED" });
  expect((await changesOf(id)).map((one) => one.id)).toContain(retired);
  expect((await admin.post(`/scenarios/${id}/merge`, {})).body).toMatchObject({ is_merged: true, merged: 3 });
});

test("an initiative that is wrong, that a conflict is in the way of, or that the caller may not plan changes nothing", async () => {
  const card = await cardOf("Archive");
  const { id, here } = await scenarioOf("Refused");
  const archived = await change(admin.post(`/cards/${card}/archive`, {}, here));
  const created = await change(admin.post("/cards", { type: "Application", name: "Vault" }, here));
  const detailOf = async (initiatives: object[]) => {
    const { status, body } = await plan(id, initiatives);
    expect(status).toBe(422);
    return JSON.stringify(body.detail);
  };
  const one = initiative("Vault", [archived]);
  expect(await detailOf([{ ...one, end_date: "2030-12-31" }])).toContain("end_date");
  expect(await detailOf([{ ...one, start_date: "soon" }])).toContain("start_date");
  expect(await detailOf([one, one])).toContain("no other place names");
  expect(await detailOf([{ ...one, changes: [card] }])).toContain("isn't merged");
  expect(await detailOf([{ ...one, parent_id: id }])).toContain("parent_id");
  const member = await server.as("member");
  const viewer = await server.as("viewer");
  expect((await plan(id, [one], false, member)).status).toBe(404);
  await admin.put(`/scenarios/${id}/members`, { members: [{ role: "member" }, { role: "viewer", may_change: true }] });
  expect((await plan(id, [one], false, member)).status).toBe(403);
  // A viewer may change the scenario, and no card.
  expect((await plan(id, [one], false, viewer)).status).toBe(403);
  await admin.delete(`/cards/${card}?permanent=true`);
  const { body } = await plan(id, [initiative("Vault", [archived, created])]);
  expect(body).toMatchObject({
    is_planned: false,
    merged: 0,
    obstacles: [{ change_id: archived, conflicts: [{ kind: "deleted_there" }] }],
  });
  expect((await admin.get("/cards?type=Initiative&search=Vault")).body.total).toBe(0);
});
