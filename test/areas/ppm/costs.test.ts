/** Cost lines and budget lines: exact totals on the card, figures that were typed, and who sees what. */
import { beforeEach, describe, expect, test } from "bun:test";
import { batchAbout } from "../../support/batches";
import { cardNow, role, stakeholder } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { activeCalculation } from "../calculations/support";
import { type Body, create, listOf, NOBODY, newInitiative } from "./initiatives";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

let initiative: Body;
beforeEach(async () => {
  initiative = await newInitiative(admin, { attributes: { costBudget: 5000, costActual: 70 } });
});

const cost = (fields: object = {}) =>
  create(member, initiative, "costs", { description: "Licences", category: "opex", ...fields });
const budget = (fields: object = {}) =>
  create(member, initiative, "budgets", { fiscal_year: 2026, category: "capex", ...fields });
const figures = async () => (await cardNow(admin, initiative.id)).attributes;
const undo = (id: string) => admin.post(`/mutation-batches/${batchAbout(id)}/rollback`, { dry_run: false });

test("a cost line is created, changed and deleted; the card and its history follow", async () => {
  const path = `/ppm/initiatives/${initiative.id}/costs`;
  const { body: line } = await step({
    as: member,
    method: "POST",
    path,
    body: { description: "Licences", category: "opex", actual: "0.1", planned: 3, color: "red" },
    status: 200,
    expects: { initiative_id: initiative.id, planned: 3, actual: 0.1, date: null },
    events: [
      {
        event_type: "ppm.cost_line.created",
        card_id: initiative.id,
        data: { description: "Licences", changes: { attr_costActual: { old: 70, new: 0.1 } } },
      },
    ],
  });
  expect(await figures()).toMatchObject({ costBudget: 5000, costActual: 0.1 });
  await cost({ actual: 0.2 });
  expect(await figures()).toMatchObject({ costBudget: 5000, costActual: 0.3 });
  await step({
    as: member,
    method: "PATCH",
    path: `/ppm/costs/${line.id}`,
    body: { actual: 12.34, date: "2026-03-01T00:00:00" },
    status: 200,
    expects: { actual: 12.34, date: "2026-03-01", planned: 3 },
    events: [
      {
        event_type: "ppm.cost_line.updated",
        data: { changes: { date: { old: null, new: "2026-03-01" }, attr_costActual: { old: 0.3, new: 12.54 } } },
      },
    ],
  });
  await step({ as: member, method: "PATCH", path: `/ppm/costs/${line.id}`, body: {}, status: 200, events: [] });
  await step({
    as: member,
    method: "DELETE",
    path: `/ppm/costs/${line.id}`,
    status: 204,
    events: [{ event_type: "ppm.cost_line.deleted", data: { changes: { attr_costActual: { old: 12.54, new: 0.2 } } } }],
  });
  const history = (await admin.get(`/cards/${initiative.id}/history`)).body;
  expect(history[0]).toMatchObject({ event_type: "ppm.cost_line.deleted", user_id: member.userId });
});

test("budget lines are listed by year and category, cost lines in the order of creation", async () => {
  await budget({ fiscal_year: 2027, amount: 1 });
  await budget({ fiscal_year: "2026", category: "opex", amount: 2 });
  await budget({ amount: 3 });
  expect((await listOf(member, initiative, "budgets")).map(({ amount }: Body) => amount)).toEqual([3, 2, 1]);
  const lines = [await cost({ description: "b" }), await cost({ description: "a" })];
  expect(await listOf(member, initiative, "costs")).toEqual(lines);
});

test("the manual figure of a kind stays until there are lines of it; a total of 0 is null", async () => {
  expect((await member.get(`/ppm/initiatives/${initiative.id}/has-costs`)).body).toEqual({
    has_budget_lines: false,
    has_cost_lines: false,
  });
  const { id } = await budget({ amount: 0 });
  expect(await figures()).toMatchObject({ costBudget: null, costActual: 70 });
  expect((await member.get(`/ppm/initiatives/${initiative.id}/has-costs`)).body).toEqual({
    has_budget_lines: true,
    has_cost_lines: false,
  });
  await member.delete(`/ppm/budgets/${id}`);
  expect(await figures()).toMatchObject({ costBudget: null, costActual: 70 });
});

test("the undo of the first line restores the manual figure of the card", async () => {
  const [first, second] = [await budget({ amount: 10 }), await budget({ amount: 20 })];
  expect(await figures()).toMatchObject({ costBudget: 30 });
  expect((await undo(second.id)).status).toBe(200);
  expect(await figures()).toMatchObject({ costBudget: 10 });
  await undo(first.id);
  expect(await figures()).toEqual(initiative.attributes);
  expect(await listOf(member, initiative, "budgets")).toEqual([]);
});

test("the total can't be entered or calculated while there are lines", async () => {
  await budget({ amount: 10 });
  await member.patch(`/cards/${initiative.id}`, { attributes: { costBudget: 1, costActual: 2 } });
  expect(await figures()).toEqual({ costBudget: 10, costActual: 2 });
  await member.patch(`/cards/${initiative.id}`, { attributes: null });
  expect(await figures()).toEqual({ costBudget: 10 });
  await activeCalculation(admin, "Initiative", "costBudget", "1 + 1");
  await member.patch(`/cards/${initiative.id}`, { description: "calculated again" });
  expect(await figures()).toEqual({ costBudget: 10 });
  const other = await newInitiative(admin);
  expect((await cardNow(admin, other.id)).attributes).toEqual({ costBudget: 2 });
  const { body: calculations } = await admin.get("/calculations");
  for (const { id } of calculations) await admin.delete(`/calculations/${id}`);
});

