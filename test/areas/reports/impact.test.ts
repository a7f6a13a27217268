/** Tests of the impact of a card that fails, is retired or changes. */
import { beforeAll, expect, test } from "bun:test";
import { cardType, field, makeCard, relate, relationType, stakeholder } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

type Row = { id: string; name: string };
/** A server runs a database and an application, which uses the database and supports a process. */
const cards: Record<string, Row> = {};
const id = (name: string) => cards[name]?.id as string;

beforeAll(async () => {
  for (const type of ["Machine", "System", "Process", "Team"]) cardType(type, [field("price", "cost")]);
  relationType("runsOn", "System", "Machine");
  relationType("uses", "System", "System", { attributes_schema: [] });
  relationType("supports", "System", "Process", { affected_end: "target" });
  relationType("owns", "Team", "System", { affected_end: "none" });
  relationType("exchanges", "Process", "Process", { affected_end: "both" });
  const make = async (type: string, name: string, rest: object = {}) => {
    cards[name] = await makeCard(admin, { type, name, ...rest });
  };
  await make("Machine", "server", { attributes: { price: 5 } });
  await make("System", "database", {
    attributes: { price: 20, businessCriticality: "missionCritical" },
    lifecycle: { active: "2020-01-01", phaseOut: "2027-01-01", endOfLife: "2028-01-01" },
  });
  await make("System", "application", { attributes: { price: 300 } });
  await make("Process", "sale", { lifecycle: { active: "2027-06-01" } });
  await make("Process", "delivery");
  await make("Team", "owner");
  for (const [type, source, target] of [
    ["runsOn", "database", "server"],
    ["runsOn", "application", "server"],
    ["uses", "application", "database"],
    ["supports", "application", "sale"],
    ["exchanges", "sale", "delivery"],
    ["owns", "owner", "application"],
  ] as const)
    await relate(admin, type, cards[source] as Row, cards[target] as Row);
  stakeholder(id("application"), admin.userId, "responsible");
  stakeholder(id("application"), admin.userId, "observer");
});

/** Returns the names of what is affected, with the names on the way to it. */
async function affected(name: string, query = ""): Promise<Record<string, string[]>> {
  const { body } = await admin.get(`/reports/impact?card_id=${id(name)}${query}`);
  return Object.fromEntries(
    body.items.map((item: { name: string; path: Row[] }) => [item.name, item.path.map((step) => step.name)]),
  );
}

test("every dependent card is listed, each with a shortest path, the nearest first", async () => {
  expect(Object.entries(await affected("server"))).toEqual([
    ["database", ["database"]],
    ["application", ["application"]],
    ["sale", ["application", "sale"]],
    ["delivery", ["application", "sale", "delivery"]],
  ]);
  expect(await affected("database", "&depth=1")).toEqual({ application: ["application"] });
  expect(await affected("delivery")).toEqual({ sale: ["sale"] });
  expect(await affected("owner")).toEqual({});
});

test("a step names its relation, as it reads from the affected card", async () => {
  const { body } = await admin.get(`/reports/impact?card_id=${id("server")}`);
  const sale = body.items.find((item: Row) => item.name === "sale");
  expect(sale).toMatchObject({ type: "Process", depth: 2 });
  expect(sale.path).toEqual([
    { id: id("application"), name: "application", type: "System", relation_type: "runsOn", label: "runsOn of" },
    { id: id("sale"), name: "sale", type: "Process", relation_type: "supports", label: "supports by" },
  ]);
});

test("owners, criticality, phase and costs are listed", async () => {
  const { body } = await admin.get(`/reports/impact?card_id=${id("server")}&at=2027-02-01`);
  expect(body).toMatchObject({ at: "2027-02-01", card: { name: "server", cost: 5, path: [] }, truncated: false });
  const [database, application] = body.items;
  expect(database).toMatchObject({ criticality: "missionCritical", phase: "phaseOut", cost: 20, owners: [] });
  expect(application.owners).toMatchObject([{ user_id: admin.userId, role: "responsible" }]);
  expect(body.total_cost).toBe(320);
});

test("only cards that exist at the date are affected", async () => {
  expect(Object.keys(await affected("server", "&at=2027-02-01"))).toEqual(["database", "application"]);
  expect(Object.keys(await affected("server", "&at=2028-01-01"))).toEqual(["application", "sale", "delivery"]);
});

test("an administrator can change which end of a relation is affected", async () => {
  const path = "/metamodel/relation-types/supports";
  expect((await admin.patch(path, { affected_end: "none" })).body.affected_end).toBe("none");
  expect(Object.keys(await affected("server"))).toEqual(["database", "application"]);
  expect((await admin.patch(path, { affected_end: "source" })).status).toBe(200);
  expect(Object.keys(await affected("sale"))).toEqual(["application", "delivery"]);
  expect((await admin.patch(path, { affected_end: "sideways" })).status).toBe(422);
  // A type without a direction of its own has the default.
  expect((await admin.patch(path, { affected_end: null })).body.affected_end).toBe("source");
  await admin.patch(path, { affected_end: "target" });
  expect(Object.keys(await affected("server"))).toContain("sale");
});

