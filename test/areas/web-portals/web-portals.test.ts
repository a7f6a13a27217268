/** Tests of the administration of portals; public.test.ts has those of visitors. */
import { beforeAll, describe, expect, test } from "bun:test";
import { newId } from "../../../src/platform/ids";
import { subscribe } from "../../support/events";
import { cardType, role, tagGroup, unique, violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget", [], {
    subtypes: [
      { key: "small", label: "Small" },
      { key: "large", label: "Large" },
    ],
  });
});

const slugs = () => unique("portal-");
const good = () => ({ name: "Widgets", slug: slugs(), card_type: "Widget" });

async function make(fields: Record<string, unknown> = {}) {
  const answer = await admin.post("/web-portals", { ...good(), ...fields });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** The common parts of all requests of administrators to create a portal. */
const creation = { as: admin, method: "POST", path: "/web-portals" } as const;
const UUID = /^[0-9a-f-]{36}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("a new portal", () => {
  test("has defaults, and is not published", async () => {
    const fields = good();
    const { name, slug, card_type } = fields;
    const { body } = await step({
      ...creation,
      body: fields,
      status: 201,
      events: ({ id }) => [
        {
          event_type: "web_portal.created",
          user_id: admin.userId,
          card_id: null,
          payload: { id, name, slug, card_type, is_published: false },
        },
      ],
    });
    expect(body).toEqual({
      ...fields,
      id: expect.stringMatching(UUID),
      description: null,
      filters: null,
      display_fields: null,
      card_config: null,
      is_published: false,
      created_by: admin.userId,
      created_at: expect.stringMatching(INSTANT),
      updated_at: body.created_at,
    });
    expect(await admin.get(`/web-portals/${body.id}`)).toMatchObject({ status: 200, body });
  });

  test("stores all given values, also filters without an effect", async () => {
    const { tags } = tagGroup(unique("Group "), ["a"]);
    const given = {
      description: "All we have",
      filters: {
        subtypes: ["small"],
        tag_ids: tags,
        approval_statuses: ["APPROVED"],
        colours: ["red"],
      },
      display_fields: ["size", { key: "colour" }],
      card_config: { toggles: { tags: { card: true, detail: false } }, show_logo: true },
      is_published: "yes",
    };
    expect(await make(given)).toMatchObject({ ...given, is_published: true });
    const nulls = { description: null, filters: null, display_fields: null, card_config: null };
    expect(await make(nulls)).toMatchObject(nulls);
    const empty = { filters: { subtypes: null, tag_ids: [], approval_statuses: [] } };
    expect(await make(empty)).toMatchObject(empty);
    expect((await make({ filters: { tag_ids: [tags[0]?.toUpperCase()] } })).filters).toEqual({ tag_ids: tags });
  });

  test.each([
    [""],
    ["Widgets"],
    ["our widgets"],
    ["-widgets"],
    ["widgets-"],
    ["our--widgets"],
    ["widgets_2"],
    ["wïdgets"],
    ["widgets\n"],
  ])("can't have the slug %j", async (slug) => {
    await step({
      ...creation,
      body: { ...good(), slug },
      status: 400,
      equals: { detail: expect.stringMatching(/slug/i) },
      events: [],
    });
  });

  test.each([["a"], ["2026"], ["our-widgets-2"], ["x".repeat(200)]])("can have the slug %j", async (slug) => {
    expect((await make({ slug })).slug).toBe(slug);
  });

  test("is checked for its slug first, then for its card type", async () => {
    const { slug } = await make();
    const post = async (fields: object) => (await admin.post("/web-portals", { ...good(), ...fields })).body.detail;
    expect(await post({ slug, card_type: "Nothing" })).toMatch(/slug .* taken/i);
    expect(await post({ slug: "Not A Slug", card_type: "Nothing" })).toMatch(/slug must/i);
    const { status, body } = await admin.post("/web-portals", { ...good(), card_type: "Nothing" });
    expect({ status, body }).toEqual({ status: 400, body: { detail: 'Card type "Nothing" not found' } });
  });

  test("may show a hidden card type", async () => {
    const card_type = cardType(unique("Secret"), [], { is_hidden: true });
    expect(await make({ card_type })).toMatchObject({ card_type });
  });

  test("gets its slug once, however many concurrent requests ask for it", async () => {
    const slug = slugs();
    const answers = await Promise.all(Array.from({ length: 8 }, () => admin.post("/web-portals", { ...good(), slug })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(400)]);
  });
});

const deep = { a: { b: { c: { d: { e: { f: 1 } } } } } };

describe("an invalid portal", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["no name", { name: undefined }, "body.name: missing"],
    ["an empty name", { name: "" }, "body.name: string_too_short"],
    ["a blank name", { name: "  " }, "body.name: value_error"],
    ["a long name", { name: "x".repeat(201) }, "body.name: string_too_long"],
    ["a number for a name", { name: 7 }, "body.name: string_type"],
    ["no slug", { slug: undefined }, "body.slug: missing"],
    ["a null slug", { slug: null }, "body.slug: string_type"],
    ["a long slug", { slug: "x".repeat(201) }, "body.slug: string_too_long"],
    ["no card type", { card_type: undefined }, "body.card_type: missing"],
    ["a long description", { description: "x".repeat(100_001) }, "body.description: string_too_long"],
    ["a word for a flag", { is_published: "perhaps" }, "body.is_published: bool_parsing"],
    ["null for a flag", { is_published: null }, "body.is_published: bool_type"],
    ["filters in a list", { filters: [] }, "body.filters: model_attributes_type"],
    ["a word for subtypes", { filters: { subtypes: "small" } }, "body.filters.subtypes: list_type"],
    ["a subtype of no type", { filters: { subtypes: ["small", "huge"] } }, "body.filters.subtypes.1: value_error"],
    ["no id of a tag", { filters: { tag_ids: ["x"] } }, "body.filters.tag_ids.0: uuid_parsing"],
    ["the id of no tag", { filters: { tag_ids: [newId()] } }, "body.filters.tag_ids.0: value_error"],
    [
      "an unknown status",
      { filters: { approval_statuses: ["GOOD"] } },
      "body.filters.approval_statuses.0: literal_error",
    ],
    ["many filters", { filters: { subtypes: Array(201).fill("small") } }, "body.filters.subtypes: too_long"],
    ["filters in each other", { filters: deep }, "body.filters: value_error"],
    ["much in addition to the filters", { filters: { notes: "x".repeat(50_001) } }, "body.filters: value_error"],
    ["an object of fields", { display_fields: {} }, "body.display_fields: list_type"],
    ["many fields", { display_fields: Array(501).fill("x") }, "body.display_fields: too_long"],
    ["large fields", { display_fields: ["x".repeat(50_001)] }, "body.display_fields: value_error"],
    ["fields in each other", { display_fields: [deep] }, "body.display_fields: value_error"],
    ["a list for a configuration", { card_config: [] }, "body.card_config: dict_type"],
    ["a deep configuration", { card_config: deep }, "body.card_config: value_error"],
    ["a large configuration", { card_config: { a: "x".repeat(50_001) } }, "body.card_config: value_error"],
  ])("is refused with the field and the rule: %s", async (_, fields, violation) => {
    const refused = { status: 422, events: [] } as const;
    const made = await step({ ...creation, body: { ...good(), ...fields }, ...refused });
    expect(violationsOf(made.body)).toEqual([violation]);
    if (violation.endsWith("missing")) return;
    const portal = await make();
    const path = `/web-portals/${portal.id}`;
    const changed = await step({ as: admin, method: "PATCH", path, body: fields, ...refused });
    expect(violationsOf(changed.body)).toEqual([violation]);
    expect((await admin.get(`/web-portals/${portal.id}`)).body).toEqual(portal);
  });

  test("is refused with all invalid filters at once", async () => {
    const filters = { subtypes: ["huge", "tiny"], tag_ids: [newId()] };
    expect(violationsOf((await admin.post("/web-portals", { ...good(), filters })).body)).toEqual([
      "body.filters.subtypes.0: value_error",
      "body.filters.subtypes.1: value_error",
      "body.filters.tag_ids.0: value_error",
    ]);
  });
});

