/** Surveys as their authors handle them: drafts, preview, sending, closing. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { badgeCounts } from "../../../src/core/notify/badges";
import type { Client } from "../../support/client";
import {
  makeCard,
  relate,
  role,
  stakeholder,
  storedCards,
  tagCard,
  tagGroup,
  unique,
  violationsOf,
} from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { testServer } from "../../support/server";
import {
  attribute,
  type Body,
  COST,
  createDraft,
  createTypes,
  ownedTool,
  RELATION,
  ROLE,
  sent,
  UNKNOWN,
} from "./support";

const server = testServer();
let admin: Client;
let owner: Client;
let other: Client;
beforeAll(async () => {
  createTypes();
  admin = await server.as("admin");
  owner = await server.as("viewer");
  other = await server.as("viewer");
});

describe("the draft of a survey", () => {
  test("is created with the given fields, and has no counters", async () => {
    const filters = { attribute_filters: [{ key: "vendor", op: "is_empty" }], related_type: "Part" };
    const draft = await createDraft(admin, {
      name: "Vendors",
      description: "Yearly",
      message: "Please look",
      target_filters: filters,
      fields: [attribute("vendor", { extra: { kept: true } })],
    });
    expect(draft).toMatchObject({
      name: "Vendors",
      description: "Yearly",
      message: "Please look",
      status: "draft",
      target_type_key: "Tool",
      target_filters: filters,
      target_roles: [ROLE],
      fields: [attribute("vendor", { extra: { kept: true } })],
      created_by: admin.userId,
      creator_name: expect.any(String),
      sent_at: null,
      closed_at: null,
    });
    expect(draft).not.toHaveProperty("total_responses");
    const counters = { total_responses: 0, completed_responses: 0, applied_responses: 0 };
    expect((await admin.get(`/surveys/${draft.id}`)).body).toEqual({ ...draft, ...counters });
  });

  test("has empty texts and lists by default", async () => {
    const { body } = await admin.post("/surveys", { name: "Bare", target_type_key: "Tool" });
    expect(body).toMatchObject({ description: "", message: "", target_filters: {}, target_roles: [], fields: [] });
  });

  test.each([
    ["an unknown card type", { target_type_key: "Nothing" }, 400, "Unknown card type: Nothing"],
    ["no name", { name: undefined }, 422, ["body.name: missing"]],
    ["a name that is too long", { name: "x".repeat(501) }, 422, ["body.name: string_too_long"]],
    ["a field without a key", { fields: [{ label: "x" }] }, 422, ["body.fields.0.key: missing"]],
    ["a field that is none", { fields: ["vendor"] }, 422, ["body.fields.0: model_attributes_type"]],
    [
      "an id that is none",
      { target_filters: { card_ids: ["x"] } },
      422,
      ["body.target_filters.card_ids.0: uuid_parsing"],
    ],
  ])("is refused with %s", async (_, fields, status, detail) => {
    const body = { name: "Refused", target_type_key: "Tool", ...fields };
    const before = lastEvent();
    const answer = await admin.post("/surveys", body);
    expect(answer.status).toBe(status);
    if (typeof detail === "string") expect(answer.body.detail).toBe(detail);
    else expect(violationsOf(answer.body)).toEqual(detail);
    expect(eventsAfter(before)).toEqual([]);
  });

  test("is updated field by field, without an event; null leaves a field as it is", async () => {
    const draft = await createDraft(admin, { message: "Before" });
    const before = lastEvent();
    const changes = { name: "After", message: null, fields: [attribute("users")], target_roles: null };
    const { status, body } = await admin.patch(`/surveys/${draft.id}`, changes);
    expect(status).toBe(200);
    expect(body).toEqual({ ...draft, name: "After", fields: [attribute("users")], updated_at: expect.any(String) });
    expect(body.updated_at > draft.updated_at).toBe(true);
    expect((await admin.patch(`/surveys/${draft.id}`, { target_type_key: "Nothing" })).status).toBe(400);
    expect((await admin.delete(`/surveys/${draft.id}`)).status).toBe(204);
    expect((await admin.get(`/surveys/${draft.id}`)).status).toBe(404);
    expect(eventsAfter(before)).toEqual([]);
  });

  test("can't be edited or deleted once it is sent", async () => {
    const { id } = await sent(admin, [await ownedTool(admin, owner)]);
    expect(await admin.patch(`/surveys/${id}`, { name: "Late" })).toMatchObject({
      status: 400,
      body: { detail: "Only draft surveys can be edited" },
    });
    expect((await admin.delete(`/surveys/${id}`)).status).toBe(400);
  });

  test.each([
    ["GET", ""],
    ["PATCH", ""],
    ["DELETE", ""],
    ["POST", "/preview"],
    ["POST", "/send"],
    ["POST", "/close"],
  ])("the request %s for an unknown survey%s is answered with 404", async (method, path) => {
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    for (const id of [UNKNOWN, "no-uuid"])
      expect(await admin.send(method, `/surveys/${id}${path}`, body)).toMatchObject({
        status: 404,
        body: { detail: "Survey not found" },
      });
  });
});

test("surveys are listed newest first, filtered by status, with their counters", async () => {
  const first = await createDraft(admin);
  const second = await sent(admin, [await ownedTool(admin, owner)]);
  const { body: all } = await admin.get("/surveys");
  expect(all.slice(0, 2).map((survey: Body) => survey.id)).toEqual([second.id, first.id]);
  const { body: active } = await admin.get("/surveys?status=active");
  expect(new Set(active.map((survey: Body) => survey.status))).toEqual(new Set(["active"]));
  expect(active[0]).toMatchObject({ id: second.id, total_responses: 1, completed_responses: 0, applied_responses: 0 });
  expect((await admin.get("/surveys?status=nothing")).body).toEqual([]);
  const { body: page, headers } = await admin.get("/surveys?page=1&page_size=1");
  expect(page).toHaveLength(1);
  expect(headers.get("x-total-count")).toBe(String(all.length));
});

describe("the preview of recipients", () => {
  const preview = async (fields: Record<string, unknown>, by = admin): Promise<Body> => {
    const { id } = await createDraft(admin, fields);
    const { status, body } = await by.post(`/surveys/${id}/preview`, {});
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const cardsOf = (body: Body): string[] => body.targets.map((target: Body) => target.card_id);

  test("names each card with its stakeholders once, without inactive users and archived cards", async () => {
    const gone = await server.as("viewer");
    transaction(() => statement("UPDATE users SET is_active = 0 WHERE id = ?").run(gone.userId as string));
    const [one, two] = [await ownedTool(admin, owner, { name: "Axe" }), await ownedTool(admin, owner, { name: "Bow" })];
    stakeholder(one.id, owner.userId, "observer");
    stakeholder(one.id, other.userId, "observer");
    stakeholder(two.id, gone.userId, ROLE);
    const archived = await ownedTool(admin, owner);
    await admin.post(`/cards/${archived.id}/archive`, {});
    const card_ids = [one.id, two.id, archived.id];

    const body = await preview({ target_filters: { card_ids } });
    expect(body).toMatchObject({
      total_cards: 2,
      total_users: 2,
      targets: [
        { card_id: one.id, card_name: "Axe", card_type: "Tool", users: [{ user_id: owner.userId, role: ROLE }] },
        {
          card_id: two.id,
          users: [{ user_id: owner.userId, display_name: expect.any(String), email: expect.any(String) }],
        },
      ],
    });
    const everybody = await preview({ target_filters: { card_ids }, target_roles: [] });
    expect(everybody).toMatchObject({ total_cards: 2, total_users: 3 });
    expect((await preview({ target_type_key: "Part" })).targets).toEqual([]);
  });

  test("combines filters by tags, relations and all other kinds", async () => {
    const { tags } = tagGroup(unique("Group "), ["red", "blue"]);
    const part = await makeCard(admin, { type: "Part" });
    const [tagged, related, both] = [
      await ownedTool(admin, owner, { name: "1" }),
      await ownedTool(admin, owner, { name: "2" }),
      await ownedTool(admin, owner, { name: "3" }),
    ];
    for (const card of [tagged, both]) tagCard(card.id, tags[0]);
    for (const card of [related, both]) await relate(admin, RELATION, card, part);
    expect(cardsOf(await preview({ target_filters: { tag_ids: tags } }))).toEqual([tagged.id, both.id]);
    expect(cardsOf(await preview({ target_filters: { related_ids: [part.id] } }))).toEqual([related.id, both.id]);
    const filters = { tag_ids: tags, related_ids: [part.id], card_ids: null };
    expect(cardsOf(await preview({ target_filters: filters }))).toEqual([both.id]);
  });

  test("can't be filtered by costs without the right to see them", async () => {
    const manager = await server.as(role("surveys.manage"));
    const target_filters = { attribute_filters: [{ key: "annualCost", op: "gt", value: COST - 1 }] };
    await ownedTool(admin, owner, { attributes: { annualCost: COST } });
    expect((await preview({ target_filters })).total_cards).toBe(1);
    const { id } = await createDraft(manager, { target_filters });
    for (const action of ["preview", "send"])
      expect((await manager.post(`/surveys/${id}/${action}`, {})).status).toBe(403);
  });

  test("compares text forms in attribute filters, as a naive reading of the contract does", async () => {
    const values = [
      "",
      "10",
      "9.5",
      "abc",
      "ABCdef",
      "true",
      " 7 ",
      "1e3",
      10,
      9.5,
      -3,
      0,
      true,
      false,
      null,
      ["a", "b"],
      { a: 1 },
    ];
    const cards: { id: string; value: unknown }[] = [{ id: (await ownedTool(admin, owner)).id, value: undefined }];
    for (const value of values)
      cards.push({ id: (await ownedTool(admin, owner, { attributes: { probe: value } })).id, value });
    const card_ids = cards.map(({ id }) => id);
    const textOf = (value: unknown) =>
      value === undefined || value === null ? undefined : typeof value === "string" ? value : JSON.stringify(value);
    const numberOf = (text: string) => (/^\s*-?\d+(\.\d+)?(e\d+)?\s*$/.test(text) ? Number(text) : undefined);
    const numeric = (compare: (one: number, two: number) => boolean) => (text: string | undefined, value: unknown) => {
      const [one, two] = [numberOf(text ?? ""), numberOf(String(value))];
      return two === undefined || (one !== undefined && compare(one, two));
    };
    const holds: Record<string, (text: string | undefined, value: unknown) => boolean> = {
      eq: (text, value) => text === textOf(value),
      ne: (text, value) => text !== undefined && text !== textOf(value),
      gt: numeric((one, two) => one > two),
      gte: numeric((one, two) => one >= two),
      lt: numeric((one, two) => one < two),
      lte: numeric((one, two) => one <= two),
      contains: (text, value) => text?.toLowerCase().includes(String(value).toLowerCase()) ?? false,
      is_empty: (text) => text === undefined || text === "",
      is_not_empty: (text) => text !== undefined && text !== "",
      unknown: () => true,
    };
    for (const [op, rule] of Object.entries(holds))
      for (const value of ["10", "abc", 9.5, true, "bcd"]) {
        const body = await preview({
          target_filters: { card_ids, attribute_filters: [{ key: "probe", op, value }] },
        });
        const expected = cards.filter((card) => rule(textOf(card.value), value)).map(({ id }) => id);
        expect({ op, value, cards: cardsOf(body).toSorted() }).toEqual({ op, value, cards: expected.toSorted() });
      }
    const ignored = [
      { op: "eq", value: "x" },
      { key: "probe", value: null },
      { key: "probe", op: "gt", value: "many" },
    ];
    expect(cardsOf(await preview({ target_filters: { card_ids, attribute_filters: ignored } }))).toHaveLength(
      cards.length,
    );
    const wildcards = [{ key: "probe", op: "contains", value: "a_c%f" }];
    expect(cardsOf(await preview({ target_filters: { card_ids, attribute_filters: wildcards } }))).toHaveLength(1);
  });
});

describe("the sending of a survey", () => {
  test("asks each stakeholder about each of their cards, and notifies them, the sender too", async () => {
    const manager = await server.as(role("surveys.manage", "surveys.respond", "notifications.manage"));
    const [one, two] = [await ownedTool(admin, owner), await ownedTool(admin, manager)];
    const before = lastEvent();
    const survey = await sent(manager, [one, two], { name: "Vendors", message: "Please look" });
    expect(survey).toMatchObject({
      status: "active",
      sent_at: expect.any(String),
      targets_created: 2,
      total_responses: 2,
      completed_responses: 0,
      applied_responses: 0,
    });
    expect(eventsAfter(before).map(({ event_type, data }) => [event_type, data["user_id"]])).toEqual(
      expect.arrayContaining([
        ["notification.created", owner.userId],
        ["notification.created", manager.userId],
      ]),
    );
    expect(eventsAfter(before)).toHaveLength(2);
    for (const [user, card] of [
      [owner, one],
      [manager, two],
    ] as const) {
      const [notification] = (await user.get("/notifications")).body.items;
      expect(notification).toMatchObject({
        type: "survey_request",
        title: "Survey: Vendors",
        message: "Please look",
        link: `/surveys/${survey.id}/respond/${card.id}`,
        data: { survey_id: survey.id, card_id: card.id },
        actor_id: manager.userId,
        card_id: null,
      });
    }
  });

  test.each([
    ["asks for no field", { fields: [] }, /field/],
    ["asks no role", { target_roles: [] }, /role/],
    ["reaches nobody", { target_roles: ["nobody"] }, /stakeholder/],
  ])("is refused when the survey %s, and changes nothing", async (_, fields, detail) => {
    const { id } = await createDraft(admin, fields);
    const before = lastEvent();
    const { status, body } = await admin.post(`/surveys/${id}/send`, {});
    expect(status).toBe(400);
    expect(body.detail).toMatch(detail);
    expect((await admin.get(`/surveys/${id}`)).body).toMatchObject({ status: "draft", total_responses: 0 });
    expect(eventsAfter(before)).toEqual([]);
  });

  test("reaches a limited number of recipients, which the preview checks beforehand", async () => {
    const ids = storedCards(Array.from({ length: 10_001 }, (_, place) => ({ type: "Tool", name: `Many ${place}` })));
    transaction(() =>
      statement(
        `INSERT INTO stakeholders (id, card_id, user_id, role, created_at)
         SELECT 'many ' || key, value, ?, 'crowd', '2026-01-01T00:00:00.000Z' FROM json_each(?)`,
      ).run(other.userId as string, JSON.stringify(ids)),
    );
    const { id } = await createDraft(admin, { target_roles: ["crowd"] });
    const { body } = await admin.post(`/surveys/${id}/preview`, {});
    expect(body).toMatchObject({ total_cards: 10_001, total_users: 10_001 });
    expect(body.targets).toHaveLength(10_000);
    const refusal = await admin.post(`/surveys/${id}/send`, {});
    expect(refusal).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("at most 10000 responses") },
    });
    transaction(() => statement("DELETE FROM stakeholders WHERE id = 'many 0'").run());
    const { status, body: survey } = await admin.post(`/surveys/${id}/send`, {});
    expect({ status, created: survey.targets_created }).toEqual({ status: 200, created: 10_000 });
    expect((await other.get("/notifications/badge-counts")).body.pending_surveys).toBe(10_000);
  });

  test("happens once, also for concurrent requests and for a closed survey", async () => {
    const card = await ownedTool(admin, owner);
    const { id } = await createDraft(admin, { target_filters: { card_ids: [card.id] } });
    const answers = await Promise.all([1, 2, 3].map(() => admin.post(`/surveys/${id}/send`, {})));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    await admin.post(`/surveys/${id}/close`, {});
    expect(await admin.post(`/surveys/${id}/send`, {})).toMatchObject({
      status: 400,
      body: { detail: "Survey has already been sent" },
    });
    expect((await admin.get(`/surveys/${id}`)).body.total_responses).toBe(1);
  });
});

test("the closing of a survey makes its open responses pending for nobody", async () => {
  const user = await server.as("viewer");
  const card = await ownedTool(admin, user);
  const draft = await createDraft(admin);
  expect((await admin.post(`/surveys/${draft.id}/close`, {})).status).toBe(400);
  const { id } = await sent(admin, [card]);
  const pending = async () => ({
    my: (await user.get("/surveys/my")).body.length,
    badge: (await user.get("/notifications/badge-counts")).body.pending_surveys,
    counted: badgeCounts(user.userId as string).pending_surveys,
  });
  expect(await pending()).toEqual({ my: 1, badge: 1, counted: 1 });
  const { status, body } = await admin.post(`/surveys/${id}/close`);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { status: "closed", closed_at: expect.any(String), total_responses: 1, completed_responses: 0 },
  });
  expect(await pending()).toEqual({ my: 0, badge: 0, counted: 0 });
  expect((await admin.get(`/surveys/${id}/responses`)).body).toMatchObject([{ status: "pending" }]);
  expect((await admin.post(`/surveys/${id}/close`, {})).status).toBe(400);
});
