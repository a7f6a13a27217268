import { describe, expect, test } from "bun:test";
import { typeDeleted } from "../../../src/areas/metamodel/extension-points";
import { cardNow, cardType, makeCard, relate, unique, violationsOf, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");

const root = "/metamodel/relation-types";
const path = (key: string) => `${root}/${key}`;
const pair = () => ({ source_type_key: cardType(unique("From")), target_type_key: cardType(unique("To")) });
const make = async (fields: Record<string, unknown> = {}) => {
  const answer = await admin.post(root, { key: unique("rel"), label: "has", ...pair(), ...fields });
  expect(answer.status).toBe(201);
  return answer.body;
};

describe("the list of relation types", () => {
  test("is filtered by card type at either end, without hidden ones unless requested", async () => {
    const [first, second] = [await make(), await make()];
    const back = await make({ source_type_key: first.target_type_key, target_type_key: first.source_type_key });
    await admin.patch(path(back.key), { is_hidden: true });
    const keys = async (query: string) =>
      (await admin.get(`${root}?type_key=${first.source_type_key}${query}`)).body.map(
        (type: { key: string }) => type.key,
      );
    expect(await keys("")).toEqual([first.key]);
    expect(await keys("&include_hidden=1")).toEqual([first.key, back.key]);
    expect((await admin.get(`${root}?type_key=Nothing`)).body).toEqual([]);
    expect((await admin.get(path(back.key))).body.is_hidden).toBe(true);
    expect((await admin.get(root)).body.at(-1)).toEqual(second);
    expect(await admin.get(path("nothing"))).toMatchObject({
      status: 404,
      body: { detail: "Relation type not found" },
    });
  });
});

describe("a new relation type", () => {
  test("gets default values for missing fields", async () => {
    const ends = pair();
    const published = await watch(admin);
    const last = (await admin.get(`${root}?include_hidden=true`)).body.at(-1).sort_order;
    expect(await make({ ...ends, key: "bare", is_hidden: true, built_in: true })).toEqual({
      key: "bare",
      label: "has",
      reverse_label: null,
      description: null,
      ...ends,
      cardinality: "n:m",
      attributes_schema: [],
      built_in: false,
      is_hidden: false,
      sort_order: last + 1,
      translations: {},
      source_visible: true,
      source_mandatory: false,
      target_visible: true,
      target_mandatory: false,
      affected_end: "source",
    });
    expect(await published()).toMatchObject([
      { event_type: "metamodel.relation_type.created", data: { id: "bare", name: "has" } },
    ]);
  });

  test("has no attributes that are marked as built in, and none without a key", async () => {
    const option = { key: "a", label: "A", built_in: true };
    const { attributes_schema } = await make({
      attributes_schema: [
        7,
        null,
        { label: "No key", type: "text" },
        { key: "kind", label: "Kind", type: "single_select", built_in: true, options: [option] },
      ],
    });
    expect(attributes_schema).toEqual([
      {
        key: "kind",
        label: "Kind",
        translations: { en: "Kind" },
        type: "single_select",
        built_in: false,
        options: [{ key: "a", label: "A", built_in: false }],
      },
    ]);
  });

  const refusals: [what: string, body: () => object | Promise<object>, detail: string | RegExp][] = [
    ["a key that is taken", async () => ({ ...pair(), key: (await make()).key }), "Relation type key already exists"],
    ["no source", () => ({ target_type_key: "Application" }), "source_type_key is required"],
    ["an unknown source", () => ({ source_type_key: "Nope" }), "Type 'Nope' does not exist"],
    ["no target", () => ({ source_type_key: "Application", target_type_key: null }), "target_type_key is required"],
    [
      "an unknown target",
      () => ({ source_type_key: "Application", target_type_key: "Nope" }),
      "Type 'Nope' does not exist",
    ],
    [
      "a second one for a pair",
      () => ({ source_type_key: "Application", target_type_key: "Interface" }),
      /from Application to Interface already/,
    ],
  ];
  test.each(refusals)("is refused with %s", async (_what, body, detail) => {
    const { status, body: answer } = await admin.post(root, { key: unique("rel"), label: "l", ...(await body()) });
    expect(status).toBe(400);
    if (typeof detail === "string") expect(answer.detail).toBe(detail);
    else expect(answer.detail).toMatch(detail);
  });

  test("is allowed next to the other direction, a hidden one and a successor", async () => {
    await make({ source_type_key: "Interface", target_type_key: "Application" });
    await make({ source_type_key: "Application", target_type_key: "Application" });
    const hidden = await make();
    await admin.patch(path(hidden.key), { is_hidden: true });
    await make({ source_type_key: hidden.source_type_key, target_type_key: hidden.target_type_key });
  });

  test.each([
    ["a key in another form", { key: "a-b" }, "body.key: string_pattern_mismatch"],
    ["no label", { label: undefined }, "body.label: missing"],
    ["another cardinality", { cardinality: "2:3" }, "body.cardinality: literal_error"],
    [
      "an attribute key in another form",
      { attributes_schema: [{ key: "a b", label: "A", type: "text" }] },
      "body.attributes_schema.0.key: string_pattern_mismatch",
    ],
    [
      "an attribute without a type",
      { attributes_schema: [{ key: "a", label: "A" }] },
      "body.attributes_schema.0.type: missing",
    ],
  ])("is invalid with %s", async (_what, body, where) => {
    const answer = await admin.post(root, { key: unique("rel"), label: "l", ...pair(), ...body });
    expect([answer.status, ...violationsOf(answer.body)]).toEqual([422, where]);
  });
});

describe("a change of a relation type", () => {
  test("changes only the given fields, and is published", async () => {
    const type = await make({ reverse_label: "of", translations: { label: { de: "hat" } } });
    const published = await watch(admin);
    const changed = await admin.patch(path(type.key), { reverse_label: null, translations: null, cardinality: "1:n" });
    expect(changed.body).toEqual({ ...type, reverse_label: null, translations: {}, cardinality: "1:n" });
    expect(await published()).toMatchObject([
      {
        event_type: "metamodel.relation_type.updated",
        data: { id: type.key, changes: { reverse_label: { old: "of", new: null } } },
      },
    ]);
    expect((await admin.patch(path(type.key), {})).body).toEqual(changed.body);
    expect(await published()).toHaveLength(1);
  });

  test("is refused when it names another version", async () => {
    const { key } = await make();
    const etag = (await admin.get(path(key))).headers.get("etag") as string;
    expect((await admin.patch(path(key), { label: "One" }, { "if-match": '"other"' })).status).toBe(412);
    expect((await admin.patch(path(key), { label: "One" }, { "if-match": `W/${etag}` })).status).toBe(200);
  });

  test("is answered with 404 for an unknown one", async () => {
    expect((await admin.patch(path("nothing"), { label: "A" })).body).toEqual({ detail: "Relation type not found" });
  });

  test("may set ends only to existing card types without such a relation type, and only without relations", async () => {
    const [type, other] = [await make(), await make()];
    const ends = { source_type_key: other.source_type_key, target_type_key: other.target_type_key };
    const refused = async (body: object) => {
      const answer = await admin.patch(path(type.key), body);
      expect(answer.status).toBe(400);
      return answer.body.detail;
    };
    expect(await refused({ target_type_key: "Nope" })).toBe("Type 'Nope' does not exist");
    expect(await refused(ends)).toContain(other.key);
    await admin.patch(path(type.key), { source_type_key: other.source_type_key });
    const source = await makeCard(admin, { type: other.source_type_key });
    const target = await makeCard(admin, { type: type.target_type_key });
    await relate(admin, type.key, source, target);
    expect(await refused({ target_type_key: type.source_type_key })).toContain("has 1");
    const same = { source_type_key: other.source_type_key, label: "still" };
    expect((await admin.patch(path(type.key), same)).status).toBe(200);
  });

  test("updates the data quality of the cards at an end that becomes mandatory", async () => {
    const type = await make();
    const [source, target] = [
      await makeCard(admin, { type: type.source_type_key, description: "d" }),
      await makeCard(admin, { type: type.target_type_key, description: "d" }),
    ];
    const scores = async () => [
      (await cardNow(admin, source.id)).data_quality,
      (await cardNow(admin, target.id)).data_quality,
    ];
    expect(await scores()).toEqual([50, 50]);
    await admin.patch(path(type.key), { source_mandatory: true });
    expect(await scores()).toEqual([33.3, 50]);
    await admin.patch(path(type.key), { is_hidden: true });
    expect(await scores()).toEqual([50, 50]);
    await admin.post(`${path(type.key)}/restore`);
    expect(await scores()).toEqual([33.3, 50]);
    await relate(admin, type.key, source, target);
    expect(await scores()).toEqual([66.7, 50]);
    await admin.delete(`${path(type.key)}?force=true`);
    expect(await scores()).toEqual([50, 50]);
  });
});

describe("the built-in attributes of a relation type", () => {
  const usage = {
    key: "usageType",
    label: "Usage Type",
    type: "single_select",
    options: [
      { key: "owner", label: "Owner", color: "#1976d2" },
      { key: "user", label: "User", color: "#66bb6a" },
      { key: "stakeholder", label: "Stakeholder", color: "#ff9800" },
    ],
  };
  const [owner, user, stakeholder] = usage.options as [object, object, object];
  const change = (...attributes_schema: object[]) => admin.patch(path("relOrgToApp"), { attributes_schema });

  const locked: [what: string, attributes: object[]][] = [
    ["without it", []],
    ["under another label", [{ ...usage, label: "Use" }]],
    ["of another type", [{ ...usage, type: "multiple_select" }]],
    ["translated", [{ ...usage, translations: { de: "Nutzung" } }]],
    ["without an option", [{ ...usage, options: [owner, user] }]],
    ["without options", [{ ...usage, options: undefined }]],
    ["with an option renamed", [{ ...usage, options: [{ ...owner, label: "Boss" }, user, stakeholder] }]],
    ["with an option in another colour", [{ ...usage, options: [{ ...owner, color: null }, user, stakeholder] }]],
  ];
  test.each(locked)("can't be changed by %s", async (_what, attributes) => {
    const { status, body } = await change(...attributes);
    expect(status).toBe(403);
    expect(body.detail).toContain("is built in");
  });

  test("stay, except those that may be hidden, and custom ones may be added anywhere", async () => {
    const own = { key: "since", label: "Since", type: "date", built_in: true };
    const option = { key: "guest", label: "Guest", built_in: true };
    const changed = await change(own, {
      ...usage,
      weight: 9,
      options: [option, stakeholder, { ...user, hidden: true }, { ...owner, translations: null }],
    });
    expect(changed.status).toBe(200);
    const english = (text: string) => ({ translations: { en: text } });
    expect(changed.body.attributes_schema).toMatchObject([
      { ...own, built_in: false, ...english("Since") },
      {
        ...usage,
        ...english("Usage Type"),
        built_in: true,
        options: [
          { ...option, built_in: false },
          { ...stakeholder, built_in: true, hidden: false, ...english("Stakeholder") },
          { ...user, built_in: true, hidden: true, ...english("User") },
          { ...owner, built_in: true, hidden: false, ...english("Owner") },
        ],
      },
    ]);
    expect(changed.body.attributes_schema[1]).not.toHaveProperty("weight");
    expect((await change(usage)).body.attributes_schema).toHaveLength(1);
  });
});

describe("the deletion of a relation type", () => {
  /** Returns a relation type with relations between two pairs of cards that must have them. */
  const related = async () => {
    const type = await make({ source_mandatory: true });
    const made = async (key: string) => await makeCard(admin, { type: key, description: "d" });
    const sources = [await made(type.source_type_key), await made(type.source_type_key)];
    for (const source of sources) await relate(admin, type.key, source, await made(type.target_type_key));
    return { type, sources };
  };

  test("is refused while there are relations", async () => {
    const { type } = await related();
    expect((await admin.get(`${path(type.key)}/instance-count`)).body).toEqual({ key: type.key, instance_count: 2 });
    const { status, body } = await admin.delete(path(type.key));
    expect(status).toBe(409);
    expect(body.detail).toEqual({ message: expect.stringContaining("2 relations"), instance_count: 2, key: type.key });
  });

  test("deletes its relations too with force, which is published once", async () => {
    const { type, sources } = await related();
    const published = await watch(admin);
    const answer = await admin.delete(`${path(type.key)}?force=true`);
    expect(answer.body).toEqual({ status: "deleted", key: type.key, instances_removed: 2 });
    expect((await admin.get(path(type.key))).status).toBe(404);
    expect((await admin.get(`/relations?type=${type.key}`)).body).toEqual([]);
    expect((await cardNow(admin, sources[0].id)).data_quality).toBe(50);
    expect(await published()).toMatchObject([
      { event_type: "relation.deleted.bulk", card_id: null, data: { type: type.key, count: 2 } },
      { event_type: "metamodel.relation_type.deleted", data: { id: type.key, name: "has", instances_removed: 2 } },
    ]);
  });

  test("hides a built-in one, which can be restored", async () => {
    const [source, target] = [
      await makeCard(admin, { type: "Platform" }),
      await makeCard(admin, { type: "Objective" }),
    ];
    await relate(admin, "relPlatformToObjective", source, target);
    expect((await admin.delete(path("relPlatformToObjective"))).status).toBe(409);
    const published = await watch(admin);
    expect((await admin.delete(`${path("relPlatformToObjective")}?force=1`)).body).toEqual({
      status: "hidden",
      key: "relPlatformToObjective",
      instances_removed: 1,
    });
    expect((await admin.get(path("relPlatformToObjective"))).body.is_hidden).toBe(true);
    const restored = await admin.post(`${path("relPlatformToObjective")}/restore`);
    expect([restored.status, restored.body.is_hidden]).toEqual([200, false]);
    expect((await published()).map((event) => event.event_type)).toEqual([
      "relation.deleted.bulk",
      "metamodel.relation_type.hidden",
      "metamodel.relation_type.restored",
    ]);
    const again = await admin.post(`${path("relPlatformToObjective")}/restore`);
    expect(again).toMatchObject({ status: 400, body: { detail: "Relation type is not hidden" } });
  });

  test("makes way for a successor, next to which a hidden one can't be restored", async () => {
    const { key, source_type_key, target_type_key } = await make();
    await admin.patch(path(key), { is_hidden: true });
    const other = await make({ source_type_key, target_type_key });
    const { status, body } = await admin.post(`${path(key)}/restore`);
    expect([status, body.detail]).toEqual([400, expect.stringContaining(other.key)]);
  });

  test("happens with the deletion of its card type, and calls the extensions", async () => {
    const gone: string[] = [];
    typeDeleted.extend("test", (key) => void gone.push(key)).install();
    const { key, source_type_key } = await make();
    expect((await admin.delete(`/metamodel/types/${source_type_key}`)).status).toBe(200);
    expect((await admin.get(path(key))).status).toBe(404);
    expect(gone).toEqual([source_type_key]);
  });

  test.each([
    ["DELETE", ""],
    ["POST", "/restore"],
    ["GET", "/instance-count"],
  ])("is answered with 404 by %s …%s for an unknown one", async (method, rest) => {
    const { status, body } = await admin.send(method, path("nothing") + rest);
    expect([status, body]).toEqual([404, { detail: "Relation type not found" }]);
  });
});
