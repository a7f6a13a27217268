import { beforeAll, describe, expect, test } from "bun:test";
import {
  cardNow,
  cardType,
  makeCard,
  stakeholder,
  stakeholderRole,
  storedCards,
  tagGroup,
  unique,
  violationsOf,
} from "../support/factories";
import { step } from "../support/scenario";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
beforeAll(() => {
  cardType("Widget");
  cardType("Gadget");
  stakeholderRole("Widget", "editor", ["card.view", "card.edit"]);
  stakeholderRole("Widget", "reader", ["card.view"]);
});

const stranger = "01900000-0000-7000-8000-000000000000";
const makeGroup = async (fields: object = {}): Promise<string> => {
  const answer = await member.post("/tag-groups", { name: unique("Group "), ...fields });
  expect(answer.status).toBe(201);
  return answer.body.id;
};
const makeTag = async (group: string, name = unique("Tag ")): Promise<string> => {
  const answer = await member.post(`/tag-groups/${group}/tags`, { name });
  expect(answer.status).toBe(201);
  return answer.body.id;
};
const listed = async (id: string) =>
  (await member.get("/tag-groups")).body.find((group: { id: string }) => group.id === id);
const tagsOn = async (card: { id: string }): Promise<string[]> =>
  (await cardNow(admin, card.id)).tags.map((tag: { id: string }) => tag.id).sort();
const put = (card: { id: string }, ...tags: unknown[]) => member.post(`/cards/${card.id}/tags`, tags);
const quality = async (card: { id: string }) => (await cardNow(admin, card.id)).data_quality;

describe("the order and the usage of tags", () => {
  test("are those that were asked for; tags that aren't named come after the others", async () => {
    const group = await makeGroup();
    const [a, b, c] = [await makeTag(group, "a"), await makeTag(group, "b"), await makeTag(group, "c")];
    const namesNow = async () => (await listed(group)).tags.map(({ name }: { name: string }) => name);
    const { name } = await listed(group);
    await step({
      as: member,
      method: "PUT",
      path: `/tag-groups/${group}/order`,
      body: { tag_ids: [c, a] },
      status: 200,
      events: () => [
        {
          event_type: "tag_group.updated",
          data: { id: group, name, changes: { order: { old: [a, b, c], new: [c, a, b] } } },
          user_id: member.userId,
        },
      ],
    });
    expect(await namesNow()).toEqual(["c", "a", "b"]);
    const other = await makeTag(await makeGroup());
    const refused = await member.put(`/tag-groups/${group}/order`, { tag_ids: [a, other] });
    expect(refused.status).toBe(422);
    expect(violationsOf(refused.body)).toEqual(["body.tag_ids.1: value_error"]);
    expect(await namesNow()).toEqual(["c", "a", "b"]);
  });

  test("count each card once for its group, archived ones too", async () => {
    const group = await makeGroup();
    const [a, b, unused] = [await makeTag(group), await makeTag(group), await makeTag(group)];
    const card = await makeCard(admin, { type: "Widget" });
    const archived = await makeCard(admin, { type: "Widget" });
    await put(card, a, b);
    await put(archived, a);
    await admin.post(`/cards/${archived.id}/archive`);
    const { body } = await member.get("/tag-groups/usage");
    expect(body).toContainEqual({
      tag_group_id: group,
      card_count: 2,
      tags: [
        { tag_id: a, card_count: 2 },
        { tag_id: b, card_count: 1 },
        { tag_id: unused, card_count: 0 },
      ],
    });
  });
});

