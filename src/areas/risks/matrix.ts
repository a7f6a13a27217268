/** The risk matrix: which level follows from which probability and impact. Settings replace the usual one. */
import { allValues, cached, statement, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { storedSettings, updateStoredSettings } from "../../core/settings/store";
import { progress } from "../../core/threads/progress";
import { conflict, invalid } from "../../http/errors";
import type { Impact, Level, Probability, RiskMatrix } from "./model";
import { publishRisk } from "./register/events";
import { findRisk, type RiskRow, updateRisk } from "./register/rows";

const KEY = "riskMatrix";

const USUAL: RiskMatrix = {
  probabilities: ["very_high", "high", "medium", "low"],
  impacts: ["critical", "high", "medium", "low"],
  levels: [
    ["critical", "critical", "high", "medium"],
    ["critical", "high", "high", "medium"],
    ["high", "high", "medium", "low"],
    ["medium", "medium", "low", "low"],
  ],
};

/** The matrix of this installation. */
export const riskMatrix = cached((): RiskMatrix => (storedSettings().general[KEY] as RiskMatrix | undefined) ?? USUAL);

/** Returns the level that a matrix gives; null unless both steps are given and in use. */
function levelIn({ probabilities, impacts, levels }: RiskMatrix, probability: Probability, impact: Impact) {
  return levels[probabilities.indexOf(probability)]?.[impacts.indexOf(impact)] ?? null;
}

type AssessmentColumns = Pick<
  RiskRow,
  "initial_probability" | "initial_impact" | "residual_probability" | "residual_impact"
>;

/** Returns the levels of a risk. */
export function levelsOf(risk: AssessmentColumns): { initial_level: Level; residual_level: Level | null } {
  const { initial_probability, initial_impact, residual_probability, residual_impact } = risk;
  const matrix = riskMatrix();
  return {
    initial_level: levelIn(matrix, initial_probability, initial_impact) ?? "medium",
    residual_level:
      residual_probability && residual_impact ? levelIn(matrix, residual_probability, residual_impact) : null,
  };
}

/** Steps of each kind, by the end of the names of their columns. */
const scales = { probability: "probabilities", impact: "impacts" } as const;

/** Returns the reason why a step may not be used; undefined when it may. */
export function objectionTo(kind: keyof typeof scales, step: string): string | undefined {
  const steps: readonly string[] = riskMatrix()[scales[kind]];
  return steps.includes(step) ? undefined : `must be one of ${steps.join(", ")}`;
}

/** Refuses steps that this installation doesn't use. @throws Problem 422 */
export function requireSteps(
  given: Partial<{ [K in keyof AssessmentColumns]: AssessmentColumns[K] | undefined }>,
): void {
  for (const assessment of ["initial", "residual"] as const)
    for (const kind of ["probability", "impact"] as const) {
      const step = given[`${assessment}_${kind}`];
      const objection = step && objectionTo(kind, step);
      if (objection) throw invalid(["body", `${assessment}_${kind}`], objection, "literal_error", step);
    }
}

const repeats = (steps: readonly string[]) => new Set(steps).size !== steps.length;

/** @throws Problem 422 unless it has a level for each pair of different steps */
function requireWhole({ probabilities, impacts, levels }: RiskMatrix): void {
  if (repeats(probabilities)) throw invalid(["body", "probabilities"], "must not repeat a step");
  if (repeats(impacts)) throw invalid(["body", "impacts"], "must not repeat a step");
  if (levels.length !== probabilities.length)
    throw invalid(["body", "levels"], `must have ${probabilities.length} rows, one for each probability`);
  const row = levels.findIndex(({ length }) => length !== impacts.length);
  if (row >= 0) throw invalid(["body", "levels", row], `must have ${impacts.length} levels, one for each impact`);
}

/** Returns the steps that risks use. */
const usedSteps = (kind: keyof typeof scales): string[] =>
  allValues<string>(
    `SELECT initial_${kind} AS step FROM risks UNION SELECT residual_${kind} FROM risks WHERE residual_${kind} IS NOT NULL`,
  );

/** @throws Problem 409 when it lacks a step that a risk uses */
function requireUsedSteps(matrix: RiskMatrix): void {
  for (const kind of ["probability", "impact"] as const) {
    const steps: readonly string[] = matrix[scales[kind]];
    const missing = usedSteps(kind).filter((step) => !steps.includes(step));
    if (missing.length > 0) throw conflict(`${scales[kind]} must keep what risks use: ${missing.join(", ")}`);
  }
}

/** Brings the levels of all risks up to date; of each that changes it publishes `risk.updated`. */
function refreshLevels(actor: Actor): void {
  const ids = statement<{ id: string }, []>("SELECT id FROM risks ORDER BY number").all();
  for (const [done, { id }] of ids.entries()) {
    progress(done, ids.length);
    const before = findRisk(id) as RiskRow;
    const after = updateRisk(before, levelsOf(before));
    const { initial_level, residual_level } = before;
    if (after.initial_level === initial_level && after.residual_level === residual_level) continue;
    publishRisk(actor, "risk.updated", after, {
      change: "updated",
      fields: ["initial_level", "residual_level"],
      snapshot: { before: { initial_level, residual_level } },
    });
  }
}

/**
 * Sets the matrix; the levels of all risks follow. Publishes `settings.updated`, and `risk.updated` for each risk whose level
 * changes.
 * @throws Problem 422 unless it is whole, 409 when it lacks a step that a risk uses
 */
export function updateRiskMatrix(actor: Actor, matrix: RiskMatrix): void {
  transaction(() => {
    requireWhole(matrix);
    requireUsedSteps(matrix);
    updateStoredSettings(actor, "general", { [KEY]: matrix });
    riskMatrix.drop();
    refreshLevels(actor);
  });
}