describe("a change of a portal", () => {
  test("stores the given fields, and the time", async () => {
    const portal = await make({ description: "Old", card_config: { show_logo: true } });
    const { id, slug } = portal;
    const changes = { name: { old: "Widgets", new: "New" }, description: { old: "Old", new: null } };
    const { body } = await step({
      as: admin,
      method: "PATCH",
      path: `/web-portals/${id}`,
      body: { name: "New", description: null },
      status: 200,
      equals: { ...portal, name: "New", description: null, updated_at: expect.stringMatching(INSTANT) },
      events: [{ event_type: "web_portal.updated", payload: { id, name: "New", slug, changes } }],
    });
    expect(body.updated_at > portal.updated_at).toBe(true);
    expect((await admin.get(`/web-portals/${portal.id}`)).body).toEqual(body);
  });

  test("publishes nothing when it changes nothing", async () => {
    const portal = await make();
    const { name, slug } = portal;
    for (const body of [{}, { name, slug }])
      await step({
        as: admin,
        method: "PATCH",
        path: `/web-portals/${portal.id}`,
        body,
        status: 200,
        equals: portal,
        events: [],
      });
  });

  test("is refused with a slug that another portal has", async () => {
    const [portal, other] = [await make(), await make()];
    const change = (slug: string) => admin.patch(`/web-portals/${portal.id}`, { slug });
    expect(await change(other.slug)).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/slug/i) } });
    expect(await change("No Slug")).toMatchObject({ status: 400, body: { detail: expect.stringMatching(/slug/i) } });
    expect(await change(portal.slug)).toMatchObject({ status: 200 });
    const slug = slugs();
    expect(await change(slug)).toMatchObject({ status: 200, body: { slug } });
  });

  test("is refused with a card type that doesn't exist or lacks the filtered subtypes", async () => {
    const portal = await make({ filters: { subtypes: ["small"] } });
    const change = (changes: object) => admin.patch(`/web-portals/${portal.id}`, changes);
    expect(await change({ card_type: "Nothing" })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("not found") },
    });
    const card_type = cardType(unique("Gadget"));
    expect(violationsOf((await change({ card_type, filters: portal.filters })).body)).toEqual([
      "body.filters.subtypes.0: value_error",
    ]);
    expect(await change({ card_type })).toMatchObject({ status: 200, body: { card_type, filters: portal.filters } });
  });

  test("retains filters that name deleted entries", async () => {
    const { tags } = tagGroup(unique("Group "), ["a"]);
    const card_type = cardType(unique("Gadget"), [], { subtypes: [{ key: "old", label: "Old" }] });
    const filters = { subtypes: ["old"], tag_ids: tags };
    const portal = await make({ card_type, filters });
    cardType(card_type);
    const groups = (await admin.get("/tag-groups")).body as { id: string; tags: { id: string }[] }[];
    const group = groups.find((one) => one.tags.some((tag) => tag.id === tags[0]));
    expect((await admin.delete(`/tag-groups/${group?.id}`)).status).toBe(204);
    const changed = await admin.patch(`/web-portals/${portal.id}`, { name: "Still", filters });
    expect(changed).toMatchObject({ status: 200, body: { name: "Still", filters } });
  });
});

