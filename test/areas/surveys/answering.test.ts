/** Answering surveys: what is pending, the form of a card, and its submission. */
import { beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import type { Client } from "../../support/client";
import { makeCard, relate, role, stakeholder, violationsOf } from "../../support/factories";
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

test("a user sees the questions to answer by survey, the last survey first", async () => {
  const user = await server.as("viewer");
  const [one, two] = [await ownedTool(admin, user, { name: "Axe" }), await ownedTool(admin, user, { name: "Bow" })];
  const first = await sent(admin, [one, two], { name: "First", message: "Look" });
  const second = await sent(admin, [one], { name: "Second" });
  const { body } = await user.get("/surveys/my");
  expect(body).toMatchObject([
    { survey_id: second.id, pending_count: 1, items: [{ card_id: one.id, card_name: "Axe" }] },
    {
      survey_id: first.id,
      survey_name: "First",
      survey_message: "Look",
      survey_status: "active",
      target_type_key: "Tool",
      pending_count: 2,
      items: [{ card_name: "Bow" }, { response_id: expect.any(String), card_name: "Axe" }],
    },
  ]);
  await propose(user, second, one, { vendor: "Acme" });
  const left = (await user.get("/surveys/my")).body;
  expect(left.map((survey: Body) => survey.survey_id)).toEqual([first.id]);
  expect((await admin.get("/surveys/my")).body).toEqual([]);
});

describe("the form of a survey", () => {
  test("shows the fields with their values and the translations of the card type", async () => {
    const card = await ownedTool(admin, owner, {
      name: "Hammer",
      subtype: "desktop",
      attributes: { vendor: "Acme", fit: "good", annualCost: COST },
    });
    const parts = [
      await makeCard(admin, { type: "Part", name: "B" }),
      await makeCard(admin, { type: "Part", name: "A" }),
    ];
    for (const part of parts) await relate(admin, RELATION, card, part);
    const archived = await makeCard(admin, { type: "Part" });
    await relate(admin, RELATION, card, archived);
    await admin.post(`/cards/${archived.id}/archive`, {});
    const own = { de: "Eigenes" };
    const survey = await sent(admin, [card], {
      name: "Check",
      message: "Look",
      fields: [
        attribute("vendor", { custom: 1 }),
        attribute("fit", {
          options: [
            { key: "good", label: "Good" },
            { key: "bad", label: "Bad", translations: own },
          ],
        }),
        attribute("users", { translations: own, section_translations: own }),
        attribute("annualCost"),
        attribute("constructor"),
        PARTS,
        { ...PARTS, key: "rel:incoming", direction: "incoming" },
      ],
    });
    const { status, body } = await owner.get(`/surveys/${survey.id}/respond/${card.id}`);
    expect(status).toBe(200);
    const section_translations = { de: "Wesentliches" };
    expect(body).toEqual({
      response_id: expect.any(String),
      response_status: "pending",
      survey: { id: survey.id, name: "Check", message: "Look" },
      card: {
        id: card.id,
        name: "Hammer",
        type: "Tool",
        subtype: "desktop",
        type_translations: { label: { de: "Werkzeug" } },
        subtype_translations: { de: "Arbeitsplatz" },
      },
      fields: [
        attribute("vendor", {
          custom: 1,
          translations: { de: "Hersteller" },
          section_translations,
          current_value: "Acme",
        }),
        attribute("fit", {
          section_translations,
          options: [
            { key: "good", label: "Good", translations: { de: "Gut" } },
            { key: "bad", label: "Bad", translations: own },
          ],
          current_value: "good",
        }),
        attribute("users", { translations: own, section_translations: own, current_value: null }),
        attribute("annualCost", { section_translations, current_value: COST }),
        attribute("constructor", { section_translations, current_value: null }),
        {
          ...PARTS,
          current_value: [
            { id: parts[1].id, name: "A" },
            { id: parts[0].id, name: "B" },
          ],
        },
        { ...PARTS, key: "rel:incoming", direction: "incoming", current_value: [] },
      ],
      existing_responses: {},
    });
  });

  test("hides costs from users who may not see them, unless as stakeholders", async () => {
    const observer = await server.as("viewer");
    const card = await makeCard(admin, { type: "Tool", attributes: { annualCost: COST, vendor: "Acme" } });
    stakeholder(card.id, observer.userId, "observer");
    const fields = [attribute("annualCost"), attribute("vendor")];
    const survey = await sent(admin, [card], { fields, target_roles: ["observer"] });
    await propose(observer, survey, card, { annualCost: 5 });
    const form = await observer.get(`/surveys/${survey.id}/respond/${card.id}`);
    expect(JSON.stringify(form.body)).not.toContain(String(COST));
    expect(form.body.existing_responses).toEqual({
      annualCost: { current_value: null, new_value: 5, confirmed: false },
      vendor: { current_value: "Acme", new_value: null, confirmed: false },
    });
    const { body } = await admin.get(`/surveys/${survey.id}/responses`);
    expect(body[0].responses.annualCost).toEqual({ current_value: COST, new_value: 5, confirmed: false });
    const manager = await server.as(role("surveys.manage"));
    const seen = await manager.get(`/surveys/${survey.id}/responses`);
    expect(seen.body[0].responses).toEqual({ vendor: { current_value: "Acme", new_value: null, confirmed: false } });
  });

  test("is shown only to its recipients, and only while the survey is active", async () => {
    const card = await ownedTool(admin, owner);
    const survey = await sent(admin, [card]);
    const path = `/surveys/${survey.id}/respond/${card.id}`;
    const submission = { responses: {} };
    for (const [client, at] of [
      [admin, path],
      [owner, `/surveys/${survey.id}/respond/${UNKNOWN}`],
      [owner, `/surveys/${UNKNOWN}/respond/${card.id}`],
      [owner, `/surveys/x/respond/y`],
    ] as const) {
      expect((await client.get(at)).status).toBe(404);
      expect((await client.post(at, submission)).status).toBe(404);
    }
    await admin.post(`/surveys/${survey.id}/close`, {});
    expect((await owner.get(path)).status).toBe(400);
    expect((await owner.post(path, submission)).status).toBe(400);
    expect((await admin.delete(`/cards/${card.id}`)).status).toBe(200);
    expect((await owner.get(path)).status).toBe(404);
    expect((await admin.get(`/surveys/${survey.id}`)).body.total_responses).toBe(0);
  });
});

describe("the answer to a survey", () => {
  test("has an entry for every field and no other, and may be repeated", async () => {
    const card = await ownedTool(admin, owner, { attributes: { vendor: "Acme" } });
    const survey = await sent(admin, [card], { fields: [attribute("vendor"), attribute("users"), attribute("fit")] });
    const path = `/surveys/${survey.id}/respond/${card.id}`;
    const before = lastEvent();
    const answer = await owner.post(path, {
      responses: { vendor: { confirmed: true }, users: { new_value: 7, confirmed: "no" }, stranger: { new_value: 1 } },
    });
    expect(answer).toMatchObject({ status: 200, body: { status: "completed", response_id: expect.any(String) } });
    const stored = {
      vendor: { current_value: "Acme", new_value: null, confirmed: true },
      users: { current_value: null, new_value: 7, confirmed: false },
      fit: { current_value: null, new_value: null, confirmed: false },
    };
    const [response] = (await admin.get(`/surveys/${survey.id}/responses`)).body;
    expect(response).toEqual({
      id: answer.body.response_id,
      survey_id: survey.id,
      card_id: card.id,
      card_name: card.name,
      card_type: "Tool",
      user_id: owner.userId,
      user_display_name: expect.any(String),
      user_email: expect.any(String),
      status: "completed",
      responses: stored,
      applied: false,
      responded_at: expect.any(String),
      applied_at: null,
      created_at: expect.any(String),
    });
    expect((await owner.get(path)).body).toMatchObject({ response_status: "completed", existing_responses: stored });
    await owner.post(path, { responses: {} });
    const [again] = (await admin.get(`/surveys/${survey.id}/responses?status=completed`)).body;
    expect(again.responses.users).toEqual({ current_value: null, new_value: null, confirmed: false });
    expect((await admin.get(`/surveys/${survey.id}/responses?status=pending`)).body).toEqual([]);
    expect((await admin.get(`/surveys/${UNKNOWN}/responses`)).body).toEqual([]);
    // The author is notified that nobody is left to answer, once.
    expect(eventsAfter(before)).toMatchObject([
      { event_type: "notification.created", data: { type: "survey_completed" } },
    ]);
  });

  test.each([
    ["no answers", {}, ["body.responses: missing"]],
    ["an answer that is none", { responses: { vendor: "Acme" } }, ["body.responses.vendor: model_attributes_type"]],
    [
      "a flag that is none",
      { responses: { vendor: { confirmed: "maybe" } } },
      ["body.responses.vendor.confirmed: bool_parsing"],
    ],
    ["too long a value", { responses: { vendor: { new_value: "x".repeat(60_000) } } }, ["body.responses: value_error"]],
  ])("is refused with %s", async (_, body, violations) => {
    const card = await ownedTool(admin, owner);
    const survey = await sent(admin, [card]);
    const answer = await owner.post(`/surveys/${survey.id}/respond/${card.id}`, body);
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toEqual(violations);
    expect((await admin.get(`/surveys/${survey.id}`)).body.completed_responses).toBe(0);
  });

  test("is deleted with the account of its author", async () => {
    const user = await server.as("viewer");
    const survey = await sent(admin, [await ownedTool(admin, user)]);
    transaction(() => statement("DELETE FROM users WHERE id = ?").run(user.userId as string));
    expect((await admin.get(`/surveys/${survey.id}`)).body.total_responses).toBe(0);
  });
});