test("built-in relation types have sensible directions", async () => {
  const { body } = await admin.get("/metamodel/relation-types");
  const ends = Object.fromEntries(
    body.map(({ key, affected_end }: { key: string; affected_end: string }) => [key, affected_end]),
  );
  expect(ends).toMatchObject({
    relAppToITC: "source",
    relAppToBC: "target",
    relProviderToITC: "target",
    relITCToTechCat: "none",
    relAppSuccessor: "none",
    relAppToInterface: "both",
  });
});

test("an impact can be exported as a table", async () => {
  const { body } = await admin.get(`/reports/impact?card_id=${id("server")}&format=csv`);
  const [header, , application] = body.split("\r\n");
  expect(header).toBe("id,name,type,subtype,depth,criticality,phase,cost,owners,path");
  expect(application).toContain("application,System,,1,,,300,");
  expect(body).toContain("application → sale → delivery");
});

test("a filter leaves items, also in the file, and counts all the same", async () => {
  const list = async (query: string) => Object.keys(await affected("server", query));
  expect(await list("&where=type:Process")).toEqual(["sale", "delivery"]);
  expect(await list("&where=!type:Process|Machine;responsible:set")).toEqual(["database", "application"]);
  const { display_name } = (await admin.get("/auth/me")).body;
  expect(await list(`&where=responsible:${encodeURIComponent(display_name)}`)).toEqual(["application"]);
  expect(await list("&where=criticality:empty&search=SAL")).toEqual(["sale"]);
  const { body } = await admin.get(`/reports/impact?card_id=${id("server")}&where=type:Process&items_depth=2`);
  expect(body.by_depth.map(({ count }: { count: number }) => count)).toEqual([2, 1, 1]);
  const file = await admin.get(`/reports/impact?card_id=${id("server")}&where=type:Process&format=csv`);
  expect(String(file.body).trim().split("\n").length).toBe(3);
  expect((await admin.get(`/reports/impact?card_id=${id("server")}&where=price:5`)).status).toBe(422);
});

test("upstream is what a card depends on, with the relations read from there", async () => {
  expect(Object.entries(await affected("sale", "&direction=upstream"))).toEqual([
    ["application", ["application"]],
    ["delivery", ["delivery"]],
    ["server", ["application", "server"]],
    ["database", ["application", "database"]],
  ]);
  expect(await affected("server", "&direction=upstream")).toEqual({});
  const { body } = await admin.get(`/reports/impact?card_id=${id("application")}&direction=upstream&depth=1`);
  const server = body.items.find((item: Row) => item.name === "server");
  expect(server.path).toMatchObject([{ name: "server", relation_type: "runsOn", label: "runsOn by" }]);
});

test("every cause that is one step nearer is listed, and the life cycle and the owning organizations", async () => {
  cardType("Organization");
  relationType("organizes", "Organization", "System", { affected_end: "none" });
  const [owner, user] = [
    await makeCard(admin, { type: "Organization", name: "Finance" }),
    await makeCard(admin, { type: "Organization", name: "Sales" }),
  ];
  await relate(admin, "organizes", owner, cards["application"] as Row, { attributes: { usageType: "owner" } });
  await relate(admin, "organizes", user, cards["application"] as Row, { attributes: { usageType: "user" } });
  const two = await makeCard(admin, { type: "System", name: "two parents" });
  await relate(admin, "uses", two, cards["database"] as Row);
  await relate(admin, "uses", two, cards["application"] as Row);
  const { body } = await admin.get(`/reports/impact?card_id=${id("server")}`);
  const item = (name: string) => body.items.find((each: Row) => each.name === name);
  expect(item("two parents").causes).toEqual([
    { id: id("database"), relation_type: "uses", label: "uses of" },
    { id: id("application"), relation_type: "uses", label: "uses of" },
  ]);
  expect(item("application")).toMatchObject({ organizations: [{ id: owner.id, name: "Finance" }] });
  expect(item("database")).toMatchObject({ organizations: [], lifecycle: { active: "2020-01-01" } });
  expect((await admin.delete(`/cards/${two.id}`)).status).toBe(200);
});

test("counts and costs by depth are of all steps, while the items are only those that are near", async () => {
  const { body } = await admin.get(`/reports/impact?card_id=${id("server")}&items_depth=1`);
  expect(body.items.map(({ name }: Row) => name)).toEqual(["database", "application"]);
  expect(body.by_depth).toEqual([
    { depth: 1, count: 2, cost: 320, by_type: [{ type: "System", count: 2 }] },
    { depth: 2, count: 1, cost: 0, by_type: [{ type: "Process", count: 1 }] },
    { depth: 3, count: 1, cost: 0, by_type: [{ type: "Process", count: 1 }] },
  ]);
  const viewer = await server.as("viewer");
  const hidden = (await viewer.get(`/reports/impact?card_id=${id("server")}`)).body;
  expect(hidden.by_depth.map(({ cost }: { cost: unknown }) => cost)).toEqual([null, null, null]);
});

test("a direction that isn't one is refused", async () => {
  expect((await admin.get(`/reports/impact?card_id=${id("server")}&direction=sideways`)).status).toBe(422);
  expect((await admin.get(`/reports/impact?card_id=${id("server")}&items_depth=0`)).status).toBe(422);
});
