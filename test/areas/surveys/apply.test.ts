/** Applying responses: what they change, what is published, what is refused, and how it is undone. */
import { beforeAll, describe, expect, test } from "bun:test";
import { cardNumber, statement } from "../../../db";
import { batchAbout } from "../../support/batches";
import type { Client } from "../../support/client";
import { cardNow, makeCard, relate, relationType, role, unique } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { testServer } from "../../support/server";
import { attribute, type Body, COST, createTypes, ownedTool, PARTS, propose, RELATION, sent, UNKNOWN } from "./support";

const server = testServer();
let admin: Client;
let owner: Client;
beforeAll(async () => {
  createTypes();
  admin = await server.as("admin");
  owner = await server.as("viewer");
});

const FIELDS = ["vendor", "users", "annualCost", "site", "fit"].map((key) => attribute(key));

/** Applies responses. @returns the report, and the events other than those of notifications */
async function apply(survey: Body, ids: readonly string[], by = admin): Promise<{ report: Body; events: Body[] }> {
  const before = lastEvent();
  const { status, body } = await by.post(`/surveys/${survey.id}/apply`, { response_ids: ids });
  expect({ status, body }).toMatchObject({ status: 200 });
  return {
    report: body,
    events: eventsAfter(before).filter(({ event_type }) => event_type !== "notification.created"),
  };
}

/** Returns the cards to which relations from a card lead, archived ones included. */
const relatedTo = (card: Body): string[] =>
  statement<{ id: string }>(
    `SELECT t.id FROM relations r JOIN cards t ON t.seq = r.target_seq WHERE r.source_seq = ${cardNumber()} ORDER BY t.id`,
  )
    .all(card.id)
    .map(({ id }) => id);

describe("proposed attributes", () => {
  test("are merged into those of the card, with one event, and update quality and approval", async () => {
    const card = await ownedTool(admin, owner, { attributes: { vendor: "Old", fit: "good" } });
    await admin.post(`/cards/${card.id}/approval-status?action=approve`);
    const survey = await sent(admin, [card], { fields: FIELDS });
    const response_id = await propose(owner, survey, card, { vendor: "New", users: "12", fit: null });
    await admin.patch(`/cards/${card.id}`, { attributes: { vendor: "Between", fit: "good" } });
    await admin.post(`/cards/${card.id}/approval-status?action=approve`);
    const before = await cardNow(admin, card.id);

    const { report, events } = await apply(survey, [response_id]);
    expect(report).toEqual({ applied: 1, errors: [] });
    expect(events).toEqual([
      {
        event_type: "card.updated",
        card_id: card.id,
        user_id: admin.userId as string,
        data: {
          id: card.id,
          changes: { attr_vendor: { old: "Between", new: "New" }, attr_users: { old: null, new: 12 } },
          source: "survey_response",
          survey_id: survey.id,
          response_id,
        },
      },
    ]);
    const after = await cardNow(admin, card.id);
    expect(after).toMatchObject({
      attributes: { vendor: "New", users: 12, fit: "good" },
      approval_status: "BROKEN",
      updated_by: admin.userId,
    });
    expect(after.data_quality).toBeGreaterThan(before.data_quality);
    const counters = { total_responses: 1, completed_responses: 1, applied_responses: 1 };
    expect((await admin.get(`/surveys/${survey.id}`)).body).toMatchObject(counters);
    expect((await admin.get(`/surveys/${survey.id}/responses`)).body).toMatchObject([
      { applied: true, applied_at: expect.any(String) },
    ]);
  });

  test("are calculated anew by formulas that depend on them", async () => {
    const calculation = await admin.post("/calculations", {
      name: unique("Doubled "),
      target_type_key: "Tool",
      target_field_key: "annualCost",
      formula: "(data.users or 0) * 2",
    });
    await admin.post(`/calculations/${calculation.body.id}/activate`, {});
    const card = await ownedTool(admin, owner);
    const survey = await sent(admin, [card], { fields: FIELDS });
    await apply(survey, [await propose(owner, survey, card, { users: 21 })]);
    expect((await cardNow(admin, card.id)).attributes).toMatchObject({ users: 21, annualCost: 42 });
    await admin.delete(`/calculations/${calculation.body.id}`);
  });

  test("change nothing when they are confirmed, missing or equal, and the response counts as applied", async () => {
    const card = await ownedTool(admin, owner, { attributes: { vendor: "Acme" } });
    const survey = await sent(admin, [card], { fields: FIELDS });
    const { body } = await owner.post(`/surveys/${survey.id}/respond/${card.id}`, {
      responses: {
        vendor: { new_value: "Acme" },
        fit: { new_value: "bad", confirmed: true },
        users: { new_value: null },
      },
    });
    const { report, events } = await apply(survey, [body.response_id]);
    expect({ report, events }).toEqual({ report: { applied: 1, errors: [] }, events: [] });
    expect((await cardNow(admin, card.id)).attributes).toEqual({ vendor: "Acme" });
  });

  test("are applied in the given order when several users propose them, each with its event", async () => {
    const second = await server.as("viewer");
    const card = await ownedTool(admin, owner);
    await admin.post(`/cards/${card.id}/stakeholders`, { user_id: second.userId, role: "owner" });
    const survey = await sent(admin, [card], { fields: FIELDS });
    const ids = [
      await propose(second, survey, card, { vendor: "Second" }),
      await propose(owner, survey, card, { vendor: "First", users: 3 }),
    ];
    const { report, events } = await apply(survey, ids);
    expect(report.applied).toBe(2);
    expect(events.map(({ data }) => data.changes)).toEqual([
      { attr_vendor: { old: null, new: "Second" } },
      { attr_vendor: { old: "Second", new: "First" }, attr_users: { old: null, new: 3 } },
    ]);
    expect((await cardNow(admin, card.id)).attributes).toEqual({ vendor: "First", users: 3 });
  });
});