describe("tag groups", () => {
  test("are created with defaults, listed by name with their tags, changed and deleted", async () => {
    const made = await step({
      as: member,
      method: "POST",
      path: "/tag-groups",
      body: { name: "zebra" },
      status: 201,
      events: ({ id }) => [{ event_type: "tag_group.created", data: { id, name: "zebra" }, user_id: member.userId }],
    });
    const { id } = made.body;
    expect(made.body).toEqual({ id, name: "zebra" });
    const group = { id, name: "zebra", description: null, mode: "multi", mandatory: false, restrict_to_types: null };
    expect(await listed(id)).toEqual({ ...group, tags: [] });
    const changes = { description: "D", mode: "single", mandatory: "yes", restrict_to_types: ["Widget", "Widget"] };
    const changed = { ...group, ...changes, mandatory: true, restrict_to_types: ["Widget"] };
    const cleared = { description: null, restrict_to_types: null };
    const change = { as: member, method: "PATCH", path: `/tag-groups/${id}`, status: 200 } as const;
    const updated = (changes: object) => ({ event_type: "tag_group.updated", data: { id, changes } });
    await step({
      ...change,
      body: changes,
      equals: changed,
      events: [updated({ mode: { old: "multi", new: "single" } })],
    });
    await step({ ...change, body: { name: "zebra" }, equals: changed, events: [] });
    await step({
      ...change,
      body: cleared,
      equals: { ...changed, ...cleared },
      events: [updated({ description: { old: "D", new: null } })],
    });
    await step({
      as: member,
      method: "DELETE",
      path: `/tag-groups/${id}`,
      status: 204,
      events: [{ event_type: "tag_group.deleted", data: { id, name: "zebra" } }],
    });
    expect(await listed(id)).toBeUndefined();
  });

  test("are listed by name in any case, with tags by position and name, and paged", async () => {
    const [b, a, c] = [
      await makeGroup({ name: "!b" }),
      await makeGroup({ name: "!A" }),
      await makeGroup({ name: "!C" }),
    ];
    for (const name of ["beta", "Alpha", "Gamma"]) await makeTag(b, name);
    const { body, headers } = await member.get("/tag-groups?page=1&page_size=3");
    expect(body.map((group: { id: string }) => group.id)).toEqual([a, b, c]);
    expect(body[1].tags.map((tag: { name: string }) => tag.name)).toEqual(["Alpha", "beta", "Gamma"]);
    expect(Number(headers.get("x-total-count"))).toBeGreaterThanOrEqual(3);
  });

  const invalid: [what: string, body: object, where: string][] = [
    ["an empty name", { name: "" }, "body.name: string_too_short"],
    ["a blank name", { name: "  " }, "body.name: value_error"],
    ["a name that is too long", { name: "x".repeat(201) }, "body.name: string_too_long"],
    ["a name that is null", { name: null }, "body.name: string_type"],
    ["an unknown mode", { name: "A", mode: "many" }, "body.mode: literal_error"],
    ["a mode that is null", { name: "A", mode: null }, "body.mode: literal_error"],
    ["a flag that is null", { name: "A", mandatory: null }, "body.mandatory: bool_type"],
    ["types that are text", { name: "A", restrict_to_types: "Widget" }, "body.restrict_to_types: list_type"],
    ["a type that is no text", { name: "A", restrict_to_types: [1] }, "body.restrict_to_types.0: string_type"],
  ];
  test.each(invalid)("are refused with %s", async (_what, body, where) => {
    const id = await makeGroup();
    for (const request of [
      { method: "POST", path: "/tag-groups" },
      { method: "PATCH", path: `/tag-groups/${id}` },
    ] as const) {
      const answer = await step({ as: member, ...request, body, status: 422, events: [] });
      expect(violationsOf(answer.body)).toEqual([where]);
    }
  });
});

