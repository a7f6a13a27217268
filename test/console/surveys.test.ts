/** Surveys from draft to applied, by three people; answering on a phone, one question at a time. */
import { beforeAll, describe, expect, test } from "bun:test";
import { type Condition, NO_FILTER } from "../../src/console/filters/condition";
import { mySurveys } from "../../src/console/pages/my-surveys/page";
import { survey as build } from "../../src/console/pages/survey/page";
import { surveyAnswer } from "../../src/console/pages/survey-answer/page";
import { surveyApply } from "../../src/console/pages/survey-apply/page";
import { surveyResults } from "../../src/console/pages/survey-results/page";
import { surveys } from "../../src/console/pages/surveys/page";
import { contentOf, filterOf } from "../../src/console/surveys/audience";
import type { Client } from "../support/client";
import { role } from "../support/factories";
import { clientAs, testServer } from "../support/server";
import { expectSoon } from "../support/waiting";
import { person, SIZES } from "./support/person";

const server = testServer({ SEED_DEMO: "true" });
const author = person(server, "admin");
const owner = person(server, "viewer", { viewport: SIZES.phone });
const other = person(server, "member");
const admin = clientAs(server, "admin");
/** Returns the account of somebody who answers. */
const accountOf = (one: typeof owner): Client => one.account as Client;

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

const ROLE = "technical_application_owner";

/** Creates an application of which an account is the technical owner. */
async function application(name: string, { userId }: Client, attributes: object = {}, roleKey = ROLE): Promise<Body> {
  const { body } = await admin.post("/cards", { type: "Application", name, attributes });
  await admin.post(`/cards/${body.id}/stakeholders`, { user_id: userId, role: roleKey });
  return body;
}

/** Creates and sends a survey about cards. */
async function sent(name: string, cards: readonly Body[], fields: readonly object[], roleKey = ROLE): Promise<Body> {
  const { body } = await admin.post("/surveys", {
    name,
    target_type_key: "Application",
    target_roles: [roleKey],
    target_filters: { card_ids: cards.map(({ id }) => id) },
    fields,
  });
  expect((await admin.post(`/surveys/${body.id}/send`, {})).status).toBe(200);
  return body;
}

const USERS = { key: "numberOfUsers", label: "Number of users", type: "number", action: "maintain" };
const VENDOR = { key: "vendor", label: "Vendor", type: "text", action: "maintain" };
const CRITICALITY = {
  key: "businessCriticality",
  label: "Business criticality",
  type: "single_select",
  action: "maintain",
  options: [
    { key: "missionCritical", label: "Mission critical" },
    { key: "administrativeService", label: "Administrative service" },
  ],
};

const current = async (card: Body): Promise<Body> => (await admin.get(`/cards/${card.id}`)).body;

