/** Pairs of names count as duplicates, or don't, by their names, links and descriptions. */
import { describe, expect, test } from "bun:test";
import { knownLandscape } from "../../bench/near-duplicates";
import { clustersOf, findPairs, type Thing } from "../../src/analysis/duplicates";
import { nameOf, nameSimilarity } from "../../src/analysis/names";
import { placeVendor } from "../../src/analysis/vendor-categories";
import { vendorsOf } from "../../src/analysis/vendor-names";

const thing = (name: string, rest: Partial<Thing> = {}): Thing => ({
  name,
  description: null,
  links: {},
  attributes: {},
  ...rest,
});
const areDuplicates = (one: Thing, other: Thing) => findPairs([one, other]).length === 1;

describe("names of two things", () => {
  test.each([
    ["Prometheus", "Prometeus"],
    ["Customer Management", "Customer Mgmt"],
    ["Acme", "ACME GmbH"],
    ["Acme S.p.A.", "Acme Ltd."],
    ["Grafana", "Grafana 9.2"],
    ["Grafana Enterprise", "Grafana"],
    ["Old Web Shop", "Web Shop"],
    ["OpenTelemetry", "Open Telemetry"],
    ["Überweisung", "Uberweisung"],
  ])("%s and %s count as duplicates", (one, other) => {
    expect(areDuplicates(thing(one), thing(other))).toBe(true);
  });

  test.each([
    ["Customer Portal Germany", "Customer Portal France"],
    ["Warehouse 12", "Warehouse 13"],
    ["C", "C++"],
    ["Billing", "Shipping"],
    ["SAP", "SAS"],
  ])("%s and %s don't count as duplicates", (one, other) => {
    expect(areDuplicates(thing(one), thing(other))).toBe(false);
  });
});

test("a shared description, capability or product counts for a duplicate and is named as a reason", () => {
  const shared = {
    description: "Plans shifts and working hours of nurses",
    links: { capabilities: ["Shift planning"] },
    attributes: { productName: "roster" },
  };
  const [one, other] = [thing("Customer Relationship Management", shared), thing("CRM", shared)];
  expect(areDuplicates(thing(one.name), thing(other.name))).toBe(false);
  const [pair] = findPairs([one, other]);
  expect(pair?.reasons).toEqual([
    "The names “Customer Relationship Management” and “CRM” are 75 % alike",
    expect.stringMatching(/^Their descriptions are 100 % alike/),
    "They share 1 of 1 capabilities (Shift planning)",
  ]);
});

test("links to different capabilities count against a duplicate", () => {
  const linked = (name: string, capability: string) => thing(name, { links: { capabilities: [capability] } });
  expect(areDuplicates(linked("Armada", "A"), linked("Karmada", "A"))).toBe(true);
  expect(areDuplicates(linked("Armada", "A"), linked("Karmada", "B"))).toBe(false);
});

test("pairs that share a member become one cluster", () => {
  const things = ["Roster", "Rosters", "Roster GmbH", "Ledger"].map((name) => thing(name));
  expect(clustersOf(things.length, findPairs(things)).map(({ members }) => members)).toEqual([[0, 1, 2]]);
});

test("the similarity of two names is the same in both directions", () => {
  const vocabulary = { weightOf: () => 1, isCommon: () => false };
  const names = ["Prometheus 2", "Prometeus", "CRM", "Customer Relationship Management", "Ärzte & Co. KG"].map(nameOf);
  for (const one of names)
    for (const other of names)
      expect(nameSimilarity(one, other, vocabulary)).toBeCloseTo(nameSimilarity(other, one, vocabulary));
});

test("most planted near-duplicates are found, and few other pairs", async () => {
  const { things, planted } = await knownLandscape(1_000, 100);
  const found = findPairs(things).map(({ one, other }) => `${one},${other}`);
  const hits = found.filter((pair) => planted.has(pair)).length;
  expect(hits / planted.size).toBeGreaterThanOrEqual(0.8);
  expect(hits / found.length).toBeGreaterThanOrEqual(0.85);
});

test("spellings, aliases and slips of a vendor's name become one vendor, and products become parts of their maker", () => {
  const names = [
    "SAP SE",
    "S.A.P. Deutschland GmbH",
    "Microsoft",
    "Micorsoft",
    "MSFT",
    "Microsoft Azure",
    "GitHub",
    "Apple",
    "Appel",
  ];
  const vendors = vendorsOf(names, (place) => -place);
  expect(
    vendors.map(({ canonical, members, type, parent }) => [canonical, members.map((at) => names[at]), type, parent]),
  ).toEqual(
    expect.arrayContaining([
      ["SAP", ["SAP SE", "S.A.P. Deutschland GmbH"], "vendor", undefined],
      ["Microsoft", ["Microsoft", "Micorsoft", "MSFT"], "vendor", undefined],
      ["Microsoft Azure", ["Microsoft Azure"], "platform", "Microsoft"],
      ["GitHub", ["GitHub"], "vendor", "Microsoft"],
      ["Apple", ["Apple"], "vendor", undefined],
    ]),
  );
});

test("a vendor is categorised by what is known of it, and as other where nothing is known", () => {
  const text = { text: "Checkout and card payments", weight: 2, what: "“Till”" };
  expect(placeVendor("Unknown Makers", [text])).toEqual({
    category: "Payment Provider",
    reasoning: "Placed by its terms: “payment” in “Till”, “checkout” in “Till”.",
  });
  expect(placeVendor("Unknown Makers", []).category).toBe("Other");
});