describe("tags of a group", () => {
  test("are created, changed and deleted", async () => {
    const group = await makeGroup({ name: "Colours" });
    const made = await step({
      as: member,
      method: "POST",
      path: `/tag-groups/${group}/tags`,
      body: { name: "Red", color: "#f00" },
      status: 201,
      events: ({ id }) => [{ event_type: "tag.created", data: { id, name: "Red", group_name: "Colours" } }],
    });
    const { id } = made.body;
    expect(made.body).toEqual({ id, name: "Red", description: null, color: "#f00" });
    const path = `/tag-groups/${group}/tags/${id}`;
    const tag = { id, name: "Red", description: "Warm", color: null, tag_group_id: group };
    const change = { as: member, method: "PATCH", path, status: 200, equals: tag } as const;
    await step({
      ...change,
      body: { color: null, description: "Warm" },
      events: [{ event_type: "tag.updated", data: { id, changes: { color: { old: "#f00", new: null } } } }],
    });
    await step({ ...change, body: {}, events: [] });
    expect((await listed(group)).tags).toEqual([tag]);
    await put(await makeCard(admin, { type: "Widget" }), id);
    await step({
      as: member,
      method: "DELETE",
      path,
      status: 204,
      events: [{ event_type: "tag.deleted", data: { id, name: "Red", assignments_removed: 1 } }],
    });
    expect((await listed(group)).tags).toEqual([]);
  });

  test("are removed from cards when they are deleted, with their group or without", async () => {
    const group = await makeGroup();
    const tags = [await makeTag(group), await makeTag(group)];
    const card = await makeCard(admin, { type: "Widget" });
    await put(card, ...tags);
    await member.delete(`/tag-groups/${group}/tags/${tags[0]}`);
    expect(await tagsOn(card)).toEqual([tags[1] as string]);
    await member.delete(`/tag-groups/${group}`);
    expect(await tagsOn(card)).toEqual([]);
  });

  test.each([
    [{ name: "" }, "body.name: string_too_short"],
    [{ name: " " }, "body.name: value_error"],
    [{ name: "x".repeat(201) }, "body.name: string_too_long"],
    [{ name: "A", color: "x".repeat(21) }, "body.color: string_too_long"],
    [{ name: null }, "body.name: string_type"],
  ])("are refused with %j", async (body, where) => {
    const group = await makeGroup();
    const tag = await makeTag(group);
    for (const request of [
      { method: "POST", path: `/tag-groups/${group}/tags` },
      { method: "PATCH", path: `/tag-groups/${group}/tags/${tag}` },
    ] as const) {
      const answer = await step({ as: member, ...request, body, status: 422, events: [] });
      expect(violationsOf(answer.body)).toEqual([where]);
    }
  });

  test("are found in their own group only", async () => {
    const [group, other] = [await makeGroup(), await makeGroup()];
    const tag = await makeTag(group);
    const missing = async (path: string, what: string, methods: readonly ("POST" | "PATCH" | "DELETE")[]) => {
      for (const method of methods) {
        const body = method === "DELETE" ? undefined : { name: "A" };
        await step({
          as: member,
          method,
          path,
          body,
          status: 404,
          equals: { detail: `${what} not found` },
          events: [],
        });
      }
    };
    for (const path of [`${other}/tags/${tag}`, `${group}/tags/${stranger}`, `${group}/tags/x`, `x/tags/${tag}`])
      await missing(`/tag-groups/${path}`, "Tag", ["PATCH", "DELETE"]);
    for (const id of [stranger, "nonsense"]) {
      await missing(`/tag-groups/${id}/tags`, "Tag group", ["POST"]);
      await missing(`/tag-groups/${id}`, "Tag group", ["PATCH", "DELETE"]);
    }
  });
});

