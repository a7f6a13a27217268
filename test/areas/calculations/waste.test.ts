import { describe, expect, test } from "bun:test";
import { statement } from "../../../db";
import { evaluateFormula, MAX_STEPS, parseFormula, StepBudget } from "../../../src/formula";
import { cardNow, cardType, makeCard, storedCards, unique, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import { activeCalculation, calculationNow, hostile } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

/** A formula that takes more steps than one may. */
const WASTEFUL = hostile["comparing long lists again and again"] as string;
/** A formula that takes many steps, but not too many. */
const EXPENSIVE = "COUNT([a * 2 + a ** 2 + len(str(a)) for a in [1] * 4000])";
const SWITCHED_OFF = "Switched off, because the formula took too many steps twice";

const newType = () => cardType(unique("Gauge"));

/** Counts how often the calculations of a type have taken too many steps. */
const wastesOf = (type: string) =>
  statement<{ wasted: number }, [string]>(
    "SELECT sum(wasted) AS wasted FROM calculations WHERE target_type_key = ?",
  ).get(type)?.wasted;

describe("a formula that takes too many steps twice", () => {
  test("is deactivated, which is published, notified to users who can change it, and stored as its error", async () => {
    const type = newType();
    const { id, name } = await activeCalculation(admin, type, "slow", WASTEFUL);
    const card = await makeCard(admin, { type });
    expect(await calculationNow(admin, id)).toMatchObject({ is_active: true, last_error: "Evaluation error" });
    const bystander = await server.as("viewer");
    const published = await watch(admin);
    expect((await admin.patch(`/cards/${card.id}`, { description: "Again" })).status).toBe(200);
    expect(await calculationNow(admin, id)).toMatchObject({ is_active: false, last_error: SWITCHED_OFF });
    expect(await published()).toMatchObject([
      {
        event_type: "calculation.deactivated",
        user_id: null,
        data: { id, name, changes: { is_active: { old: true, new: false } } },
      },
      { event_type: "card.updated" },
    ]);
    expect((await admin.get("/notifications")).body.items).toMatchObject([
      { type: "calculation_switched_off", message: `${name}: ${SWITCHED_OFF}` },
    ]);
    expect((await bystander.get("/notifications")).body.items).toEqual([]);
  });

  test("runs again once it is changed and activated, and has two more tries", async () => {
    const type = newType();
    const { id } = await activeCalculation(admin, type, "slow", WASTEFUL);
    const card = await makeCard(admin, { type });
    const change = (description: string) => admin.patch(`/cards/${card.id}`, { description });
    await change("once more");
    await admin.post(`/calculations/${id}/activate`);
    expect(await calculationNow(admin, id)).toMatchObject({ is_active: true, last_error: null });
    await change("the first of two");
    expect(await calculationNow(admin, id)).toMatchObject({ is_active: true });
    await change("the second");
    expect(await calculationNow(admin, id)).toMatchObject({ is_active: false });
    await admin.patch(`/calculations/${id}`, { formula: "7" });
    await admin.post(`/calculations/${id}/activate`);
    await change("a good one");
    expect((await cardNow(admin, card.id)).attributes).toEqual({ slow: 7 });
  });

  test("is evaluated twice among many cards, and fails for the others", async () => {
    const type = newType();
    const slow = await activeCalculation(admin, type, "slow", WASTEFUL);
    await activeCalculation(admin, type, "good", "1");
    storedCards(Array.from({ length: 50 }, () => ({ type, name: unique("Card ") })));
    const { body } = await admin.post(`/calculations/recalculate/${type}`);
    expect(body).toMatchObject({ cards_processed: 50, calculations_succeeded: 50, calculations_failed: 50 });
    expect(wastesOf(type)).toBe(2);
    expect(await calculationNow(admin, slow.id)).toMatchObject({ is_active: false });
    const again = await admin.post(`/calculations/recalculate/${type}`);
    expect(again.body).toMatchObject({ calculations_succeeded: 50, calculations_failed: 0 });
  });
});

test("twelve wasteful formulas cost a card no more steps than two, and are all deactivated in the end", async () => {
  const type = newType();
  for (let place = 0; place < 12; place++) await activeCalculation(admin, type, `slow${place}`, WASTEFUL);
  await activeCalculation(admin, type, "good", "1", { execution_order: 1 });
  const card = await makeCard(admin, { type });
  expect(wastesOf(type)).toBe(2);
  for (let time = 0; time < 12; time++) await admin.patch(`/cards/${card.id}`, { description: `Change ${time}` });
  expect((await admin.get("/calculations/calculated-fields")).body[type]).toEqual(["good"]);
  expect((await cardNow(admin, card.id)).attributes).toEqual({ good: 1 });
});

test("expensive formulas share the steps of a run: the same cards are calculated every time, the others fail", async () => {
  const type = newType();
  await activeCalculation(admin, type, "count", EXPENSIVE);
  storedCards(Array.from({ length: 60 }, () => ({ type, name: unique("Card ") })));
  const runs = [];
  for (let time = 0; time < 2; time++) runs.push((await admin.post(`/calculations/recalculate/${type}`)).body);
  const { calculations_succeeded: succeeded, calculations_failed: failed } = runs[0];
  expect(succeeded + failed).toBe(60);
  expect(succeeded).toBeGreaterThan(1);
  expect(failed).toBeGreaterThan(1);
  expect(runs[1]).toMatchObject({ calculations_succeeded: succeeded, calculations_failed: failed });
  expect(wastesOf(type)).toBe(0);
});

test("an evaluation takes its steps from a budget, and doesn't start with an empty one", () => {
  const formula = parseFormula("SUM([1] * 1000)");
  const scope = { data: {}, relations: {}, relation_count: {}, children: [], children_count: 0 };
  const budget = new StepBudget(MAX_STEPS);
  expect(evaluateFormula(formula, scope, budget)).toBe(1_000);
  const taken = MAX_STEPS - budget.left;
  expect(taken).toBeGreaterThan(1_000);
  const exact = new StepBudget(taken * 2);
  expect([1, 2].map(() => evaluateFormula(formula, scope, exact))).toEqual([1_000, 1_000]);
  expect(exact.left).toBe(0);
  expect(() => evaluateFormula(formula, scope, exact)).toThrow("The formulas take too many steps together");
});
