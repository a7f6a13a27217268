/** The steps of a survey: its audience, the preview of an application, and answers that are saved one after the other. */
import { beforeAll, describe, expect, test } from "bun:test";
import type { Client } from "../../support/client";
import { makeCard, relate, role, stakeholder } from "../../support/factories";
import { testServer } from "../../support/server";
import {
  attribute,
  type Body,
  COST,
  createDraft,
  createTypes,
  ownedTool,
  PARTS,
  propose,
  RELATION,
  ROLE,
  sent,
  UNKNOWN,
} from "./support";

const server = testServer();
let admin: Client;
let owner: Client;
beforeAll(async () => {
  createTypes();
  admin = await server.as("admin");
  owner = await server.as("viewer");
});

const isRight = { confirmed: true };
const changed = (new_value: unknown) => ({ new_value, confirmed: false });

/** Saves answers to some fields. */
const save = (client: Client, survey: Body, card: Body, responses: Record<string, unknown>) =>
  client.patch(`/surveys/${survey.id}/respond/${card.id}`, { responses });

/** Returns the response to a survey as its author reads it. */
const responseTo = async (survey: Body): Promise<Body> => (await admin.get(`/surveys/${survey.id}/responses`)).body[0];

describe("the audience of a survey", () => {
  test("counts cards, people and responses, what each role would add, and how many cards have a value", async () => {
    const one = await ownedTool(admin, owner, { name: "Adze", attributes: { vendor: "Acme", annualCost: COST } });
    const two = await ownedTool(admin, owner, { name: "Bevel", attributes: { vendor: "" } });
    const three = await makeCard(admin, { type: "Tool", name: "Clamp", attributes: { vendor: "Bolt" } });
    const four = await makeCard(admin, { type: "Tool", name: "Drill" });
    stakeholder(one.id, admin.userId, "observer");
    stakeholder(three.id, admin.userId, "observer");
    const part = await makeCard(admin, { type: "Part" });
    await relate(admin, RELATION, two, part);
    const survey = await createDraft(admin, {
      target_filters: { card_ids: [one, two, three, four].map(({ id }) => id) },
      fields: [attribute("vendor"), attribute("annualCost"), PARTS],
    });
    const { status, body } = await admin.get(`/surveys/${survey.id}/audience`);
    expect(status).toBe(200);
    expect(body).toEqual({
      total_cards: 4,
      asked_cards: 2,
      people: 1,
      responses: 2,
      roles: [
        { key: "observer", cards: 2, further_cards: 1 },
        { key: ROLE, cards: 2, further_cards: 0 },
      ],
      fields: [
        { key: "vendor", set: 2 },
        { key: "annualCost", set: 1 },
        { key: PARTS.key, set: 1 },
      ],
      targets: [
        {
          card_id: one.id,
          card_name: "Adze",
          users: [{ user_id: owner.userId, display_name: expect.any(String) }],
          values: { vendor: "Acme", annualCost: COST },
        },
        expect.objectContaining({ card_id: two.id, values: { vendor: "", annualCost: null } }),
      ],
    });
  });

  test("shows no costs to whoever may not see them", async () => {
    const manager = await server.as(role("surveys.manage"));
    const card = await ownedTool(admin, owner, { attributes: { annualCost: COST } });
    const survey = await createDraft(admin, {
      target_filters: { card_ids: [card.id] },
      fields: [attribute("annualCost")],
    });
    const { body } = await manager.get(`/surveys/${survey.id}/audience`);
    expect(body.targets[0].values).toEqual({});
    expect(JSON.stringify(body)).not.toContain(String(COST));
  });

  test("is limited to any of several values of an attribute", async () => {
    const cards = [];
    for (const fit of ["good", "bad", undefined]) cards.push(await ownedTool(admin, owner, { attributes: { fit } }));
    const survey = await createDraft(admin, {
      target_filters: {
        card_ids: cards.map(({ id }) => id),
        attribute_filters: [{ key: "fit", op: "any_of", value: ["good", "bad"] }],
      },
    });
    expect((await admin.get(`/surveys/${survey.id}/audience`)).body).toMatchObject({ total_cards: 2, asked_cards: 2 });
  });
});