describe("the tags of a card", () => {
  test("are assigned and removed, each with an event in the card's history", async () => {
    const group = await makeGroup({ name: "Stack" });
    const [one, two] = [await makeTag(group, "One"), await makeTag(group, "Two")];
    const card = await makeCard(admin, { type: "Widget" });
    const add = { as: member, method: "POST", path: `/cards/${card.id}/tags`, status: 201 } as const;
    const data = { id: card.id, tag_id: one, tag_name: "One", group_name: "Stack" };
    const summary = expect.stringContaining("One");
    await step({
      ...add,
      body: [one, one.toUpperCase(), one],
      equals: { status: "ok" },
      events: [{ event_type: "card.tagged", card_id: card.id, data: { ...data, summary } }],
    });
    await step({
      ...add,
      body: [one, two],
      events: [{ event_type: "card.tagged", card_id: card.id, data: { tag_id: two } }],
    });
    expect(await tagsOn(card)).toEqual([one, two].sort());
    await step({ ...add, body: [], events: [] });
    const remove = (tag: string) =>
      ({ as: member, method: "DELETE", path: `/cards/${card.id}/tags/${tag}`, status: 204 }) as const;
    await step({ ...remove(one), events: [{ event_type: "card.untagged", card_id: card.id, data }] });
    for (const tag of [one, stranger, "nonsense"]) await step({ ...remove(tag), events: [] });
    expect(await tagsOn(card)).toEqual([two]);
    const { body } = await admin.get(`/cards/${card.id}/history`);
    expect(body[0]).toMatchObject({ event_type: "card.untagged", user_display_name: expect.any(String) });
  });

  test("are replaced by the last one in a group that allows only one", async () => {
    const group = await makeGroup({ mode: "single" });
    const other = await makeGroup();
    const [one, two, three] = [await makeTag(group), await makeTag(group), await makeTag(group)];
    const unrelated = await makeTag(other);
    const card = await makeCard(admin, { type: "Widget" });
    await put(card, one, unrelated);
    const add = { as: member, method: "POST", path: `/cards/${card.id}/tags`, status: 201 } as const;
    await step({
      ...add,
      body: [two, three],
      events: [
        { event_type: "card.untagged", data: { tag_id: one } },
        { event_type: "card.tagged", data: { tag_id: three } },
      ],
    });
    expect(await tagsOn(card)).toEqual([unrelated, three].sort());
    await step({ ...add, body: [three], events: [] });
    expect(await tagsOn(card)).toEqual([unrelated, three].sort());
  });

  test("remain until one is assigned when a group has several already", async () => {
    const group = await makeGroup();
    const [one, two] = [await makeTag(group), await makeTag(group)];
    const card = await makeCard(admin, { type: "Widget" });
    await put(card, one, two);
    await member.patch(`/tag-groups/${group}`, { mode: "single" });
    expect(await tagsOn(card)).toEqual([one, two].sort());
    await put(card, one);
    expect(await tagsOn(card)).toEqual([one]);
  });

  test("are refused for other card types than those of their group, all or nothing", async () => {
    const group = await makeGroup({ name: "Only Gadgets", restrict_to_types: ["Gadget"] });
    const [special, usual] = [await makeTag(group), await makeTag(await makeGroup({ restrict_to_types: [] }))];
    const [widget, gadget] = [await makeCard(admin, { type: "Widget" }), await makeCard(admin, { type: "Gadget" })];
    const refused = await put(widget, usual, special);
    expect([refused.status, ...violationsOf(refused.body)]).toEqual([422, "body.1: value_error"]);
    expect(refused.body.detail[0].msg).toContain("Only Gadgets");
    expect(await tagsOn(widget)).toEqual([]);
    expect((await put(gadget, usual, special)).status).toBe(201);
    await member.patch(`/tag-groups/${group}`, { restrict_to_types: ["Widget"] });
    expect(await tagsOn(gadget)).toEqual([special, usual].sort());
    expect((await put(gadget, special)).status).toBe(201);
    expect((await put(widget, special)).status).toBe(201);
  });

  test("can be assigned to an archived card", async () => {
    const [id] = storedCards([{ type: "Widget", name: "Old", status: "ARCHIVED" }]) as [string];
    expect((await put({ id }, await makeTag(await makeGroup()))).status).toBe(201);
  });

  test("are unchanged when the card or a tag is unknown", async () => {
    const tag = await makeTag(await makeGroup());
    const card = await makeCard(admin, { type: "Widget" });
    const refused = (id: string, body: unknown, status: number) =>
      step({ as: member, method: "POST", path: `/cards/${id}/tags`, body, status, events: [] });
    for (const id of [stranger, "nonsense"])
      expect((await refused(id, [tag], 404)).body).toEqual({ detail: "Card not found" });
    expect((await refused(card.id, [tag, stranger], 404)).body).toEqual({ detail: "Tag not found" });
    expect(violationsOf((await refused(card.id, [tag, "nonsense"], 422)).body)).toEqual(["body.1: uuid_parsing"]);
    expect(violationsOf((await refused(card.id, [7], 422)).body)).toEqual(["body.0: string_type"]);
    await refused(card.id, { tags: [tag] }, 422);
    await refused(card.id, Array(501).fill(tag), 422);
    expect(await tagsOn(card)).toEqual([]);
  });
});

