/** Feeds: they show the cards of the view, its columns and its order, and hide the costs. */
import { beforeAll, describe, expect, test } from "bun:test";
import {
  cardType,
  field,
  makeCard,
  relate,
  stakeholder,
  storedCards,
  tagCard,
  tagGroup,
} from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const analyst = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const ids: Record<string, string> = {};
let tags: string[] = [];
let group = "";
const SECRET = 77_123;

beforeAll(async () => {
  cardType(
    "Gadget",
    [
      field("size", "single_select", {
        options: [
          { key: "small", label: "Small" },
          { key: "large", label: "Large" },
        ],
      }),
      field("colours", "multiple_select", {
        options: [
          { key: "red", label: "Red" },
          { key: "blue", label: "Blue" },
        ],
      }),
      field("weight", "number"),
      field("useful", "boolean"),
      field("price", "cost"),
    ],
    { subtypes: [{ key: "simple", label: "Simple" }] },
  );
  cardType("Hidden", [], { is_hidden: true });
  ({ id: group, tags } = tagGroup("Origin", ["here", "there"]));
  const cards = [
    { name: "Anvil", subtype: "simple", attributes: { size: "small", price: SECRET, weight: 10, useful: true } },
    {
      name: "Bellows",
      attributes: { size: "large", colours: ["red", "blue"], useful: false },
      approval_status: "APPROVED",
    },
    {
      name: "Chisel",
      attributes: { size: "small", colours: ["red"], weight: 2.5 },
      lifecycle: { active: "2020-01-01" },
    },
    { name: "Drill", attributes: {}, lifecycle: { plan: "2999-01-01" }, data_quality: 80 },
    {
      name: "Eyelet",
      attributes: { size: "" },
      lifecycle: { phaseOut: "2020-01-01" },
      description: "An ANVIL's friend",
    },
    { name: "Fork", attributes: {}, status: "ARCHIVED" },
  ];
  const made = storedCards(
    cards.map(({ attributes, lifecycle = {}, ...card }) => ({
      type: "Gadget",
      ...card,
      attributes: JSON.stringify(attributes),
      lifecycle: JSON.stringify(lifecycle),
    })),
  );
  for (const [at, card] of cards.entries()) ids[card.name] = made[at] as string;
  storedCards([{ type: "Hidden", name: "Nobody sees me" }]);
  tagCard(ids["Anvil"] as string, tags[0]);
  tagCard(ids["Bellows"] as string, tags[1]);
  stakeholder(ids["Chisel"] as string, analyst.userId, "responsible");
});

type View = Record<string, unknown>;

async function feedOf(filters: View, fields: View = {}): Promise<string> {
  const body = {
    name: "Feed",
    odata_enabled: true,
    visibility: "public",
    filters: { types: ["Gadget"], ...filters },
    ...fields,
  };
  const answer = await analyst.post("/bookmarks", body);
  expect(answer).toMatchObject({ status: 201 });
  return `/bookmarks/${answer.body.id}/odata`;
}

const namesIn = (body: { value: { name: string }[] }) => body.value.map(({ name }) => name);

async function names(filters: View, fields: View = {}): Promise<string[]> {
  const { status, body } = await analyst.get(await feedOf(filters, fields));
  expect(status).toBe(200);
  return namesIn(body);
}

const ACTIVE = ["Anvil", "Bellows", "Chisel", "Drill", "Eyelet"];