describe("answers that are saved in steps", () => {
  const fields = [attribute("vendor"), attribute("users")];

  test("complete the response once every field has one, and show the author nothing before", async () => {
    const card = await ownedTool(admin, owner, { attributes: { vendor: "Acme", users: 3 } });
    const survey = await sent(admin, [card], { fields });
    const first = await save(owner, survey, card, { vendor: isRight });
    expect(first).toMatchObject({ status: 200, body: { status: "pending" } });
    expect(await responseTo(survey)).toMatchObject({ status: "pending", responses: {}, responded_at: null });
    const form = (await owner.get(`/surveys/${survey.id}/respond/${card.id}`)).body;
    expect(form.existing_responses).toEqual({ vendor: { current_value: "Acme", new_value: null, confirmed: true } });
    expect((await save(owner, survey, card, { users: changed(4) })).body.status).toBe("completed");
    expect(await responseTo(survey)).toMatchObject({
      status: "completed",
      responses: {
        vendor: { confirmed: true },
        users: { current_value: 3, new_value: 4, confirmed: false },
      },
    });
  });

  test("are taken back with null, which makes the response pending again", async () => {
    const card = await ownedTool(admin, owner);
    const survey = await sent(admin, [card], { fields });
    await save(owner, survey, card, { vendor: isRight, users: isRight });
    expect((await save(owner, survey, card, { users: null })).body.status).toBe("pending");
    expect(await responseTo(survey)).toMatchObject({ status: "pending", responded_at: null });
    expect(
      (await admin.post(`/surveys/${survey.id}/apply`, { response_ids: [(await responseTo(survey)).id] })).body,
    ).toMatchObject({
      applied: 0,
    });
  });

  test("are refused for somebody who isn't asked, and once the survey is closed", async () => {
    const card = await ownedTool(admin, owner);
    const survey = await sent(admin, [card], { fields });
    expect((await save(admin, survey, card, { vendor: isRight })).status).toBe(404);
    await admin.post(`/surveys/${survey.id}/close`, {});
    expect((await save(owner, survey, card, { vendor: isRight })).status).toBe(400);
  });

  test("notify the author once the last one is there", async () => {
    const author = await server.as("admin");
    const card = await ownedTool(admin, owner);
    const survey = await sent(author, [card], { fields });
    await save(owner, survey, card, { vendor: isRight });
    const completed = async () =>
      (await author.get("/notifications")).body.items.filter(({ type }: Body) => type === "survey_completed").length;
    expect(await completed()).toBe(0);
    await save(owner, survey, card, { users: isRight });
    expect(await completed()).toBe(1);
  });
});

describe("the cards about which a survey asks a user", () => {
  test("are listed by name with what is answered", async () => {
    const cards = [await ownedTool(admin, owner, { name: "Vise" }), await ownedTool(admin, owner, { name: "Awl" })];
    const survey = await sent(admin, cards, { name: "Tools", message: "Look", description: "Yearly" });
    await propose(owner, survey, cards[0], { vendor: "Acme" });
    expect((await owner.get(`/surveys/${survey.id}/respond`)).body).toEqual({
      survey: { id: survey.id, name: "Tools", message: "Look", description: "Yearly", status: "active" },
      items: [
        { card_id: cards[1].id, card_name: "Awl", card_type: "Tool", status: "pending" },
        { card_id: cards[0].id, card_name: "Vise", card_type: "Tool", status: "completed" },
      ],
    });
    expect((await admin.get(`/surveys/${survey.id}/respond`)).status).toBe(404);
  });
});

describe("a reminder", () => {
  test("notifies each user once who has yet to answer", async () => {
    const [one, two] = [await server.as("viewer"), await server.as("viewer")];
    const cards = [await ownedTool(admin, one), await ownedTool(admin, one), await ownedTool(admin, two)];
    const survey = await sent(admin, cards, { name: "Reminded" });
    await propose(two, survey, cards[2], { vendor: "Acme" });
    expect((await admin.post(`/surveys/${survey.id}/remind`, {})).body).toEqual({ reminded: 1 });
    const reminders = (await one.get("/notifications")).body.items.filter(
      ({ title }: Body) => title === "Reminder: Reminded",
    );
    expect(reminders).toEqual([
      expect.objectContaining({
        message: "2 answers are still open",
        link: expect.stringMatching(new RegExp(`^/surveys/${survey.id}/respond/(${cards[0].id}|${cards[1].id})$`)),
      }),
    ]);
  });

  test("is refused for a draft", async () => {
    const survey = await createDraft(admin);
    expect((await admin.post(`/surveys/${survey.id}/remind`, {})).status).toBe(400);
  });
});

