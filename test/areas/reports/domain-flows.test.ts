/** The data between domains: which way it goes, over how many interfaces, and what nobody has said. */
import { beforeAll, expect, test } from "bun:test";
import { cardType, field, makeCard, relate, relationType } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const viewer = clientAs(server, "viewer");
const admin = clientAs(server, "admin");

type Card = { id: string; name: string };
const direction = field("way", "single_select", {
  options: ["forward", "reverse", "bidirectional"].map((key) => ({ key, label: key })),
} as never);
const ADDRESS = "/reports/domain-flows?type=System&group_by=Realm";

let realms: Record<"sales" | "stock" | "money", Card>;
const systems: Record<string, Card> = {};

beforeAll(async () => {
  for (const type of ["System", "Pipe", "Realm"]) cardType(type, [], { has_hierarchy: true });
  relationType("carries", "System", "Pipe", { attributes_schema: [direction] });
  relationType("calls", "System", "System", { attributes_schema: [direction] });
  relationType("serves", "System", "Realm");
  const [sales, stock, money] = (await Promise.all(
    ["Sales", "Stock", "Money"].map((name) => makeCard(admin, { type: "Realm", name })),
  )) as [Card, Card, Card];
  realms = { sales, stock, money };
  const below = await makeCard(admin, { type: "Realm", name: "Shops", parent_id: sales.id });
  const places: [string, Card | undefined][] = [
    ["till", below as Card],
    ["shop", sales],
    ["depot", stock],
    ["ledger", money],
    ["stray", undefined],
  ];
  for (const [name, realm] of places) {
    systems[name] = (await makeCard(admin, { type: "System", name })) as Card;
    if (realm) await relate(admin, "serves", systems[name], realm);
  }
});

/** Makes a pipe between systems, each with its direction. */
async function pipe(name: string, ends: Record<string, string | undefined>): Promise<void> {
  const card = await makeCard(admin, { type: "Pipe", name });
  for (const [system, way] of Object.entries(ends))
    await relate(admin, "carries", systems[system] as Card, card, { attributes: way === undefined ? {} : { way } });
}

test("flows are counted by the interfaces that carry them, from the topmost domain to the topmost domain", async () => {
  await pipe("orders", { till: "forward", depot: "reverse" });
  await pipe("returns", { shop: "forward", depot: "reverse" });
  await pipe("levels", { depot: "bidirectional", till: "bidirectional" });
  await pipe("prices", { shop: "forward", till: "reverse" });
  await pipe("said by nobody", { depot: undefined, ledger: undefined });
  await relate(admin, "calls", systems["ledger"] as Card, systems["stray"] as Card, { attributes: { way: "forward" } });
  const { status, body } = await viewer.get(ADDRESS);
  expect(status).toBe(200);
  expect(body.domains).toEqual([
    { id: realms.money.id, name: "Money", systems: 1, within: 0 },
    { id: realms.sales.id, name: "Sales", systems: 2, within: 1 },
    { id: realms.stock.id, name: "Stock", systems: 1, within: 0 },
    { id: null, name: null, systems: 1, within: 0 },
  ]);
  const flow = (source: Card | null, target: Card | null, count: number, is_unknown = false) => ({
    ...{ source_id: source?.id ?? null, target_id: target?.id ?? null, count, is_unknown },
  });
  expect(body.flows).toHaveLength(4);
  expect(body.flows[0]).toEqual(flow(realms.sales, realms.stock, 3));
  expect(body.flows).toEqual(
    expect.arrayContaining([
      flow(realms.stock, realms.sales, 1),
      flow(realms.money, null, 1),
      flow(realms.money, realms.stock, 1, true),
    ]),
  );
  expect(body.truncated).toBe(false);
});

test("a filter leaves systems out with their flows", async () => {
  const { body } = await viewer.get(`${ADDRESS}&search=ledger`);
  expect([body.domains, body.flows]).toEqual([[{ id: realms.money.id, name: "Money", systems: 1, within: 0 }], []]);
});

test("as a table, each flow names its two domains", async () => {
  const response = await viewer.get(`${ADDRESS}&format=csv`);
  const lines = String(response.body).trim().split(/\r?\n/);
  expect(lines[0]).toContain("source");
  expect(lines).toContain("Sales,Stock,3,false");
});

test("a type without systems has no domain, and an account without reports is refused", async () => {
  expect((await viewer.get("/reports/domain-flows?type=Nothing")).body).toEqual({
    ...{ domains: [], flows: [], truncated: false },
  });
  expect((await server.nobody.get("/reports/domain-flows")).status).toBe(401);
});
