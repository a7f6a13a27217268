import { describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import {
  cardNow,
  cardType,
  field,
  makeCard,
  relate,
  stakeholder,
  storedCards,
  unique,
  violationsOf,
  watch,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const path = (key: string) => `/metamodel/types/${key}`;
const make = async (fields: Record<string, unknown> = {}) => {
  const answer = await admin.post("/metamodel/types", { key: unique("Type"), label: "A type", ...fields });
  expect(answer.status).toBe(201);
  return answer.body;
};
const one = (key: string, type = "text", rest: object = {}) => ({ key, label: key, type, ...rest });
const schema = (...fields: object[]) => [{ section: "Main", fields }];

describe("the reading of card types", () => {
  test("omits hidden types unless requested, and finds them by their key", async () => {
    const { key } = await make();
    await admin.patch(path(key), { is_hidden: true });
    const keys = async (query = "") =>
      (await admin.get(`/metamodel/types${query}`)).body.map((type: { key: string }) => type.key);
    expect(await keys()).not.toContain(key);
    expect(await keys("?include_hidden=true")).toContain(key);
    expect((await admin.get(path(key))).body).toMatchObject({ key, is_hidden: true });
  });

  test("is ordered by position, then by key, and paged", async () => {
    const [b, a] = [await make({ key: "TieB", sort_order: -5 }), await make({ key: "TieA", sort_order: -5 })];
    const { body, headers } = await admin.get("/metamodel/types?page=1&page_size=2");
    expect(body).toEqual([a, b]);
    expect(Number(headers.get("x-total-count"))).toBeGreaterThan(13);
  });

  test("is answered with 404 for an unknown type", async () => {
    expect(await admin.get(path("Nothing"))).toMatchObject({ status: 404, body: { detail: "Card type not found" } });
  });

  test.each([
    "/metamodel/types",
    "/metamodel/types/Application",
    "/metamodel/relation-types",
    "/metamodel/relation-types/relAppToBC",
    "/metamodel/principles",
    "/metamodel/compliance-regulations",
    "/metamodel/resource-types",
  ])("sends the content of %s again only when it has changed", async (read) => {
    const first = await admin.get(read);
    const etag = first.headers.get("etag") as string;
    expect(etag).toMatch(/^"\w+"$/);
    const again = await admin.get(read, { "if-none-match": `"other", ${etag}` });
    expect([again.status, again.body, again.headers.get("etag")]).toEqual([304, undefined, etag]);
    expect((await admin.get(read, { "if-none-match": `W/${etag}` })).status).toBe(304);
    expect((await admin.get(read, { "if-none-match": '"other"' })).body).toEqual(first.body);
  });

  test("shows another version of a type and of the list after a change", async () => {
    const { key } = await make();
    const tags = async () => [
      (await admin.get(path(key))).headers.get("etag"),
      (await admin.get("/metamodel/types")).headers.get("etag"),
    ];
    const [type, list] = await tags();
    const changed = await admin.patch(path(key), { label: "Another" });
    const [newType, newList] = await tags();
    expect(newType).not.toBe(type as string);
    expect(newList).not.toBe(list as string);
    expect(changed.headers.get("etag")).toBe(newType as string);
  });
});

describe("a new card type", () => {
  test("gets default values for missing fields", async () => {
    const published = await watch(admin);
    const last = (await admin.get("/metamodel/types?include_hidden=true")).body.at(-1).sort_order;
    const type = await make({ key: "Bare", label: "Bare", built_in: true, is_hidden: true, section_config: { a: 1 } });
    expect(type).toEqual({
      key: "Bare",
      label: "Bare",
      description: null,
      icon: "category",
      color: "#1976d2",
      category: null,
      has_hierarchy: false,
      has_successors: false,
      subtypes: [],
      fields_schema: [],
      stakeholder_roles: [
        { key: "responsible", label: "Responsible" },
        { key: "observer", label: "Observer" },
      ],
      section_config: {},
      built_in: false,
      is_hidden: false,
      sort_order: last + 1,
      translations: { label: { en: "Bare" } },
    });
    expect(await published()).toMatchObject([
      { event_type: "metamodel.type.created", card_id: null, data: { id: "Bare", name: "Bare" } },
    ]);
  });

  test("gets the default for null", async () => {
    const nulls = { icon: null, color: null, category: null, has_hierarchy: null, subtypes: null, fields_schema: null };
    expect(await make({ ...nulls, sort_order: null, stakeholder_roles: null, translations: null })).toMatchObject({
      icon: "category",
      color: "#1976d2",
      has_hierarchy: false,
      subtypes: [],
      fields_schema: [],
      sort_order: 0,
      translations: {},
    });
  });

  test("has stakeholder roles that can be assigned at once", async () => {
    const { key } = await make();
    const roles = (await admin.get(`${path(key)}/stakeholder-roles`)).body;
    expect(roles).toMatchObject([
      { key: "responsible", permissions: { "card.edit": true, "card.delete": false } },
      { key: "observer", permissions: { "card.view": true, "card.edit": false } },
    ]);
  });

  test("can have cards at once", async () => {
    const { key } = await make({ fields_schema: schema(one("size", "number")) });
    expect(await makeCard(admin, { type: key, attributes: { size: 3 } })).toMatchObject({ data_quality: 20 });
  });

  test("is refused with a key that exists, hidden types included", async () => {
    const { key } = await make();
    await admin.patch(path(key), { is_hidden: true });
    const again = await admin.post("/metamodel/types", { key, label: "Again" });
    expect(again).toMatchObject({ status: 400, body: { detail: "Type key already exists" } });
  });

  test("has only the known properties of its fields", async () => {
    const full = {
      key: "state",
      label: "State",
      type: "single_select",
      options: [{ key: "on", label: "On", color: "#fff", translations: { de: "An" } }],
      required: true,
      weight: 2.5,
      readonly: false,
      group: "G",
      column: 1,
      translations: { en: "State", de: "Zustand" },
      hidden: false,
    };
    const section = {
      section: "Main",
      columns: 2,
      groups: ["G"],
      defaultExpanded: true,
      translations: { en: "Main", de: "Haupt" },
    };
    const type = await make({
      fields_schema: [{ ...section, fields: [{ ...full, built_in: true, color: null, nonsense: 1 }], more: 2 }],
      subtypes: [{ key: "small", label: "Small", hidden_fields: ["state"], translations: null }],
    });
    expect(type.fields_schema).toEqual([{ ...section, fields: [full] }]);
    expect(type.subtypes).toEqual([
      { key: "small", label: "Small", hidden_fields: ["state"], translations: { en: "Small" } },
    ]);
  });
});

const text = (length: number) => "x".repeat(length);

describe("a card type", () => {
  const cases: [what: string, body: object, where: string[]][] = [
    ["no key", { key: undefined }, ["body.key: missing"]],
    ["no label", { label: undefined }, ["body.label: missing"]],
    ["a blank label", { label: "  " }, ["body.label: value_error"]],
    ["a key that begins with a digit", { key: "1a" }, ["body.key: string_pattern_mismatch"]],
    ["a key with a space", { key: "a b" }, ["body.key: string_pattern_mismatch"]],
    ["a key that is too long", { key: text(101) }, ["body.key: string_too_long"]],
    ["a colour that is too long", { color: text(21) }, ["body.color: string_too_long"]],
    ["an icon that is too long", { icon: text(101) }, ["body.icon: string_too_long"]],
    ["a label that is too long", { label: text(201) }, ["body.label: string_too_long"]],
    [
      "an unknown field type",
      { fields_schema: schema(one("a", "colour")) },
      ["body.fields_schema.0.fields.0.type: literal_error"],
    ],
    [
      "a field without a key",
      { fields_schema: schema({ label: "A", type: "text" }) },
      ["body.fields_schema.0.fields.0.key: missing"],
    ],
    [
      "a field without a label",
      { fields_schema: schema({ key: "a", type: "text" }) },
      ["body.fields_schema.0.fields.0.label: missing"],
    ],
    [
      "a field key in another form",
      { fields_schema: schema(one("a-b")) },
      ["body.fields_schema.0.fields.0.key: string_pattern_mismatch"],
    ],
    [
      "options that are null",
      { fields_schema: schema(one("a", "single_select", { options: null })) },
      ["body.fields_schema.0.fields.0.options: list_type"],
    ],
    [
      "a weight in words",
      { fields_schema: schema(one("a", "text", { weight: "high" })) },
      ["body.fields_schema.0.fields.0.weight: float_type"],
    ],
    [
      "a column that isn't there",
      { fields_schema: schema(one("a", "text", { column: 2 })) },
      ["body.fields_schema.0.fields.0.column: less_than_equal"],
    ],
    [
      "a field key in two sections",
      { fields_schema: [...schema(one("a")), { section: "More", fields: [one("b"), one("a")] }] },
      ["body.fields_schema.1.fields.1.key: value_error"],
    ],
    [
      "two sections of one name",
      { fields_schema: [...schema(one("a")), ...schema(one("b"))] },
      ["body.fields_schema.1.section: value_error"],
    ],
    [
      "an option twice",
      {
        fields_schema: schema(
          one("a", "single_select", {
            options: [
              { key: "x", label: "X" },
              { key: "x", label: "Y" },
            ],
          }),
        ),
      },
      ["body.fields_schema.0.fields.0.options.1.key: value_error"],
    ],
    [
      "an option key in another form",
      { fields_schema: schema(one("a", "single_select", { options: [{ key: "x y", label: "X" }] })) },
      ["body.fields_schema.0.fields.0.options.0.key: string_pattern_mismatch"],
    ],
    [
      "a subtype twice",
      {
        subtypes: [
          { key: "a", label: "A" },
          { key: "a", label: "B" },
        ],
      },
      ["body.subtypes.1.key: value_error"],
    ],
    ["a part without a key", { stakeholder_roles: [{ label: "Owner" }] }, ["body.stakeholder_roles.0.key: missing"]],
    ["translations that are text", { translations: { label: "Typ" } }, ["body.translations.label: dict_type"]],
    ["a place beyond counting", { sort_order: 1e12 }, ["body.sort_order: less_than_equal"]],
  ];
  test.each(cases)("is refused with %s", async (_what, body, where) => {
    const answer = await admin.post("/metamodel/types", { key: unique("Bad"), label: "Bad", ...body });
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toEqual(where);
  });

  test.each([
    ["a label that is null", { label: null }, "body.label: string_type"],
    ["an icon that is null", { icon: null }, "body.icon: string_type"],
    ["a place that is null", { sort_order: null }, "body.sort_order: int_parsing"],
    ["a flag in words", { is_hidden: "maybe" }, "body.is_hidden: bool_parsing"],
    ["a configuration that is a list", { section_config: [] }, "body.section_config: dict_type"],
    [
      "a bucket weight in words",
      { section_config: { __dataQuality: { tags: "many" } } },
      "body.section_config.__dataQuality.tags: float_type",
    ],
  ])("is refused in a change with %s", async (_what, body, where) => {
    const { key } = await make();
    const answer = await admin.patch(path(key), body);
    expect([answer.status, ...violationsOf(answer.body)]).toEqual([422, where]);
  });

  test.each(["[]", '"text"', "null", "7"])("is refused in a change whose body is %s", async (body) => {
    expect((await admin.post("/metamodel/types", body)).status).toBe(422);
    expect((await admin.patch(path("Application"), body)).status).toBe(422);
  });
});

describe("a change of a card type", () => {
  test("changes only the given fields, and null clears those that may be empty", async () => {
    const type = await make({
      description: "D",
      category: "C",
      subtypes: [{ key: "s", label: "S" }],
      fields_schema: schema(one("a")),
      translations: { label: { de: "T" } },
    });
    const empty = { description: null, category: null, subtypes: null, fields_schema: null, translations: null };
    const { status, body } = await admin.patch(path(type.key), {
      ...empty,
      stakeholder_roles: null,
      section_config: null,
      key: "Other",
      built_in: true,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...type,
      description: null,
      category: null,
      subtypes: [],
      fields_schema: [],
      stakeholder_roles: [],
      translations: {},
    });
  });

  test("is published with the former and new values of the fields that differ", async () => {
    const { key } = await make({ label: "Before" });
    const published = await watch(admin);
    await admin.patch(path(key), { label: "Before", sort_order: 99, section_config: {} });
    await admin.patch(path(key), { sort_order: 99 });
    const old = (await published())[0].data.changes.sort_order.old;
    expect(await published()).toMatchObject([
      { event_type: "metamodel.type.updated", data: { id: key, changes: { sort_order: { old, new: 99 } } } },
    ]);
    expect(Object.keys((await published())[0].data.changes)).toEqual(["sort_order"]);
  });

  test("is answered with 404 for an unknown type", async () => {
    expect(await admin.patch(path("Nothing"), { label: "A" })).toMatchObject({
      status: 404,
      body: { detail: "Type not found" },
    });
  });

  test("is refused when it names another version", async () => {
    const { key } = await make();
    const etag = (await admin.get(path(key))).headers.get("etag") as string;
    expect((await admin.patch(path(key), { label: "One" }, { "if-match": etag })).status).toBe(200);
    const late = await admin.patch(path(key), { label: "Two" }, { "if-match": etag });
    expect(late.status).toBe(412);
    expect(late.body.detail).toContain("changed");
    expect((await admin.get(path(key))).body.label).toBe("One");
    expect((await admin.patch(path(key), { label: "Two" }, { "if-match": "*" })).status).toBe(200);
  });

  test("may leave existing keys of another form as they are", async () => {
    const key = cardType(unique("Imported"), [
      field("lx:state", "single_select", { options: [{ key: "a b", label: "A" }] }),
    ]);
    const { fields_schema } = (await admin.get(path(key))).body;
    expect((await admin.patch(path(key), { fields_schema: [{ ...fields_schema[0], columns: 2 }] })).status).toBe(200);
    fields_schema[0].fields.push(one("lx:other"));
    expect(violationsOf((await admin.patch(path(key), { fields_schema })).body)).toEqual([
      "body.fields_schema.0.fields.1.key: string_pattern_mismatch",
    ]);
  });

  test("can't delete stakeholder roles that are assigned", async () => {
    const { key } = await make();
    const card = await makeCard(admin, { type: key });
    stakeholder(card.id, admin.userId, "observer");
    const refused = await admin.patch(path(key), { stakeholder_roles: [{ key: "responsible", label: "R" }] });
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain("Observer (1 holder)");
    const answer = await admin.patch(path(key), { stakeholder_roles: [{ key: "observer", label: "O" }] });
    expect(answer.body.stakeholder_roles).toEqual([{ key: "observer", label: "O" }]);
  });
});

describe("the translations of a custom type", () => {
  test("are its labels in English where none are sent, at the creation and in changes", async () => {
    const made = await admin.post("/metamodel/types", {
      key: "Vessel",
      label: "Ship",
      translations: { description: { de: "Schwimmt" } },
      subtypes: [
        { key: "tug", label: "Tug" },
        { key: "ferry", label: "Ferry", translations: { de: "Fähre" } },
      ],
      fields_schema: [
        {
          section: "Hull",
          fields: [
            one("length", "text", { label: "Length" }),
            one("beam", "text", { label: "Beam", translations: { en: "Width" } }),
          ],
        },
      ],
    });
    expect(made.body).toMatchObject({
      translations: { label: { en: "Ship" }, description: { de: "Schwimmt" } },
      subtypes: [{ translations: { en: "Tug" } }, { translations: { de: "Fähre" } }],
      fields_schema: [
        {
          translations: { en: "Hull" },
          fields: [{ translations: { en: "Length" } }, { translations: { en: "Width" } }],
        },
      ],
    });
    expect(made.body.subtypes[1].translations).toEqual({ en: "Ferry", de: "Fähre" });

    const changed = await admin.patch("/metamodel/types/Vessel", {
      label: "Vessel",
      subtypes: [{ key: "tug", label: "Tugboat", translations: {} }],
      fields_schema: [
        { section: "Deck", fields: [one("length", "text", { label: "Length over all", translations: null })] },
      ],
    });
    expect(changed.body).toMatchObject({
      translations: { label: { en: "Vessel" }, description: { de: "Schwimmt" } },
      subtypes: [{ translations: { en: "Tugboat" } }],
      fields_schema: [{ translations: { en: "Deck" }, fields: [{ translations: { en: "Length over all" } }] }],
    });
  });

  test("stay as they are sent, also in other languages when only the label changes", async () => {
    const sent = { label: { en: "Dock", de: "Hafen" } };
    await admin.post("/metamodel/types", { key: "Harbour", label: "Harbour", translations: sent });
    const patched = async (change: object) => (await admin.patch("/metamodel/types/Harbour", change)).body.translations;
    expect(await patched({ icon: "anchor" })).toEqual(sent);
    expect(await patched({ label: "Harbour", color: "#000000" })).toEqual(sent);
    expect(await patched({ label: "Port" })).toEqual({ label: { en: "Port", de: "Hafen" } });
    expect(await patched({ label: "Quay", translations: { label: { de: "Kai" } } })).toEqual({ label: { de: "Kai" } });
    expect(await patched({ label: "Quay" })).toEqual({ label: { de: "Kai", en: "Quay" } });
  });
});

describe("the data quality of cards", () => {
  const quality = async (id: string) => (await cardNow(admin, id)).data_quality;
  const filled = async () => {
    const { key } = await make({
      fields_schema: schema(one("a", "text"), one("b", "text")),
      subtypes: [{ key: "s", label: "S" }],
    });
    const card = await makeCard(admin, { type: key, subtype: "s", attributes: { a: "x" }, description: "d" });
    // Two of six: a and the description, but neither b, nor the life cycle, nor the two parts.
    expect(card.data_quality).toBe(33.3);
    return { key, id: card.id };
  };
  test.each([
    ["a new field", { fields_schema: schema(one("a"), one("b"), one("c")) }, 28.6],
    ["a field that is gone", { fields_schema: schema(one("a")) }, 40],
    ["a weight", { fields_schema: schema(one("a", "text", { weight: 3 }), one("b")) }, 50],
    ["a bucket's weight", { section_config: { __dataQuality: { stakeholders: 0 } } }, 50],
    ["what a subtype hides", { subtypes: [{ key: "s", label: "S", hidden_fields: ["b"] }] }, 40],
    [
      "no other change",
      { label: "Other", fields_schema: schema(one("b"), one("a", "text", { required: true })) },
      33.3,
    ],
  ])("is updated after a change of the type: %s", async (_what, change, score) => {
    const { key, id } = await filled();
    expect((await admin.patch(path(key), change)).status).toBe(200);
    expect(await quality(id)).toBe(score);
  });

  test("is updated for active cards only", async () => {
    const { key } = await filled();
    const [archived] = storedCards([{ type: key, name: "Old", status: "ARCHIVED", data_quality: 77 }]);
    await admin.patch(path(key), { fields_schema: schema(one("z")) });
    expect(await quality(archived as string)).toBe(77);
  });
});

describe("the deletion of a card type", () => {
  test("hides a built-in type, whose cards stay", async () => {
    await makeCard(admin, { type: "TechCategory" });
    const published = await watch(admin);
    const answer = { status: 200, body: { status: "hidden", key: "TechCategory", instance_count: 1 } };
    expect(await admin.delete(path("TechCategory"))).toMatchObject(answer);
    expect(await admin.delete(path("TechCategory"))).toMatchObject(answer);
    expect((await admin.get(path("TechCategory"))).body.is_hidden).toBe(true);
    expect((await admin.get("/cards?type=TechCategory")).body.total).toBe(0);
    expect(await published()).toMatchObject([
      { event_type: "metamodel.type.hidden", data: { id: "TechCategory", name: "Tech Category" } },
    ]);
  });

  test("deletes a custom type with its relation types and stakeholder roles", async () => {
    const { key } = await make({ label: "Mine" });
    const related = { source_type_key: key, target_type_key: "Application", key: unique("rel"), label: "r" };
    await admin.post("/metamodel/relation-types", related);
    const published = await watch(admin);
    expect((await admin.delete(path(key))).body).toEqual({ status: "deleted", key });
    expect((await admin.get(path(key))).status).toBe(404);
    expect((await admin.get(`/metamodel/relation-types/${related.key}`)).status).toBe(404);
    expect((await admin.get(`${path(key)}/stakeholder-roles`)).status).toBe(404);
    expect(await published()).toMatchObject([
      { event_type: "metamodel.relation_type.deleted", data: { id: related.key, instances_removed: 0 } },
      { event_type: "metamodel.type.deleted", data: { id: key, name: "Mine" } },
    ]);
  });

  test.each(["ACTIVE", "ARCHIVED"])("is refused while there is a card of it that is %s", async (status) => {
    const { key, label } = await make();
    storedCards([{ type: key, name: "Last", status }]);
    const { status: code, body } = await admin.delete(path(key));
    expect([code, body.detail]).toEqual([400, `The type ${label} still has 1 card, archived ones included`]);
  });

  test("is answered with 404 for an unknown type", async () => {
    expect((await admin.delete(path("Nothing"))).body).toEqual({ detail: "Type not found" });
  });
});

describe("the costs of an undeclared field", () => {
  test("stay hidden in the events of a card whose type lost it", async () => {
    const { key } = await make({ fields_schema: schema(one("price", "cost"), one("note")) });
    const card = await makeCard(admin, { type: key, attributes: { price: 4711, note: "n" } });
    await admin.patch(path(key), { fields_schema: schema(one("note")) });
    const history = async (client: Client) => JSON.stringify((await client.get(`/cards/${card.id}/history`)).body);
    expect(await history(admin)).toContain("4711");
    expect(await history(await server.as("viewer"))).not.toContain("4711");
  });

  test("stay hidden in relations whose type lost it", async () => {
    const types = [await make(), await make()];
    const key = unique("rel");
    const ends = { source_type_key: types[0].key, target_type_key: types[1].key };
    await admin.post("/metamodel/relation-types", {
      ...ends,
      key,
      label: "r",
      attributes_schema: [one("fee", "cost")],
    });
    const cards = [await makeCard(admin, { type: types[0].key }), await makeCard(admin, { type: types[1].key })];
    await relate(admin, key, cards[0], cards[1], { attributes: { fee: 4711 } });
    await admin.patch(`/metamodel/relation-types/${key}`, { attributes_schema: [] });
    const list = async (client: Client) => JSON.stringify((await client.get(`/relations?card_id=${cards[0].id}`)).body);
    expect(await list(admin)).toContain("4711");
    expect(await list(await server.as("viewer"))).not.toContain("4711");
  });
});