test("an entry is a card with the properties of the contract, as OData", async () => {
  const path = await feedOf({ search: "bellows" });
  const { body, headers } = await analyst.get(path);
  expect(headers.get("odata-version")).toBe("4.0");
  expect(body).toEqual({
    "@odata.context": `/api/v1${path}`,
    "@odata.count": 1,
    value: [
      {
        id: ids["Bellows"],
        type: "Gadget",
        subtype: null,
        name: "Bellows",
        description: null,
        status: "ACTIVE",
        approval_status: "APPROVED",
        data_quality: 0,
        lifecycle: {},
        attributes: { size: "large", colours: ["red", "blue"], useful: false },
        external_id: null,
        alias: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ],
    "@odata.nextLink": null,
  });
});

describe("the cards of a feed", () => {
  test.each<[string, View, string[]]>([
    ["all of its types", {}, ACTIVE],
    ["archived ones", { showArchived: true }, ["Fork"]],
    ["those with a text", { search: "aNvil" }, ["Anvil", "Eyelet"]],
    ["those with a short text", { search: "ll" }, ["Bellows", "Drill"]],
    ["those of a subtype", { subtypes: ["simple"] }, ["Anvil"]],
    ["those without a subtype", { subtypes: ["__empty__"] }, ["Bellows", "Chisel", "Drill", "Eyelet"]],
    ["those of a subtype or without", { subtypes: ["simple", "__empty__"] }, ACTIVE],
    ["those with an approval", { approvalStatuses: ["APPROVED"] }, ["Bellows"]],
    ["none without an approval", { approvalStatuses: ["__empty__"] }, []],
    ["those of some quality", { dataQualityMin: 80 }, ["Drill"]],
    ["those in a phase", { lifecyclePhases: ["active"] }, ["Chisel"]],
    ["those in one of some phases", { lifecyclePhases: ["active", "phaseOut"] }, ["Chisel", "Eyelet"]],
    ["those in no phase yet", { lifecyclePhases: ["__empty__"] }, ["Anvil", "Bellows", "Drill"]],
    ["those with a value", { attributes: { size: "small" } }, ["Anvil", "Chisel"]],
    ["those with one of some values", { attributes: { size: ["small", "large"] } }, ["Anvil", "Bellows", "Chisel"]],
    ["those without a value", { attributes: { size: ["__empty__"] } }, ["Drill", "Eyelet"]],
    ["those with a value or without", { attributes: { size: ["large", "__empty__"] } }, ["Bellows", "Drill", "Eyelet"]],
    ["those whose list has a value", { attributes: { colours: ["blue"] } }, ["Bellows"]],
    ["those with a number, also as text", { attributes: { weight: ["2.5", 10] } }, ["Anvil", "Chisel"]],
    ["those with a flag", { attributes: { useful: true } }, ["Anvil"]],
    ["those without a flag", { attributes: { useful: "false" } }, ["Bellows"]],
    ["those with two values", { attributes: { size: "small", colours: "red" } }, ["Chisel"]],
    ["none by a field that nothing has", { attributes: { none: "x" } }, []],
    ["all by an empty filter", { attributes: { size: [], weight: "", useful: null }, tagIds: [], search: "" }, ACTIVE],
    ["those in which the reader has a part", { mineScope: "stakeholder" }, ["Chisel"]],
    [
      "all by filters of another form",
      { attributes: [], relations: "x", tagIds: {}, types: "Gadget", search: 1 },
      ACTIVE,
    ],
  ])("are those of the view: %s", async (_, filters, expected) => {
    expect(await names({ ...filters, types: ["Gadget"] })).toEqual(expected);
  });

  test("are those with the view's tags, or without any tag of its group", async () => {
    expect(await names({ tagIds: [tags[0]] })).toEqual(["Anvil"]);
    expect(await names({ tagIds: tags })).toEqual(["Anvil", "Bellows"]);
    expect(await names({ tagIds: [`__empty__:${group}`] })).toEqual(["Chisel", "Drill", "Eyelet"]);
    expect(await names({ tagIds: [tags[1], `__empty__:${group}`] })).toEqual(["Bellows", "Chisel", "Drill", "Eyelet"]);
  });

  test("are those that are related by id or by name, in either direction, or not at all", async () => {
    const [first, second] = [
      await makeCard(admin, { type: "Application", name: "Ledger" }),
      await makeCard(admin, { type: "Application", name: "Payroll" }),
    ];
    const server = await makeCard(admin, { type: "ITComponent", name: "Server" });
    await relate(admin, "relAppToITC", first, server);
    const related = (types: string[], relations: View) => names({ types, relations });
    expect(await related(["Application"], { relAppToITC: [server.id] })).toEqual(["Ledger"]);
    expect(await related(["Application"], { relAppToITC: "server" })).toEqual(["Ledger"]);
    expect(await related(["ITComponent"], { relAppToITC: [first.id, second.id] })).toEqual(["Server"]);
    expect(await related(["Application"], { relAppToITC: ["__empty__"] })).toEqual(["Payroll"]);
    expect(await related(["Application"], { relAppToITC: ["__empty__", server.id] })).toEqual(["Ledger", "Payroll"]);
    expect(await related(["Application"], { relAppToITC: [second.id] })).toEqual([]);
    expect(await related(["Application"], { relNone: [server.id] })).toEqual([]);
  });

  test("are never of a hidden type, even when the view names it", async () => {
    expect(await names({ types: ["Hidden"] })).toEqual([]);
    expect(await names({ types: [] })).not.toContain("Nobody sees me");
  });
});

describe("the order of a feed", () => {
  test.each<[unknown, string[]]>([
    [{ field: "name", direction: "desc" }, ACTIVE.toReversed()],
    [{ field: "data_quality", direction: "desc" }, ["Drill", "Eyelet", "Chisel", "Bellows", "Anvil"]],
    [{ field: "subtype" }, ["Anvil", "Bellows", "Chisel", "Drill", "Eyelet"]],
    [{ field: "no_such_column", direction: 7 }, ACTIVE],
    [{}, ACTIVE],
  ])("is that of the view, by name where the view has none: %j", async (sort, expected) => {
    expect(await names({}, { sort })).toEqual(expected);
  });
});

describe("the entries of a feed", () => {
  const entry = async (columns: unknown[]) =>
    (await analyst.get(await feedOf({ search: "anvil", subtypes: ["simple"] }, { columns }))).body.value[0];

  test("have the columns of the view: properties, attributes and tags", async () => {
    expect(await entry(["name", "attr_size", "attributes.weight", "tags", "unknown", { key: "x" }])).toEqual({
      id: ids["Anvil"] as string,
      name: "Anvil",
      attributes: { size: "small", weight: 10 },
      tags: ["here"],
    });
  });

  test("have all columns when the view has no known one", async () => {
    expect(Object.keys(await entry(["unknown", 7]))).toHaveLength(14);
    expect(Object.keys(await entry([]))).toHaveLength(14);
  });
});

describe("costs in a feed", () => {
  test("are hidden in entries and their attributes from users who may not see them", async () => {
    const all = await feedOf({});
    const column = await feedOf({}, { columns: ["name", "attr_price"] });
    for (const path of [all, column]) {
      expect(JSON.stringify((await analyst.get(path)).body)).toContain(String(SECRET));
      await step({ as: viewer, path, status: 200, forbids: [String(SECRET)], events: [] });
    }
  });

  test("can't be disclosed by comparisons and orders", async () => {
    const path = await feedOf({});
    const byCost = await feedOf({ attributes: { price: SECRET } });
    expect(namesIn((await analyst.get(byCost)).body)).toEqual(["Anvil"]);
    for (const asked of [byCost, `${path}?$filter=attributes/price gt 1`, `${path}?$orderby=attributes/price`]) {
      expect(await viewer.get(asked)).toMatchObject({ status: 403 });
      expect(await analyst.get(asked)).toMatchObject({ status: 200 });
    }
    expect(await viewer.get(`${byCost}/$count`)).toMatchObject({ status: 403 });
  });
});

test("a feed can be read only where it is enabled, by users who see its view", async () => {
  const path = await feedOf({}, { odata_enabled: false });
  const enabled = { detail: "The feed of this view is not enabled" };
  await step({ as: analyst, path, status: 403, equals: enabled, events: [] });
  const unknown = "/bookmarks/none/odata";
  await step({ as: analyst, path: unknown, status: 404, equals: { detail: "Bookmark not found" }, events: [] });
  const own = await feedOf({}, { visibility: "private" });
  await step({ as: admin, path: own, status: 403, equals: { detail: "Access denied" }, events: [] });
  await step({ as: analyst, path: own, status: 200, events: [] });
});
