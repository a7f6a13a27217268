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

/** The names of what is affected, with the names on the way to it. */
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