test("a portal can be deleted", async () => {
  const portal = await make({ is_published: true });
  expect((await server.nobody.get(`/web-portals/public/${portal.slug}`)).status).toBe(200);
  expect(await admin.delete(`/web-portals/${portal.id}`)).toMatchObject({ status: 204, body: undefined });
  expect((await admin.get(`/web-portals/${portal.id}`)).status).toBe(404);
  expect((await server.nobody.get(`/web-portals/public/${portal.slug}`)).status).toBe(404);
});

test("the list has all portals, newest first, or a page of them", async () => {
  const [first, second, third] = [await make(), await make(), await make({ is_published: true })];
  const { body } = await admin.get("/web-portals");
  expect(body.slice(0, 3)).toEqual([third, second, first]);
  const page = await admin.get("/web-portals?page=2&page_size=1");
  expect(page.body).toEqual([second]);
  expect(page.headers.get("x-total-count")).toBe(String(body.length));
});

test.each([["nonsense"], ["public"], [newId()], ["%00"]])("the portal %s is answered with 404", async (id) => {
  const missing = { as: admin, path: `/web-portals/${id}`, status: 404, events: [] } as const;
  const equals = { detail: "Portal not found" };
  await step({ ...missing, equals });
  await step({ ...missing, method: "PATCH", body: { slug: "No Slug" }, equals });
  await step({ ...missing, method: "DELETE", equals });
});

