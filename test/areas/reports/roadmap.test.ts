/** GET /reports/roadmap: groups, successors, and figures at a date. */
import { beforeAll, expect, test } from "bun:test";
import { cardType, field, makeCard, relate, relationType } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

const FAR = "2099-01-01";
const path = "/reports/roadmap?type=Tool";
type Card = { id: string; name: string };
let sales: Card;
let finance: Card;

beforeAll(async () => {
  cardType("Tool", [field("fee", "cost")]);
  cardType("Team");
  relationType("uses", "Team", "Tool");
  relationType("relToolSuccessor", "Tool", "Tool");
  const tool = (name: string, lifecycle: object, fee: number) =>
    makeCard(admin, { type: "Tool", name, lifecycle, attributes: { fee } });
  finance = await makeCard(admin, { type: "Team", name: "Finance" });
  sales = await makeCard(admin, { type: "Team", name: "Sales" });
  const shop = await makeCard(admin, { type: "Team", name: "Shop", parent_id: sales.id });
  const counter = await makeCard(admin, { type: "Team", name: "Counter", parent_id: sales.id });
  const old = await tool("Old till", { active: "2001-01-01", endOfLife: "2090-01-01" }, 100);
  const next = await tool("New till", { active: "2080-01-01" }, 30);
  await tool("Ledger", { active: "2001-01-01" }, 5);
  await makeCard(admin, { type: "Tool", name: "Without dates" });
  for (const team of [shop, counter, finance]) await relate(admin, "uses", team, old);
  await relate(admin, "uses", finance, next);
  await relate(admin, "relToolSuccessor", next, old);
});

test("a roadmap in groups has each card once, below the topmost card of those it is related to most", async () => {
  const { body } = await admin.get(`${path}&group_by=Team`);
  const groups = Object.fromEntries(
    body.items.map(({ name, group_id }: { name: string; group_id: string }) => [name, group_id]),
  );
  expect(groups).toEqual({ "Old till": sales.id, "New till": finance.id, Ledger: null });
  expect(body.groups).toEqual([
    { id: finance.id, name: "Finance" },
    { id: sales.id, name: "Sales" },
    { id: null, name: null },
  ]);
});

test("a roadmap with successors names what follows a card", async () => {
  const { body } = await admin.get(`${path}&successors=true`);
  const next = Object.fromEntries(
    body.items.map(({ name, successors }: { name: string; successors: Card[] }) => [
      name,
      successors.map((one) => one.name),
    ]),
  );
  expect(next).toEqual({ "Old till": ["New till"], "New till": [], Ledger: [] });
});

test("a roadmap at a date counts what lives today and then, and what it costs, of all and by group", async () => {
  const { body } = await admin.get(`${path}&group_by=Team&figures_at=${FAR}`);
  expect(body.figures).toEqual({ live_today: 2, live_at: 2, ended: 1, begun: 1, cost_today: 105, cost_at: 35 });
  expect(body.groups[1].figures).toEqual({
    ...{ live_today: 1, live_at: 0, ended: 1, begun: 0 },
    ...{ cost_today: 100, cost_at: 0 },
  });
});

test("a roadmap shows no costs to a viewer, and none of all types", async () => {
  const { body } = await viewer.get(`${path}&figures_at=${FAR}`);
  expect(body.figures).toEqual({ live_today: 2, live_at: 2, ended: 1, begun: 1 });
  expect((await admin.get(`/reports/roadmap?figures_at=${FAR}`)).body.figures.cost_at).toBeUndefined();
});

test("a roadmap without what was added has the shape that it always had", async () => {
  const { body } = await admin.get(path);
  expect(Object.keys(body)).toEqual(["items"]);
  expect(Object.keys(body.items[0])).toEqual(["id", "name", "type", "subtype", "lifecycle", "attributes"]);
});

test("a roadmap as a table has the names of the groups", async () => {
  const answer = await admin.get(`${path}&group_by=Team&format=csv`);
  expect(String(answer.body)).toContain("Old till,Tool,,Sales");
});

test("a roadmap at a date that is none is refused with 422", async () => {
  expect(await admin.get(`${path}&figures_at=tomorrow`)).toMatchObject({ status: 422 });
});