test("a survey goes from draft to applied, with an author and two people who answer", async () => {
  const mill = await application("Mill Planner", accountOf(owner), { numberOfUsers: 120 });
  const silo = await application("Silo Watch", accountOf(other), { numberOfUsers: 40 });
  // The author builds it with the keys.
  await author.opens(surveys);
  await author.sees("Are the costs still right?");
  await author.presses("n");
  await author.fills("Name", "How many people use it?");
  await author.presses("Enter");
  await author.arrivesAt(/^\/surveys\/[0-9a-f-]{36}$/);
  const id = author.address().split("/")[2]!;
  await author.sees("Nothing is asked yet");
  await author.presses("f");
  await author.tab.getByRole("option", { name: "Number of Users" }).click();
  await author.presses("Escape");
  await author.sees(/set for \d+ of \d+/);
  await author.fills("Question about Number of Users", "How many people use it in a week?");
  await author.presses("Enter");
  await author.sees("The question about Number of Users changed");
  await author.sees("No role is chosen yet");
  await author.tab.locator("h1").click();
  await author.presses("/");
  await author.tab.getByRole("searchbox").fill("Role:Technical");
  await author.presses("ArrowDown", "Enter");
  await author.sees(/cards have nobody as Technical/);
  expect(await author.violations()).toEqual([]);
  // Only the two cards of this test are asked about.
  await admin.patch(`/surveys/${id}`, { target_filters: { card_ids: [mill.id, silo.id] } });
  await author.opens(build, { params: { id } });
  await author.tab.locator(".survey-phone", { hasText: "How many people use it in a week?" }).waitFor();
  await author.tab.locator(".survey-counts", { hasText: "2 cards" }).waitFor();
  await author.presses("Control+Enter");
  await author.clicks("Send it");
  await author.arrivesAt(`/surveys/${id}/results`);
  await author.sees("0 of 2");

  // One answers on a phone, from the notification.
  await owner.opens("/notifications");
  await owner.clicks(/Survey: How many people use it\?/);
  await owner.arrivesAt(`/surveys/${id}/respond/${mill.id}`);
  await owner.sees("How many people use it in a week?");
  await owner.sees("recorded now");
  expect(await owner.violations()).toEqual([]);
  await owner.clicks("Change it");
  await expectSoon(() => owner.tab.getByLabel("Number of Users").getAttribute("inputmode")).toBe("decimal");
  await owner.fills("Number of Users", "150");
  await owner.clicks("Save");
  await owner.sees("That's all, thank you");
  expect(await owner.violations()).toEqual([]);

  // The other says that it is still right, with the keys.
  await other.opens(mySurveys);
  await other.tab.getByRole("button", { name: "Answer", exact: true }).click();
  await other.sees("How many people use it in a week?");
  await other.presses("y");
  await other.sees("That's all, thank you");

  // The author looks at what would change, and applies it.
  await author.opens(surveyResults, { params: { id } });
  await author.sees("2 of 2");
  await author.clicks("Apply 2 answers");
  await author.arrivesAt(`/surveys/${id}/apply`);
  const row = author.tab.locator("li.gr", { hasText: "Mill Planner" });
  await row.getByText("120").waitFor();
  await row.getByText("150").waitFor();
  await author.tab.locator("li.gr", { hasText: "Silo Watch" }).getByText("only confirms").waitFor();
  expect(await author.violations()).toEqual([]);
  await author.presses("Control+Enter");
  await author.sees("2 responses are applied");
  await author.sees("Nothing is to be applied");
  expect((await current(mill)).attributes.numberOfUsers).toBe(150);
  await author.presses("z");
  await author.sees(/Undone/);
  expect((await current(mill)).attributes.numberOfUsers).toBe(120);
});

describe("the list of surveys", () => {
  test("is filtered by state, and axe finds nothing in both themes", async () => {
    await author.opens(surveys);
    await author.sees("Are the costs still right?");
    expect(await author.violations()).toEqual([]);
    await author.prefers("dark");
    expect(await author.violations()).toEqual([]);
    await author.clicks("Closed");
    await author.arrivesAt("/surveys?status=closed");
    await author.seesNo("Are the costs still right?");
  });

  test("loses a draft with D, and gets it back with Z", async () => {
    await admin.post("/surveys", { name: "Not needed", target_type_key: "Application" });
    await author.opens(surveys);
    await author.tab.getByRole("button", { name: "Not needed" }).focus();
    await author.presses("d");
    await author.tab.getByRole("button", { name: "Not needed" }).waitFor({ state: "detached" });
    await author.presses("z");
    await author.tab.getByRole("button", { name: "Not needed" }).waitFor();
  });

  test("is refused to whoever may only answer", async () => {
    await owner.opens(surveys);
    await owner.sees(/It takes the right surveys.manage/);
  });

  test("shows what failed, and tries again", async () => {
    author.expected = [/500/];
    await author.tab.route("**/api/v1/surveys", (route) => route.fulfill({ status: 500, body: "{}" }));
    await author.opens(surveys);
    await author.sees("This could not be loaded.");
    await author.tab.unroute("**/api/v1/surveys");
    await author.clicks("Try again");
    await author.sees("Are the costs still right?");
  });
});