describe("a response that can't be applied", () => {
  test("is reported in the given order, and doesn't prevent the others", async () => {
    const cards = [await ownedTool(admin, owner), await ownedTool(admin, owner), await ownedTool(admin, owner)];
    const survey = await sent(admin, cards, { fields: FIELDS });
    const elsewhere = await sent(admin, [cards[0]], { fields: FIELDS });
    const foreign = await propose(owner, elsewhere, cards[0], { vendor: "Foreign" });
    const good = await propose(owner, survey, cards[0], { vendor: "Good" });
    const unsafe = await propose(owner, survey, cards[1], { vendor: "Lost", site: "javascript:alert(1)" });
    const responses = (await admin.get(`/surveys/${survey.id}/responses?status=pending`)).body;
    const pending = responses[0].id;
    const { report, events } = await apply(survey, [UNKNOWN, foreign, pending, unsafe, good, good]);
    expect(report).toEqual({
      applied: 1,
      errors: [
        { response_id: UNKNOWN, error: "Not found" },
        { response_id: foreign, error: "Not found" },
        { response_id: pending, error: "Response not completed" },
        { response_id: unsafe, error: expect.stringContaining("site") },
        { response_id: good, error: "Already applied" },
      ],
    });
    expect(events.map(({ event_type, card_id }) => [event_type, card_id])).toEqual([["card.updated", cards[0].id]]);
    expect((await cardNow(admin, cards[1].id)).attributes).not.toHaveProperty("vendor");
    expect((await apply(survey, [good])).report.errors).toEqual([{ response_id: good, error: "Already applied" }]);
    expect((await admin.post(`/surveys/${UNKNOWN}/apply`, { response_ids: [good] })).status).toBe(404);
    expect((await admin.post(`/surveys/${survey.id}/apply`, { response_ids: ["x"] })).status).toBe(422);
  });

  test("is reported when it changes costs that its applicant may not see", async () => {
    const manager = await server.as(role("surveys.manage"));
    const card = await ownedTool(admin, owner, { attributes: { annualCost: COST } });
    const survey = await sent(admin, [card], { fields: FIELDS });
    const id = await propose(owner, survey, card, { annualCost: 5, vendor: "Acme" });
    const { report, events } = await apply(survey, [id], manager);
    expect(report).toEqual({
      applied: 0,
      errors: [{ response_id: id, error: "Not enough permissions for costs: annualCost" }],
    });
    expect(events).toEqual([]);
    expect((await apply(survey, [id])).report.applied).toBe(1);
    expect((await cardNow(admin, card.id)).attributes).toEqual({ annualCost: 5, vendor: "Acme" });
    const { body } = await (await server.as("viewer")).get(`/cards/${card.id}/history`);
    expect(JSON.stringify(body)).not.toContain("annualCost");
    expect(JSON.stringify(body)).toContain("attr_vendor");
  });

  test("is applied by only one of two concurrent requests", async () => {
    const card = await ownedTool(admin, owner);
    const survey = await sent(admin, [card], { fields: FIELDS });
    const response_ids = [await propose(owner, survey, card, { vendor: "Once" })];
    const answers = await Promise.all([1, 2].map(() => admin.post(`/surveys/${survey.id}/apply`, { response_ids })));
    expect(answers.map(({ body }) => body.applied).toSorted()).toEqual([0, 1]);
  });

  test("is applied again after it was submitted again, also after the survey is closed", async () => {
    const card = await ownedTool(admin, owner);
    const survey = await sent(admin, [card], { fields: FIELDS });
    const id = await propose(owner, survey, card, { vendor: "Wrong" });
    await apply(survey, [id]);
    await propose(owner, survey, card, { vendor: "Right" });
    expect((await admin.get(`/surveys/${survey.id}`)).body.applied_responses).toBe(0);
    await admin.post(`/surveys/${survey.id}/close`, {});
    expect((await apply(survey, [id])).report.applied).toBe(1);
    expect((await cardNow(admin, card.id)).attributes).toEqual({ vendor: "Right" });
  });
});