test("a user with web_portals.manage can create and delete portals", async () => {
  const client = await server.as(role("web_portals.manage"));
  const { status, body } = await client.post("/web-portals", good());
  expect({ status, by: body.created_by }).toEqual({ status: 201, by: client.userId });
  expect((await client.delete(`/web-portals/${body.id}`)).status).toBe(204);
});

test("a portal remains when the account of its creator is deleted", async () => {
  const client = await server.as(role("web_portals.manage"));
  const { body } = await client.post("/web-portals", good());
  expect((await admin.delete(`/users/${client.userId}`)).status).toBe(204);
  expect((await admin.get(`/web-portals/${body.id}`)).body).toEqual({ ...body, created_by: null });
});

test("the impact of deleting a card type names its portals", async () => {
  const card_type = cardType(unique("Gadget"));
  const portal = await make({ card_type, is_published: true });
  const { body } = await admin.get(`/metamodel/types/${card_type}/deletion-impact`);
  expect(body).toMatchObject({ removed: { web_portals: 0 }, references: { web_portals: 1 } });
  expect((await admin.delete(`/metamodel/types/${card_type}`)).status).toBe(200);
  expect((await server.nobody.get(`/web-portals/public/${portal.slug}`)).body).toMatchObject({
    card_type,
    type_info: null,
    relation_types: [],
  });
  expect((await server.nobody.get(`/web-portals/public/${portal.slug}/cards`)).body).toMatchObject({
    items: [],
    total: 0,
  });
});

describe("the journal of portals", () => {
  test("has one event for each change of a portal, and none for a refusal", async () => {
    const portal = await make({ description: "Old" });
    const { id, name, slug } = portal;
    const own = { as: admin, path: `/web-portals/${id}` } as const;
    const by = { user_id: admin.userId, card_id: null };
    await step({ ...creation, body: { ...good(), slug }, status: 400, events: [] });
    await step({
      ...own,
      method: "PATCH",
      body: { is_published: true, description: "Old" },
      status: 200,
      events: [
        {
          ...by,
          event_type: "web_portal.updated",
          payload: { id, name, slug, changes: { is_published: { old: false, new: true } } },
        },
      ],
    });
    await step({ ...own, method: "PATCH", body: { name }, status: 200, events: [] });
    await step({
      ...own,
      method: "DELETE",
      status: 204,
      events: [{ ...by, event_type: "web_portal.deleted", payload: { id, name, slug } }],
    });
  });

  test("is shown to administrators only", async () => {
    const manager = await server.as(role("web_portals.manage", "inventory.view"));
    const [theirs, own] = [
      await subscribe(server.url, { token: manager.token }),
      await subscribe(server.url, { token: admin.token }),
    ];
    const portal = await make();
    // Seen by everybody, and later than the portal.
    const group = await admin.post("/tag-groups", { name: unique("Group ") });
    const seen = (await own.until(2)).map(({ event }) => event);
    expect(seen).toEqual(["web_portal.created", "tag_group.created"]);
    const [first] = await theirs.until(1);
    expect([first?.event, first?.data["id"]]).toEqual(["tag_group.created", group.body.id]);
    expect(JSON.stringify(theirs.events)).not.toContain(portal.id);
    await theirs.close();
    await own.close();
  });

  test("has a batch that can't be undone, which its plan reports", async () => {
    const portal = await make();
    await admin.patch(`/web-portals/${portal.id}`, { name: "New" });
    const [batch] = (await admin.get("/mutation-batches?page_size=1")).body.items;
    expect(batch.tool_name).toBe(`PATCH /api/v1/web-portals/${portal.id}`);
    const rollback = await admin.post(`/mutation-batches/${batch.id}/rollback`, {});
    expect(rollback).toMatchObject({
      status: 200,
      body: { operations: [], unsupported_events: [{ event_type: "web_portal.updated" }], complete: false },
    });
    expect((await admin.get(`/web-portals/${portal.id}`)).body.name).toBe("New");
  });
});
