/** Pairs of names count as duplicates, or don't, by their names, links and descriptions. */
import { describe, expect, test } from "bun:test";
import { knownLandscape } from "../../bench/near-duplicates";
import { clustersOf } from "../../src/analysis/clusters";
import { findPairs } from "../../src/analysis/duplicates";
import type { Thing } from "../../src/analysis/evidence";
import { nameSimilarity } from "../../src/analysis/name-similarity";
import { nameOf } from "../../src/analysis/names";
import { placeVendor } from "../../src/analysis/vendor-categories";
import { vendorsOf } from "../../src/analysis/vendor-names";

const thing = (name: string, rest: Partial<Thing> = {}): Thing => ({
  name,
  description: null,
  links: {},
  attributes: {},
  owners: [],
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
    ["MS Teams", "Microsoft Teams"],
    ["S4 HANA ERP", "SAP S/4HANA"],
    ["PowerBI", "Microsoft Power BI"],
    ["Jira", "Atlassian JIRA Software"],
    ["MSTeams", "Micorsoft Teams"],
    ["Customer Relationship Management System", "CRM"],
    ["Foobarix", "Foobarix LIMS"],
  ])("%s and %s count as duplicates", (one, other) => {
    expect(areDuplicates(thing(one), thing(other))).toBe(true);
  });

  test.each([
    ["Customer Portal Germany", "Customer Portal France"],
    ["Warehouse 12", "Warehouse 13"],
    ["C", "C++"],
    ["Billing", "Shipping"],
    ["SAP", "SAS"],
    ["Oracle 12c", "Oracle 19c"],
    ["Windows Server 2012", "Windows Server 2012 R2"],
    ["SAP BW", "SAP BO"],
    ["Workday EU", "Workday US"],
    ["Workday", "Workday EU"],
    ["SAP ECC Test", "SAP ECC Prod"],
    ["Grafana Enterprise", "Grafana Community"],
    ["Salesforce Sales Cloud", "Salesforce Service Cloud"],
    ["Jira", "Jira Finance"],
    ["Interface SAP to Bank", "Interface Bank to SAP"],
    ["Kubernetes", "DigitalOcean Kubernetes"],
    ["???", "…"],
    ["n/a", "N/A"],
    ["", ""],
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
  const [one, other] = [thing("Night Shift Roster", shared), thing("NSR", shared)];
  expect(areDuplicates(thing(one.name), thing(other.name))).toBe(false);
  const [pair] = findPairs([one, other]);
  expect(pair?.reasons).toEqual([
    "one of the names “Night Shift Roster” and “NSR” is the initials of the other",
    expect.stringMatching(/^their descriptions are 100 % alike/),
    "they share 1 of 1 capabilities (Shift planning)",
    "both have “roster” as productName",
  ]);
});

test("links to different capabilities count against a duplicate", () => {
  const linked = (name: string, capability: string) => thing(name, { links: { capabilities: [capability] } });
  expect(areDuplicates(linked("Armada", "A"), linked("Karmada", "A"))).toBe(true);
  expect(areDuplicates(linked("Armada", "A"), linked("Karmada", "B"))).toBe(false);
});

test("a pair lists what matches and what doesn't", () => {
  const [pair] = findPairs([thing("Grafana 9.2"), thing("Grafana Labs Grafana")]);
  expect(pair).toMatchObject({
    reasons: ["both names mean Grafana"],
    differences: ["only one names its version: 9.2"],
  });
});

test("shared owners count for a duplicate", () => {
  const of = (name: string, owner: string) => thing(name, { owners: [owner] });
  const [pair] = findPairs([of("Night Shift Roster", "Ada"), of("NSR", "Ada")], 0);
  const [other] = findPairs([of("Night Shift Roster", "Ada"), of("NSR", "Bo")], 0);
  expect(pair?.reasons).toContain("they share 1 of 1 owners (Ada)");
  expect(pair?.score).toBeGreaterThan(other?.score as number);
});

test("things whose names have no letter are no duplicates, whatever else they share", () => {
  const shared = { description: "Pays suppliers from all accounts of the group", owners: ["Ada"] };
  expect(findPairs(["", "", "  ", "—", "—", "???"].map((name) => thing(name, shared)))).toEqual([]);
});

test("a name that several versions fit is a duplicate of none of them", () => {
  const things = ["Oracle Database", "Oracle DB", "Oracle 12c", "Oracle 19c"].map((name) => thing(name));
  expect(clustersOf(things, findPairs(things)).map(({ members }) => members)).toEqual([[0, 1]]);
});

test("members of a cluster never differ in a version or a region", () => {
  const things = ["Ledgerix US", "Ledgerix GmbH US", "Ledgerix EU", "Ledgerix GmbH EU"].map((name) => thing(name));
  expect(clustersOf(things, findPairs(things)).map(({ members }) => members)).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

test("pairs that share a member become one cluster", () => {
  const things = ["Roster", "Rosters", "Roster GmbH", "Ledger"].map((name) => thing(name));
  expect(clustersOf(things, findPairs(things)).map(({ members }) => members)).toEqual([[0, 1, 2]]);
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