describe("proposed relations", () => {
  const part = (name = unique("Part ")) => makeCard(admin, { type: "Part", name });

  test("replace the former relations, with events on both ends", async () => {
    const card = await ownedTool(admin, owner);
    const [remaining, dropped, added, archived, hidden] = [
      await part(),
      await part(),
      await part(),
      await part(),
      await part(),
    ];
    for (const one of [remaining, dropped, hidden]) await relate(admin, RELATION, card, one);
    for (const one of [archived, hidden]) await admin.post(`/cards/${one.id}/archive`, {});
    const stranger = await ownedTool(admin, owner);
    const survey = await sent(admin, [card], { fields: [PARTS] });
    const proposed = [
      { id: remaining.id, name: "any" },
      added.id,
      archived.id,
      UNKNOWN,
      stranger.id,
      "x",
      7,
      null,
      { id: 1 },
    ];
    const id = await propose(owner, survey, card, { [PARTS.key]: proposed });

    const { report, events } = await apply(survey, [id]);
    expect(report).toEqual({ applied: 1, errors: [] });
    expect(relatedTo(card)).toEqual([remaining.id, added.id, hidden.id].toSorted());
    expect(events.map(({ event_type, card_id }) => [event_type, card_id])).toEqual([
      ["relation.deleted", card.id],
      ["relation.deleted", dropped.id],
      ["relation.created", card.id],
      ["relation.created", added.id],
    ]);
    for (const { data } of events)
      expect(data).toMatchObject({ type: RELATION, source_id: card.id, source: "survey_response" });
    expect(events[2].data).toMatchObject({ direction: "outgoing", peer_id: added.id });
  });

  test("can be proposed from their target, too", async () => {
    const tool = await makeCard(admin, { type: "Tool" });
    const one = await part();
    const field = { ...PARTS, key: `rel:${RELATION}:incoming`, direction: "incoming" };
    await admin.post("/metamodel/types/Part/stakeholder-roles", { key: "owner", label: "Owner" });
    await admin.post(`/cards/${one.id}/stakeholders`, { user_id: owner.userId, role: "owner" });
    const survey = await sent(admin, [one], { target_type_key: "Part", fields: [field] });
    await apply(survey, [await propose(owner, survey, one, { [field.key]: [{ id: tool.id }] })]);
    expect(relatedTo(tool)).toEqual([one.id]);
    await propose(owner, survey, one, { [field.key]: [] });
    const [{ id }] = (await admin.get(`/surveys/${survey.id}/responses`)).body;
    await apply(survey, [id]);
    expect(relatedTo(tool)).toEqual([]);
  });

  test.each([
    ["that its cardinality doesn't allow", "1:1", "Tool", /Cardinality 1:1/],
    ["that starts at cards of another type", "n:m", "Part", /must be a card of type Part/],
  ])("prevent the whole response when they are of a type %s", async (_, cardinality, source, error) => {
    const type = relationType(unique("relNarrow"), source, "Part", { cardinality } as never);
    const card = await ownedTool(admin, owner);
    const field = { ...PARTS, key: "narrow", relation_type_key: type };
    const survey = await sent(admin, [card], { fields: [attribute("vendor"), field] });
    const ids = [(await part()).id, (await part()).id];
    const response = await propose(owner, survey, card, { vendor: "Lost", narrow: ids });
    const { report, events } = await apply(survey, [response]);
    expect(report).toEqual({ applied: 0, errors: [{ response_id: response, error: expect.stringMatching(error) }] });
    expect(events).toEqual([]);
    expect((await cardNow(admin, card.id)).attributes).toEqual({});
    expect(relatedTo(card)).toEqual([]);
  });

  test("are reported when their type is unknown, and ignored when they are no list", async () => {
    const card = await ownedTool(admin, owner);
    const one = await part();
    await relate(admin, RELATION, card, one);
    const gone = { ...PARTS, key: "gone", relation_type_key: "relGone" };
    const survey = await sent(admin, [card], { fields: [PARTS, gone] });
    const id = await propose(owner, survey, card, { [PARTS.key]: "everything", gone: "nothing" });
    expect((await apply(survey, [id])).report.applied).toBe(1);
    expect(relatedTo(card)).toEqual([one.id]);
    await propose(owner, survey, card, { gone: [] });
    const { report } = await apply(survey, [id]);
    expect(report.errors).toEqual([{ response_id: id, error: "Unknown relation type: relGone" }]);
  });
});