describe("a draft", () => {
  let draft: Body;
  beforeAll(async () => {
    const fields = [USERS, VENDOR];
    const { body } = await admin.post("/surveys", { name: "Ordered", target_type_key: "Application", fields });
    draft = body;
  });
  const stored = async (): Promise<Body> => (await admin.get(`/surveys/${draft.id}`)).body;

  test("gets its questions into another order with ⌥↓, and back with Z", async () => {
    await author.opens(build, { params: { id: draft.id } });
    await author.tab.getByRole("button", { name: "Move Number of users" }).focus();
    await author.presses("Alt+ArrowDown");
    await author.sees("Number of users is moved");
    expect((await stored()).fields.map(({ key }: Body) => key)).toEqual(["vendor", "numberOfUsers"]);
    await author.tab.locator("h1").click();
    await author.presses("z");
    await author.sees(/Undone/);
    expect((await stored()).fields.map(({ key }: Body) => key)).toEqual(["numberOfUsers", "vendor"]);
  });

  test("is answered in the preview without anything being saved", async () => {
    await admin.patch(`/surveys/${draft.id}`, { target_roles: ["responsible"] });
    await author.opens(build, { params: { id: draft.id } });
    const phone = author.tab.locator(".survey-phone");
    await phone.getByText("Question 1 of 2").waitFor();
    await author.presses("p");
    await author.presses("Enter");
    await phone.getByText("Question 2 of 2").waitFor();
    expect((await stored()).status).toBe("draft");
  });

  test("can't be sent while nobody is asked, and shows why", async () => {
    const { body } = await admin.post("/surveys", {
      name: "Empty",
      target_type_key: "Application",
      target_roles: [],
      fields: [USERS],
    });
    await author.opens(build, { params: { id: body.id } });
    await author.sees("No role is chosen yet");
    await expectSoon(() => author.tab.getByRole("button", { name: /^Send/ }).isDisabled()).toBe(true);
    await author.clicks(/^Ask Responsible/);
    await author.tab.getByRole("button", { name: /^Send to/ }).waitFor();
  });
});

