/** The criteria by which scenarios are weighed, and the scores that follow from their weights. */
import { type Actor, require } from "../../../core/access/actor";
import type { PermissionKey } from "../../../core/access/permissions";
import { invalid } from "../../../http/errors";
import { entriesOf } from "../../../http/query";
import { oneDecimal } from "../../../platform/rounding";
import type { Figure } from "../../reports";

/** The figures of a state by which it is weighed, whether more of them is better, and the permissions to see them. */
type Criterion = { of?: readonly string[]; isMoreBetter: boolean; permissions?: readonly PermissionKey[] };

/** Name → criterion; each is the sum of the figures of its name. */
const CRITERIA = {
  costs_of_years: { isMoreBetter: false, permissions: ["costs.view"] },
  applications: { isMoreBetter: false },
  applications_ending: { isMoreBetter: false },
  capability_coverage: { isMoreBetter: true },
  risks: { of: ["critical", "high"], isMoreBetter: false, permissions: ["risks.view"] },
  out_of_support: { isMoreBetter: false },
  applications_at_risk: { isMoreBetter: false },
  initiatives: { isMoreBetter: false, permissions: ["ppm.view"] },
  initiatives_budget: { isMoreBetter: false, permissions: ["ppm.view", "costs.view"] },
  data_quality: { isMoreBetter: true },
} as const satisfies Record<string, Criterion>;

export type CriterionName = keyof typeof CRITERIA;
/** The names of the criteria. */
export const criteria = Object.keys(CRITERIA) as CriterionName[];

const criterionOf = (name: CriterionName): Criterion => CRITERIA[name];

/** The highest weight; the lowest is 1. */
const MAX_WEIGHT = 10;

/** A criterion with its weight. */
export type Weight = { criterion: CriterionName; weight: number };

const refusal = (rule: string, text: string) => invalid(["query", "weights"], rule, "value_error", text);

/** Returns a criterion with its weight. @throws Problem 422; 403 when the actor may not see the figure */
function weightOf(actor: Actor, text: string): Weight {
  const [name = "", digits = ""] = text.split(":");
  const criterion = criteria.find((one) => one === name);
  if (!criterion) throw refusal(`must name some of ${criteria.join(", ")}`, text);
  const weight = /^\d{1,2}$/.test(digits) ? Number(digits) : 0;
  if (text !== `${name}:${digits}` || weight < 1 || weight > MAX_WEIGHT)
    throw refusal(`must have a weight from 1 to ${MAX_WEIGHT} for each criterion, as in ${name}:5`, text);
  for (const permission of criterionOf(criterion).permissions ?? []) require(actor, permission);
  return { criterion, weight };
}

/**
 * Returns the weights of criteria.
 * @param asked as in `costs_of_years:5,risks:3`; none without it
 * @throws Problem 422 for what is no weight or named twice; 403 for figures that the actor may not see
 */
export function weightsOf(actor: Actor, asked: string | undefined): Weight[] {
  const weights = (entriesOf(asked) ?? []).map((text) => weightOf(actor, text));
  const twice = weights.find(({ criterion }, at) => weights.findIndex((one) => one.criterion === criterion) < at);
  if (twice) throw refusal("must name each criterion once", twice.criterion);
  return weights;
}

/** Checks whether more of a figure is better; undefined for one by which nothing is weighed. */
export function isMoreBetter({ figure, of }: Pick<Figure, "figure" | "of">): boolean | undefined {
  if (figure === "costs_in_year" || figure === "risks") return false;
  if (figure === "capabilities_supported" || figure === "with_lifecycle") return true;
  return of === null && figure in CRITERIA ? criterionOf(figure as CriterionName).isMoreBetter : undefined;
}

/** Returns the value of a criterion in a state. */
function valueIn(name: CriterionName, figures: readonly Figure[]): number {
  const { of: parts } = criterionOf(name);
  return figures
    .filter(({ figure, of }) => figure === name && (!parts || (of !== null && parts.includes(of))))
    .reduce((sum, { value }) => sum + value, 0);
}

/**
 * Returns the points of each of some values: 100 for the best of them, 0 for the worst, those between in proportion; 100 for all when
 * they are the same.
 */
function pointsOf(values: readonly number[], moreIsBetter: boolean): number[] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (least === most) return values.map(() => 100);
  return values.map((value) => (100 * (moreIsBetter ? value - least : most - value)) / (most - least));
}

/** The points of states in one criterion. */
export type Points = Weight & { points: number[] };

/** Returns the points of states, each in one of the weighted criteria. @param states the figures of each of them */
export const pointsOfStates = (weights: readonly Weight[], states: readonly (readonly Figure[])[]): Points[] =>
  weights.map(({ criterion, weight }) => {
    const values = states.map((figures) => valueIn(criterion, figures));
    const points = pointsOf(values, criterionOf(criterion).isMoreBetter);
    return { criterion, weight, points: points.map(oneDecimal) };
  });

/** Returns the score of a state, by its number: the mean of its points, weighted, from 0 to 100; null without weights. */
export function scoreOf(criteria: readonly Points[], state: number): number | null {
  const whole = criteria.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return null;
  return oneDecimal(criteria.reduce((sum, { weight, points }) => sum + weight * (points[state] ?? 0), 0) / whole);
}