describe("a mandatory tag group", () => {
  test("counts for the data quality, from its first tag to its last", async () => {
    const type = cardType(unique("Rated"));
    const other = await makeCard(admin, { type: cardType(unique("Unrated")), description: "d" });
    const card = await makeCard(admin, { type, description: "d" });
    expect(await quality(card)).toBe(50);
    const group = await makeGroup({ mandatory: true, restrict_to_types: [type] });
    expect(await quality(card)).toBe(50);
    const [one, two] = [await makeTag(group), await makeTag(group)];
    expect(await quality(card)).toBe(33.3);
    await put(card, one);
    expect(await quality(card)).toBe(66.7);
    await member.delete(`/tag-groups/${group}/tags/${one}`);
    expect(await quality(card)).toBe(33.3);
    await put(card, two);
    await member.delete(`/cards/${card.id}/tags/${two}`);
    expect(await quality(card)).toBe(33.3);
    await member.patch(`/tag-groups/${group}`, { mandatory: false });
    expect(await quality(card)).toBe(50);
    await member.patch(`/tag-groups/${group}`, { mandatory: true });
    expect(await quality(card)).toBe(33.3);
    expect(await quality(other)).toBe(50);
    await member.patch(`/tag-groups/${group}`, { restrict_to_types: null });
    expect(await quality(other)).toBe(33.3);
    await member.delete(`/tag-groups/${group}/tags/${two}`);
    expect([await quality(card), await quality(other)]).toEqual([50, 50]);
    await makeTag(group);
    expect(await quality(card)).toBe(33.3);
    await member.delete(`/tag-groups/${group}`);
    expect([await quality(card), await quality(other)]).toEqual([50, 50]);
  });

  test("is named by its present name when it blocks an approval", async () => {
    const type = cardType(unique("Asked"));
    const group = await makeGroup({ mandatory: true, restrict_to_types: [type] });
    await makeTag(group);
    const card = await makeCard(admin, { type });
    await member.patch(`/tag-groups/${group}`, { name: "Renamed" });
    const { status, body } = await admin.post(`/cards/${card.id}/approval-status?action=approve`);
    expect([status, body.detail.missing_tag_groups]).toEqual([400, [{ id: group, name: "Renamed" }]]);
  });
});

describe("the right to tag a card", () => {
  test("is needed to learn whether a card exists", async () => {
    const viewer = await server.as("viewer");
    const path = `/cards/${stranger}/tags`;
    await step({ as: viewer, method: "POST", path, body: ["rubbish"], status: 403, events: [] });
    await step({ as: member, method: "POST", path, body: ["rubbish"], status: 404, events: [] });
    await step({ as: member, method: "DELETE", path: `${path}/${stranger}`, status: 204, events: [] });
  });

  test("is given by a stakeholder role that grants card.edit", async () => {
    const { tags } = tagGroup(unique("Parts "), ["T"]);
    const card = await makeCard(admin, { type: "Widget" });
    const [editor, reader] = [await server.as("viewer"), await server.as("viewer")];
    stakeholder(card.id, editor.userId, "editor");
    stakeholder(card.id, reader.userId, "reader");
    const other = await makeCard(admin, { type: "Widget" });
    expect((await editor.post(`/cards/${card.id}/tags`, tags)).status).toBe(201);
    expect((await editor.delete(`/cards/${card.id}/tags/${tags[0]}`)).status).toBe(204);
    expect((await editor.post(`/cards/${other.id}/tags`, tags)).status).toBe(403);
    expect((await reader.post(`/cards/${card.id}/tags`, tags)).status).toBe(403);
    expect((await reader.delete(`/cards/${card.id}/tags/${tags[0]}`)).status).toBe(403);
  });
});