describe("the preview of an application", () => {
  test("lists what would change, with the value of the answer and the one of now", async () => {
    const card = await ownedTool(admin, owner, { name: "Saw", attributes: { vendor: "Acme" } });
    const other = await ownedTool(admin, owner, { attributes: { vendor: "Bolt" } });
    const survey = await sent(admin, [card, other]);
    const id = await propose(owner, survey, card, { vendor: "Cask" });
    await save(owner, survey, other, { vendor: isRight });
    const responses: Body[] = (await admin.get(`/surveys/${survey.id}/responses`)).body;
    const confirmed = responses.find(({ card_id }) => card_id === other.id).id;
    await admin.patch(`/cards/${card.id}`, { merge_attributes: { vendor: "Dash" } });
    const { status, body } = await admin.post(`/surveys/${survey.id}/apply/preview`, {
      response_ids: [id, confirmed, UNKNOWN],
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      changes: [
        {
          response_id: id,
          card_id: card.id,
          card_name: "Saw",
          key: "vendor",
          answered_value: "Acme",
          current_value: "Dash",
          new_value: "Cask",
        },
      ],
      unchanged: 1,
      errors: [{ response_id: UNKNOWN, error: "Not found" }],
    });
    expect((await admin.get(`/cards/${card.id}`)).body.attributes.vendor).toBe("Dash");
  });

  test("shows no costs to whoever may not see them", async () => {
    const manager = await server.as(role("surveys.manage"));
    const card = await ownedTool(admin, owner, { attributes: { annualCost: COST } });
    const survey = await sent(admin, [card], { fields: [attribute("annualCost")] });
    const id = await propose(owner, survey, card, { annualCost: 1 });
    const { body } = await manager.post(`/surveys/${survey.id}/apply/preview`, { response_ids: [id] });
    expect(body).toMatchObject({ changes: [], errors: [{ response_id: id }] });
    expect(JSON.stringify(body)).not.toContain(String(COST));
  });
});

describe("a question that is delegated", () => {
  test("is asked of somebody else, who is notified, and no longer of whoever has delegated it", async () => {
    const card = await ownedTool(admin, owner, { name: "Lathe" });
    const other = await server.as("member");
    const survey = await sent(admin, [card], { fields: [attribute("vendor"), attribute("users")] });
    await save(owner, survey, card, { vendor: changed("Secret") });
    const path = `/surveys/${survey.id}/respond/${card.id}`;
    expect((await owner.post(`${path}/delegate`, { user_id: other.userId })).status).toBe(204);
    expect((await owner.get(path)).status).toBe(404);
    expect((await other.get(path)).body.existing_responses).toEqual({});
    const [notice] = (await other.get("/notifications")).body.items;
    expect(notice).toMatchObject({ type: "survey_request", link: path, message: expect.stringContaining("Lathe") });
    expect((await responseTo(survey)).user_id).toBe(other.userId);
  });

  test("is refused for what is answered, for oneself, for nobody, and for whoever is asked already", async () => {
    const card = await ownedTool(admin, owner);
    const [both, gone] = [await server.as("member"), await server.as("member")];
    stakeholder(card.id, both.userId, ROLE);
    const survey = await sent(admin, [card], { fields: [attribute("vendor")] });
    expect((await admin.patch(`/users/${gone.userId}`, { is_active: false })).status).toBe(200);
    const delegate = (user_id: unknown) => owner.post(`/surveys/${survey.id}/respond/${card.id}/delegate`, { user_id });
    expect((await delegate(both.userId)).status).toBe(409);
    for (const user_id of [owner.userId, gone.userId, UNKNOWN])
      expect(await delegate(user_id)).toMatchObject({ status: 422, body: { detail: [{ loc: ["body", "user_id"] }] } });
    await save(owner, survey, card, { vendor: isRight });
    expect((await delegate(admin.userId)).status).toBe(400);
  });
});

test("a reminder notifies only those who are named, of those who have yet to answer", async () => {
  const card = await ownedTool(admin, owner);
  const [other, done] = [await server.as("member"), await server.as("member")];
  for (const { userId } of [other, done]) stakeholder(card.id, userId, ROLE);
  const survey = await sent(admin, [card], { fields: [attribute("vendor")] });
  await save(done, survey, card, { vendor: isRight });
  const path = `/surveys/${survey.id}/remind`;
  expect((await admin.post(path, { user_ids: [other.userId, done.userId] })).body).toEqual({ reminded: 1 });
  const titles = (await other.get("/notifications")).body.items.map(({ title }: Body) => title);
  expect(titles[0]).toStartWith("Reminder");
  expect((await admin.post(path)).body).toEqual({ reminded: 2 });
});