test("a change of the manual figure is not undone while there are lines", async () => {
  await member.patch(`/cards/${initiative.id}`, { attributes: { costBudget: 6000, effort: "high" } });
  const batch = batchAbout(initiative.id);
  await budget({ amount: 10 });
  await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false, force: true });
  expect(await figures()).toEqual({ costBudget: 10, costActual: 70 });
});

test("a line doesn't change the approval of the card and its last author", async () => {
  await admin.post(`/cards/${initiative.id}/approval-status?action=approve`);
  const before = await cardNow(admin, initiative.id);
  await budget({ amount: 10 });
  const { approval_status, updated_by, updated_at } = await cardNow(admin, initiative.id);
  expect({ approval_status, updated_by }).toEqual({
    approval_status: before.approval_status,
    updated_by: before.updated_by,
  });
  expect(updated_at > before.updated_at).toBe(true);
});

describe("the amounts of lines", () => {
  const inCurrency = async (currency: string, amount: unknown) => {
    await admin.patch("/settings/currency", { currency });
    const line = await budget({ amount });
    await admin.patch("/settings/currency", { currency: "USD" });
    return line.amount;
  };

  test("are rounded to the smallest unit of the currency, and stay when it changes", async () => {
    expect(await inCurrency("USD", 0.1 + 0.2)).toBe(0.3);
    expect(await inCurrency("USD", 1234.567)).toBe(1234.57);
    expect(await inCurrency("JPY", 1234.5)).toBe(1235);
    expect(await inCurrency("KWD", 1234.567)).toBe(1234.567);
    expect(await inCurrency("USD", -0.01)).toBe(-0.01);
    expect(await figures()).toMatchObject({ costBudget: 3704.427 });
  });

  test("add up exactly, whatever they are", async () => {
    let cents = 0;
    for (const amount of [0.07, 1e12, -0.07, 4.35, 1.1, 1.1, 1.1]) {
      cents += Math.round(amount * 100);
      await cost({ actual: amount });
      expect(await figures()).toMatchObject({ costActual: cents / 100 });
    }
  });

  test.each([
    ["a number that is too large", { amount: 1e12 + 1 }, "body.amount: less_than_equal"],
    ["a word", { amount: "much" }, "body.amount: float_type"],
    ["null", { amount: null }, "body.amount: float_type"],
    ["another category", { category: "other" }, "body.category: literal_error"],
    ["a part of a year", { fiscal_year: 2026.5 }, "body.fiscal_year: int_from_float"],
  ])("are refused as %s", async (_, fields, violation) => {
    const { id } = await budget();
    for (const [method, path] of [
      ["POST", `/ppm/initiatives/${initiative.id}/budgets`],
      ["PATCH", `/ppm/budgets/${id}`],
    ] as const) {
      const body = { fiscal_year: 2026, category: "capex", ...fields };
      const answer = await step({ as: member, method, path, body, status: 422, events: [] });
      expect(`${answer.body.detail[0].loc.join(".")}: ${answer.body.detail[0].type}`).toBe(violation);
    }
  });
});

describe("a user who may not see the costs of an initiative", () => {
  test("gets no amounts, neither in answers nor in events, and never a 403", async () => {
    const reader = await server.as(role("ppm.view", "ppm.manage", "inventory.view"));
    const line = await cost({ actual: 4711.5, planned: 4711.5 });
    await budget({ amount: 4711.5 });
    expect(await listOf(reader, initiative, "costs")).toEqual([]);
    expect(await listOf(reader, initiative, "budgets")).toEqual([]);
    expect((await reader.get(`/ppm/initiatives/${initiative.id}/has-costs`)).body).toEqual({
      has_budget_lines: true,
      has_cost_lines: true,
    });
    const { body } = await reader.patch(`/ppm/costs/${line.id}`, { description: "x", planned: 8 });
    expect(body).toMatchObject({ description: "x", planned: 8, actual: 0 });
    expect(JSON.stringify((await reader.get(`/cards/${initiative.id}/history`)).body)).not.toContain("4711");
    expect((await listOf(admin, initiative, "costs"))[0]).toMatchObject({ planned: 8, actual: 4711.5 });
  });

  test("sees them as a stakeholder of the initiative whom somebody else assigned", async () => {
    const reader = await server.as(role("ppm.view"));
    await cost({ actual: 5 });
    stakeholder(initiative.id, reader.userId, "responsible");
    expect(await listOf(reader, initiative, "costs")).toMatchObject([{ actual: 5 }]);
  });
});

test("a user who may not read projects finds no project events in the history of the card", async () => {
  const reader = await server.as(role("inventory.view"));
  await budget();
  const types = async (client: typeof reader) =>
    (await client.get(`/cards/${initiative.id}/history`)).body.map(({ event_type }: Body) => event_type);
  expect(await types(member)).toEqual(["ppm.budget_line.created", "card.created"]);
  expect(await types(reader)).toEqual(["card.created"]);
});

test("unknown initiatives and lines, and cards of other types, are not found", async () => {
  const application = (await admin.post("/cards", { type: "Application", name: "App of costs" })).body;
  for (const id of [NOBODY, application.id, "x"])
    for (const list of ["costs", "budgets", "has-costs"]) {
      const answer = await member.get(`/ppm/initiatives/${id}/${list}`);
      expect([answer.status, answer.body]).toEqual([404, { detail: "Initiative not found" }]);
    }
  for (const [path, detail] of [
    [`/ppm/costs/${NOBODY}`, "Cost line not found"],
    [`/ppm/budgets/${NOBODY}`, "Budget line not found"],
  ] as const) {
    expect((await member.patch(path, {})).body).toEqual({ detail });
    await step({ as: member, method: "DELETE", path, status: 404, equals: { detail }, events: [] });
  }
});
