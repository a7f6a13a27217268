/** GET /reports/data-quality with `missing` and `owners_of`: what cards lack, and what filling it would gain. */
import { beforeAll, expect, test } from "bun:test";
import { cardType, field, makeCard, relate, relationType } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

type Item = { kind: string; key: string; count: number; gain: number };

/** Returns the figures of a type. */
async function figuresOf(type: string, client = admin, path = "/reports/data-quality?missing=true") {
  const { body } = await client.get(path);
  return body.by_type.find((one: { type: string }) => one.type === type);
}

beforeAll(async () => {
  cardType("Tool", [field("weight", "number"), field("price", "cost"), field("sharp", "boolean")], {
    subtypes: [{ key: "blunt", label: "Blunt", hidden_fields: ["sharp"] }],
  });
  relationType("owns", "Organization", "Tool", { attributes_schema: [field("usageType", "text")] });
  const saw = await makeCard(admin, {
    type: "Tool",
    name: "Saw",
    description: "Cuts",
    lifecycle: { active: "2020-01-01" },
    attributes: { weight: 0, price: 4711, sharp: true },
  });
  const rope = await makeCard(admin, {
    type: "Tool",
    name: "Rope",
    subtype: "blunt",
    description: " \n ",
    attributes: { weight: 2 },
  });
  const axe = await makeCard(admin, { type: "Tool", name: "Axe", attributes: { sharp: false, weight: null } });
  const forest = await makeCard(admin, { type: "Organization", name: "Forest" });
  const harbour = await makeCard(admin, { type: "Organization", name: "Harbour" });
  await relate(admin, "owns", forest, saw, { attributes: { usageType: "owner" } });
  await relate(admin, "owns", harbour, rope, { attributes: { usageType: "owner" } });
  await relate(admin, "owns", harbour, axe, { attributes: { usageType: "user" } });
});

test("counts agree with what each card lacks by itself", async () => {
  const { missing, total, spread, orphaned } = await figuresOf("Tool");
  const { body } = await admin.get("/cards?type=Tool&fields=missing");
  const lacking = body.items.flatMap((card: { missing: Item[] }) => card.missing);
  for (const { kind, key, count, gain } of missing as Item[]) {
    const same = lacking.filter((one: Item) => one.kind === kind && one.key === key);
    expect([key, count]).toEqual([key, same.length]);
    expect(gain).toBeCloseTo(same.reduce((sum: number, { adds }: { adds: number }) => sum + adds, 0) / total, 0);
  }
  expect(lacking).toHaveLength((missing as Item[]).reduce((sum, { count }) => sum + count, 0));
  expect(spread.low + spread.middle + spread.high).toBe(3);
  expect(orphaned).toBe(0);
});

test("zero is a value, false and spaces are not, and a field that a subtype hides is not missing", async () => {
  const missing = new Map(((await figuresOf("Tool")).missing as Item[]).map(({ key, count }) => [key, count]));
  expect(Object.fromEntries(missing)).toMatchObject({ weight: 1, price: 2, sharp: 1, description: 2, lifecycle: 2 });
});

test("the list of what is missing begins with what would gain most", async () => {
  const gains = ((await figuresOf("Tool")).missing as Item[]).map(({ gain }) => gain);
  expect(gains).toEqual(gains.toSorted((one, other) => other - one));
});

test("fields of costs are not named to those who may not see costs", async () => {
  const keys = (await figuresOf("Tool", viewer)).missing.map(({ key }: Item) => key);
  expect(keys).toContain("weight");
  expect(keys).not.toContain("price");
});

test("owners have the figures of what they own, and not of what they use", async () => {
  const { body } = await admin.get("/reports/data-quality?owners_of=Tool");
  expect(body.owners.total).toBe(2);
  expect(body.owners.items.map(({ name, total }: { name: string; total: number }) => [name, total])).toEqual([
    ["Harbour", 1],
    ["Forest", 1],
  ]);
  const [harbour] = body.owners.items;
  expect(harbour.missing.map(({ key }: Item) => key)).toContain("description");
});

test("filters restrict what is counted, and the answer is as before without the parameters", async () => {
  const filtered = await figuresOf("Tool", admin, "/reports/data-quality?missing=true&search=Saw");
  expect(filtered.total).toBe(1);
  const { body } = await admin.get("/reports/data-quality");
  expect(Object.keys(body).sort()).toEqual([
    "by_type",
    "orphaned",
    "overall_data_quality",
    "stale",
    "total_items",
    "with_lifecycle",
    "worst_items",
  ]);
  expect(Object.keys(body.by_type[0]).sort()).toEqual([
    "avg_data_quality",
    "complete",
    "minimal",
    "partial",
    "total",
    "type",
  ]);
});

test("the histogram has all cards", async () => {
  const { body } = await admin.get("/reports/data-quality?missing=true");
  expect(body.histogram).toHaveLength(10);
  expect(body.histogram.reduce((sum: number, one: number) => sum + one, 0)).toBe(body.total_items);
});
