/** The risk matrix: the levels of every risk follow it, also when it is set anew. */
import { expect, test } from "bun:test";
import { violationsOf } from "../../support/factories";
import { randomFrom } from "../../support/openapi";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";
import { type Body, makeRisk, patchRisk } from "./register";

const server = testServer();
const admin = clientAs(server, "admin");
const manager = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

const PROBABILITIES = ["very_high", "high", "medium", "low", "very_low"];
const IMPACTS = ["critical", "high", "medium", "low", "negligible"];
const LEVELS = ["critical", "high", "medium", "low"];

/** The usual matrix of the contract. */
const USUAL: Record<string, string[]> = {
  very_high: ["critical", "critical", "high", "medium"],
  high: ["critical", "high", "high", "medium"],
  medium: ["high", "high", "medium", "low"],
  low: ["medium", "medium", "low", "low"],
};

test("the risk matrix has four steps for each axis by default", async () => {
  const { body } = await viewer.get("/settings/risk-matrix");
  expect(body).toEqual({
    ...{ probabilities: PROBABILITIES.slice(0, 4), impacts: IMPACTS.slice(0, 4), levels: Object.values(USUAL) },
  });
  for (const [probability, levels] of Object.entries(USUAL))
    for (const [column, level] of levels.entries()) {
      const impact = IMPACTS[column];
      const risk = await makeRisk(manager, { initial_probability: probability, initial_impact: impact });
      expect(risk).toMatchObject({ initial_level: level, residual_level: null });
      const residual = { residual_probability: probability, residual_impact: impact };
      expect(await patchRisk(manager, risk.id, residual)).toMatchObject({ residual_level: level });
    }
});

test("the risk matrix is replaced as a whole, by administrators, and steps that risks use must stay", async () => {
  const whole = {
    probabilities: ["high", "low"],
    impacts: ["high", "low"],
    levels: [
      ["high", "medium"],
      ["medium", "low"],
    ],
  };
  for (const [changes, violation] of [
    [{ levels: [["high", "medium"]] }, "body.levels: value_error"],
    [{ levels: [["high", "medium"], ["low"]] }, "body.levels.1: value_error"],
    [{ probabilities: ["high", "high"] }, "body.probabilities: value_error"],
    [{ impacts: ["low", "low"] }, "body.impacts: value_error"],
    [{ impacts: ["low"] }, "body.impacts: too_short"],
    [{ impacts: ["low", "tiny"] }, "body.impacts.1: literal_error"],
  ] as const)
    expect(violationsOf((await admin.patch("/settings/risk-matrix", { ...whole, ...changes })).body)).toEqual([
      violation,
    ]);
  expect((await manager.patch("/settings/risk-matrix", whole)).status).toBe(403);
  const refused = await admin.patch("/settings/risk-matrix", whole);
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.body.detail).toContain("very_high");
});

test("the risk matrix of five by five updates all levels, also those of existing risks", async () => {
  const random = randomFrom(7);
  const levels = PROBABILITIES.map(() => IMPACTS.map(() => random.pick(LEVELS)));
  const risk = await makeRisk(manager, { initial_probability: "low", initial_impact: "low", title: "Before" });
  const expected = levels[3]?.[3] as string;
  const { body } = await admin.patch("/settings/risk-matrix", {
    probabilities: PROBABILITIES,
    impacts: IMPACTS,
    levels,
  });
  expect(body).toEqual({ probabilities: PROBABILITIES, impacts: IMPACTS, levels });
  const all = (await viewer.get("/risks?page_size=200")).body.items as Body[];
  expect(all.find(({ id }) => id === risk.id)).toMatchObject({ initial_level: expected });
  const levelOf = (probability: string, impact: string) =>
    levels[PROBABILITIES.indexOf(probability)]?.[IMPACTS.indexOf(impact)];
  for (const one of all) {
    expect(one.initial_level).toBe(levelOf(one.initial_probability, one.initial_impact));
    if (one.residual_level) expect(one.residual_level).toBe(levelOf(one.residual_probability, one.residual_impact));
  }
  const least = await makeRisk(manager, { initial_probability: "very_low", initial_impact: "negligible" });
  expect(least.initial_level).toBe(levels[4]?.[4]);
  const { initial_matrix } = (await viewer.get("/risks/metrics")).body;
  expect([initial_matrix.length, initial_matrix[0].length, initial_matrix[4][4]]).toEqual([5, 5, 1]);
  await step({
    ...{ as: admin, method: "PATCH", path: "/settings/risk-matrix", status: 200, events: [] },
    body: { probabilities: PROBABILITIES, impacts: IMPACTS, levels },
  });
});