describe("answering on a phone", () => {
  test("asks one question at a time, continues with the next card, and keeps each answer", async () => {
    const one = await application("Press A", accountOf(owner), { numberOfUsers: 7 });
    const two = await application("Press B", accountOf(owner));
    const survey = await sent("Presses", [one, two], [USERS, CRITICALITY]);
    await owner.opens(surveyAnswer, { params: { id: survey.id, card: one.id } });
    await owner.sees("1 of 2");
    await owner.sees("Question 1 of 2");
    await owner.clicks("Still right");
    await owner.sees("Question 2 of 2");
    await owner.clicks("Enter it");
    await owner.tab.getByLabel("Mission critical").click();
    await owner.tab.getByRole("radio", { name: "Mission critical", checked: true }).waitFor();
    expect(await owner.violations()).toEqual([]);
    await owner.clicks("Save");
    await owner.arrivesAt(new RegExp(`/respond/${two.id}`));
    await owner.sees("2 of 2");
    // An answer stays when one stops in between.
    await owner.opens(surveyAnswer, { params: { id: survey.id, card: one.id }, search: { question: CRITICALITY.key } });
    await owner.sees("your answer");
    await owner.sees("Mission critical");
    const width = await owner.tab.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(SIZES.phone.width);
    for (const button of await owner.tab.locator(".tap").all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  });

  test("is given to somebody else, and the next card comes", async () => {
    const cards = [await application("Saw A", accountOf(owner)), await application("Saw B", accountOf(owner))];
    const survey = await sent("Saws", cards, [USERS]);
    await owner.opens(surveyAnswer, { params: { id: survey.id, card: cards[0].id } });
    await owner.clicks("Somebody else knows better");
    expect(await owner.violations()).toEqual([]);
    const { display_name: name } = (await accountOf(other).get("/auth/me")).body;
    await owner.tab.getByRole("combobox", { name: "Person" }).fill(name);
    await owner.tab.getByRole("option", { name }).first().click();
    await owner.arrivesAt(new RegExp(`/respond/${cards[1].id}`));
    expect((await accountOf(other).get(`/surveys/${survey.id}/respond/${cards[0].id}`)).status).toBe(200);
    expect((await accountOf(owner).get(`/surveys/${survey.id}/respond/${cards[0].id}`)).status).toBe(404);
  });

  test("leaves what was typed in its field when it can't be sent, and sends it again", async () => {
    const card = await application("Belt", accountOf(owner), { numberOfUsers: 3 });
    const survey = await sent("Belts", [card], [USERS]);
    await owner.opens(surveyAnswer, { params: { id: survey.id, card: card.id } });
    await owner.clicks("Change it");
    await owner.fills("Number of users", "9");
    owner.expected = [/503/];
    const path = `**/respond/${card.id}`;
    await owner.tab.route(path, (route) =>
      route.request().method() === "PATCH" ? route.fulfill({ status: 503, body: "{}" }) : route.continue(),
    );
    await owner.clicks("Save");
    await owner.sees("Not sent.");
    await expectSoon(() => owner.tab.getByLabel("Number of users").inputValue()).toBe("9");
    await owner.tab.unroute(path);
    await owner.clicks("Send again");
    await owner.sees("That's all, thank you");
  });

  test("shows no cost to whoever may not see it, and nothing of it comes over the network", async () => {
    const COST = 764_321;
    const blind = role("surveys.respond");
    const guest = await server.as(blind);
    const card = await application("Secret Press", guest, { costTotalAnnual: COST }, "observer");
    const survey = await sent(
      "Costs",
      [card],
      [{ key: "costTotalAnnual", label: "Total annual cost", type: "cost", action: "maintain" }],
      "observer",
    );
    const { body } = await guest.get(`/surveys/${survey.id}/respond/${card.id}`);
    expect(JSON.stringify(body)).not.toContain(String(COST));
    expect(body.fields[0]).toMatchObject({ current_value: null, is_hidden: true });
  });

  test("shows that a survey is closed, and where to go from there", async () => {
    const card = await application("Old Press", accountOf(owner));
    const survey = await sent("Old", [card], [USERS]);
    await admin.post(`/surveys/${survey.id}/close`, {});
    await owner.opens(surveyAnswer, { params: { id: survey.id, card: card.id } });
    await owner.sees("This survey is closed");
    await owner.clicks("See what is to be answered");
    await owner.arrivesAt("/surveys/my");
  });
});

describe("the answers to a survey", () => {
  test("are limited to a person, and those who haven't answered are reminded", async () => {
    const one = await application("Lift A", accountOf(owner));
    const two = await application("Lift B", accountOf(other));
    const survey = await sent("Lifts", [one, two], [USERS]);
    await author.opens(surveyResults, { params: { id: survey.id } });
    await author.sees("not answered yet");
    expect(await author.violations()).toEqual([]);
    await author.clicks("Remind 2 people");
    await author.sees("2 people are reminded");
    await author.tab.locator(".survey-person").first().click();
    await author.arrivesAt(/person=/);
    await expectSoon(() => author.tab.locator("li.gr").count()).toBe(1);
    await author.clicks(/^Remind .*[^e]$/);
    await author.sees(/ is reminded/);
    await author.clicks("Close it…");
    await author.clicks("Close it");
    await author.sees("The survey Lifts is closed");
  });

  test("are left out of what is applied with X, and values that changed meanwhile are marked", async () => {
    const card = await application("Pump", accountOf(owner), { numberOfUsers: 1 });
    const survey = await sent("Pumps", [card], [USERS]);
    await accountOf(owner).patch(`/surveys/${survey.id}/respond/${card.id}`, {
      responses: { numberOfUsers: { new_value: 2, confirmed: false } },
    });
    await admin.patch(`/cards/${card.id}`, { merge_attributes: { numberOfUsers: 5 } });
    await author.opens(surveyApply, { params: { id: survey.id } });
    await author.sees("1 changed since it was asked");
    await author.tab.locator("li.gr .row-main").focus();
    await author.presses("x");
    await expectSoon(() => author.tab.getByRole("button", { name: "Apply 0 answers" }).isDisabled()).toBe(true);
  });
});

test("an audience is the same as a filter and as what a survey stores", () => {
  const conditions: Condition[] = [
    { field: "role", isNegated: false, kind: "values", values: ["responsible", "observer"] },
    { field: "tag", isNegated: false, kind: "values", values: ["t1"] },
    { field: "fit", isNegated: false, kind: "values", values: ["good", "bad"] },
    { field: "site", isNegated: true, kind: "values", values: ["a", "b"] },
    { field: "users", isNegated: false, kind: "range", from: "1", to: "9" },
    { field: "vendor", isNegated: true, kind: "empty" },
  ];
  const content = contentOf({ ...NO_FILTER, conditions }, { card_ids: ["c1"] });
  expect(content).toEqual({
    target_roles: ["responsible", "observer"],
    target_filters: {
      card_ids: ["c1"],
      tag_ids: ["t1"],
      attribute_filters: [
        { key: "fit", op: "any_of", value: ["good", "bad"] },
        { key: "site", op: "ne", value: "a" },
        { key: "site", op: "ne", value: "b" },
        { key: "users", op: "gte", value: "1" },
        { key: "users", op: "lte", value: "9" },
        { key: "vendor", op: "is_not_empty" },
      ],
    },
  });
  expect(filterOf(content as never).conditions).toEqual(conditions);
  const unshown = { key: "vendor", op: "contains", value: "x" };
  expect(contentOf(NO_FILTER, { attribute_filters: [unshown] }).target_filters.attribute_filters).toEqual([unshown]);
});
