/**
 * A manager asks all owners of applications how critical these are, what they cost and on what they run: writes the survey,
 * looks whom it reaches, sends it, watches the answers come in, applies them, closes the survey, and takes one application of
 * answers back.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { batchAbout } from "../support/batches";
import type { Client } from "../support/client";
import { cardNow, makeCard, relate, role } from "../support/factories";
import { step } from "../support/scenario";
import { testServer } from "../support/server";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
type Body = any;

const OWNER = "technical_application_owner";

const server = testServer();
let admin: Client;
let manager: Client;
let ada: Client;
let grace: Client;
const cards: Record<string, Body> = {};
const card = (name: string): Body => cards[name];
let survey: string;

const assign = (name: string, user: Client, asRole: string) =>
  admin.post(`/cards/${card(name).id}/stakeholders`, { user_id: user.userId, role: asRole });

beforeAll(async () => {
  [admin, ada, grace] = [await server.as("admin"), await server.as("viewer"), await server.as("viewer")];
  manager = await server.as(role("surveys.manage", "surveys.respond", "inventory.view", "costs.view", "admin.events"));
  for (const name of ["Ledger", "Payroll", "Wiki"])
    cards[name] = await makeCard(admin, { type: "Application", name, attributes: { costTotalAnnual: 1_000 } });
  for (const name of ["Linux", "Solaris"]) cards[name] = await makeCard(admin, { type: "ITComponent", name });
  await relate(admin, "relAppToITC", card("Ledger"), card("Solaris"));
  await assign("Ledger", ada, OWNER);
  await assign("Payroll", grace, OWNER);
  await assign("Payroll", ada, "observer");
  await assign("Wiki", grace, OWNER);
  for (const name of ["Ledger", "Payroll"]) await admin.post(`/cards/${card(name).id}/approval-status?action=approve`);
});

const CRITICALITY = { key: "businessCriticality", section: "Assessment", type: "single_select", action: "maintain" };
const COST = { key: "costTotalAnnual", section: "Cost & Ownership", type: "cost", action: "confirm" };
const COMPONENTS = {
  key: "rel:relAppToITC:outgoing",
  ...{ kind: "relation", relation_type_key: "relAppToITC", direction: "outgoing", related_type_key: "ITComponent" },
};

describe("the manager", () => {
  test("writes the survey and previews its recipients", async () => {
    const { body } = await step({
      as: manager,
      method: "POST",
      path: "/surveys",
      body: {
        name: "Yearly check",
        message: "Please check your applications",
        target_type_key: "Application",
        target_roles: [OWNER],
        fields: [CRITICALITY, COST, COMPONENTS],
      },
      status: 201,
      expects: { status: "draft" },
      events: [],
    });
    survey = body.id;
    const preview = await step({
      as: manager,
      method: "POST",
      path: `/surveys/${survey}/preview`,
      body: {},
      status: 200,
      expects: { total_cards: 3, total_users: 3 },
      events: [],
    });
    expect(preview.body.targets.map((target: Body) => [target.card_name, target.users[0].user_id])).toEqual([
      ["Ledger", ada.userId],
      ["Payroll", grace.userId],
      ["Wiki", grace.userId],
    ]);
  });

  test("sends it, and each owner is notified for each application", async () => {
    await step({
      as: manager,
      method: "POST",
      path: `/surveys/${survey}/send`,
      body: {},
      status: 200,
      expects: { status: "active", targets_created: 3, total_responses: 3, completed_responses: 0 },
      events: [ada, grace, grace].map(({ userId }) => ({
        event_type: "notification.created",
        data: { user_id: userId, type: "survey_request", title: "Survey: Yearly check" },
      })),
    });
  });
});

describe("the owners", () => {
  test("find the survey and the number of its questions", async () => {
    for (const [owner, count] of [
      [ada, 1],
      [grace, 2],
    ] as const) {
      expect((await owner.get("/notifications/badge-counts")).body.pending_surveys).toBe(count);
      expect((await owner.get("/surveys/my")).body).toMatchObject([{ survey_id: survey, pending_count: count }]);
    }
  });

  test("answer from the notification's link", async () => {
    const link = (await ada.get("/notifications")).body.items[0].link as string;
    const { body: form } = await ada.get(link);
    expect(form).toMatchObject({ card: { name: "Ledger" }, response_status: "pending" });
    expect(form.fields.map((field: Body) => field.current_value)).toEqual([
      null,
      1_000,
      [{ id: card("Solaris").id, name: "Solaris" }],
    ]);
    await step({
      as: ada,
      method: "POST",
      path: link,
      body: {
        responses: {
          businessCriticality: { new_value: "missionCritical", confirmed: false },
          costTotalAnnual: { confirmed: true },
          [COMPONENTS.key]: { new_value: [{ id: card("Linux").id, name: "Linux" }], confirmed: false },
        },
      },
      status: 200,
      expects: { status: "completed" },
      events: [],
    });
    await step({
      as: grace,
      method: "POST",
      path: `/surveys/${survey}/respond/${card("Payroll").id}`,
      body: { responses: { costTotalAnnual: { new_value: "1250.5" }, [COMPONENTS.key]: { confirmed: true } } },
      status: 200,
      events: [],
    });
    expect((await ada.get("/notifications/badge-counts")).body.pending_surveys).toBe(0);
    expect((await grace.get("/notifications/badge-counts")).body.pending_surveys).toBe(1);
  });
});

describe("the manager, after the answers,", () => {
  let completed: Body[];

  test("applies the answers, and the cards have the values that their owners gave", async () => {
    completed = (await manager.get(`/surveys/${survey}/responses?status=completed`)).body;
    expect(completed.map((response) => [response.card_name, response.user_email])).toHaveLength(2);
    const updated = (name: string, changes: object) => ({
      event_type: "card.updated",
      card_id: card(name).id,
      user_id: manager.userId,
      data: { changes, source: "survey_response", survey_id: survey },
    });
    const notified = { event_type: "notification.created", data: { type: "card_updated" } };
    const broken = { event_type: "notification.created", data: { type: "approval_broken" } };
    const related = (event_type: string, name: string) => ({ event_type, card_id: card(name).id });
    await step({
      as: manager,
      method: "POST",
      path: `/surveys/${survey}/apply`,
      body: { response_ids: completed.map((response) => response.id) },
      status: 200,
      equals: { applied: 2, errors: [] },
      events: [
        updated("Ledger", { attr_businessCriticality: { old: null, new: "missionCritical" } }),
        updated("Payroll", { attr_costTotalAnnual: { old: 1_000, new: 1_250.5 } }),
        related("relation.deleted", "Ledger"),
        related("relation.deleted", "Solaris"),
        related("relation.created", "Ledger"),
        related("relation.created", "Linux"),
        // Ada owns Ledger and observes Payroll, which Grace owns; the approvals of both break.
        notified,
        broken,
        notified,
        broken,
        notified,
        broken,
      ],
    });
    expect(await cardNow(manager, card("Ledger").id)).toMatchObject({
      attributes: { businessCriticality: "missionCritical", costTotalAnnual: 1_000 },
      approval_status: "BROKEN",
    });
    expect((await cardNow(manager, card("Payroll").id)).attributes).toEqual({ costTotalAnnual: 1_250.5 });
  });

  test("closes the survey, which then expects no more answers", async () => {
    await step({
      as: manager,
      method: "POST",
      path: `/surveys/${survey}/close`,
      status: 200,
      expects: { status: "closed", total_responses: 3, completed_responses: 2, applied_responses: 2 },
      events: [],
    });
    expect((await grace.get("/surveys/my")).body).toEqual([]);
    expect((await grace.get("/notifications/badge-counts")).body.pending_surveys).toBe(0);
  });

  test("can roll the whole application of the answers back", async () => {
    const { status, body } = await admin.post(`/mutation-batches/${batchAbout(card("Payroll").id)}/rollback`, {
      dry_run: false,
    });
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(await cardNow(manager, card("Ledger").id)).toMatchObject({
      attributes: { costTotalAnnual: 1_000 },
      approval_status: "APPROVED",
    });
    expect((await cardNow(manager, card("Payroll").id)).attributes).toEqual({ costTotalAnnual: 1_000 });
  });
});