test("an application is one batch, whose undo restores attributes, approval and relations", async () => {
  const cards = [await ownedTool(admin, owner, { attributes: { vendor: "Old" } }), await ownedTool(admin, owner)];
  const [before, wanted] = [await makeCard(admin, { type: "Part" }), await makeCard(admin, { type: "Part" })];
  const relation = await relate(admin, RELATION, cards[0], before);
  await admin.post(`/cards/${cards[0].id}/approval-status?action=approve`);
  const survey = await sent(admin, cards, { fields: [...FIELDS, PARTS] });
  const ids = [
    await propose(owner, survey, cards[0], { vendor: "New", [PARTS.key]: [{ id: wanted.id }] }),
    await propose(owner, survey, cards[1], { users: 4 }),
  ];
  expect((await apply(survey, ids)).report.applied).toBe(2);
  const batches = [batchAbout(cards[0].id), batchAbout(cards[1].id), batchAbout(relation.id)];
  expect(new Set(batches).size).toBe(1);
  const { status, body } = await admin.post(`/mutation-batches/${batches[0]}/rollback`, { dry_run: false });
  expect({ status, body }).toMatchObject({ status: 200 });
  expect(await cardNow(admin, cards[0].id)).toMatchObject({
    attributes: { vendor: "Old" },
    approval_status: "APPROVED",
  });
  expect((await cardNow(admin, cards[1].id)).attributes).toEqual({});
  expect(relatedTo(cards[0])).toEqual([before.id]);
});
