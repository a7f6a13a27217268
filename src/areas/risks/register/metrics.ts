/** The register in figures. */
import { statement } from "../../../../db";
import { LEVELS, RISK_STATUSES } from "../../../../db/schema/risks";
import { clause, valuesOf } from "../../cards";
import { today } from "../../todos";
import { riskMatrix } from "../matrix";
import type { Impact, Level, Probability, RiskFilters, RiskMetrics, Status } from "../model";
import { IS_OVERDUE, riskConditions } from "./filters";

/** Risks that are alike in status, category and assessment. */
type Alike = [
  status: Status,
  category: string,
  initial: Probability,
  initialImpact: Impact,
  initialLevel: Level,
  residual: Probability | null,
  residualImpact: Impact | null,
  residualLevel: Level | null,
  overdue: number,
  recent: number,
  count: number,
];

/** What risks are grouped by, as an index has it. */
const GROUP = `r.status, r.category, r.initial_probability, r.initial_impact, r.initial_level,
  r.residual_probability, r.residual_impact, r.residual_level`;

const zeros = <K extends string>(keys: readonly K[]): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;

/** A matrix of counts, with a function that counts in it what is in one of its cells. */
export function countingMatrix() {
  const { probabilities, impacts } = riskMatrix();
  const counts = probabilities.map(() => impacts.map(() => 0));
  const add = (probability: Probability | null, impact: Impact | null, count: number): void => {
    const row = probability && counts[probabilities.indexOf(probability)];
    const column = impact === null ? -1 : impacts.indexOf(impact);
    if (row && column >= 0) row[column] = (row[column] ?? 0) + count;
  };
  return { counts, add };
}

function groupsOf(filters: RiskFilters): Alike[] {
  const conditions = riskConditions(filters);
  const day = today();
  return statement<unknown>(
    `SELECT ${GROUP}, total(${IS_OVERDUE}), sum(r.created_at >= ?), count(*)
     FROM risks r ${clause(conditions)} GROUP BY ${GROUP}`,
  ).values(day, `${day.slice(0, 8)}01`, ...valuesOf(conditions)) as Alike[];
}

/** The figures of the risks that a query asks for. @throws Problem 400 for a filter by what is no id */
export function riskMetrics(filters: RiskFilters): RiskMetrics {
  const [byStatus, byLevel, byCategory] = [zeros(RISK_STATUSES), zeros(LEVELS), new Map<string, number>()];
  const [initial, residual] = [countingMatrix(), countingMatrix()];
  const sums = { total: 0, overdue: 0, created_this_month: 0 };
  for (const group of groupsOf(filters)) {
    const [status, category, probability, impact, level, left, leftImpact, leftLevel, overdue, recent, count] = group;
    byStatus[status] += count;
    byLevel[leftLevel ?? level] += count;
    byCategory.set(category, (byCategory.get(category) ?? 0) + count);
    initial.add(probability, impact, count);
    residual.add(left, leftImpact, count);
    sums.total += count;
    sums.overdue += overdue;
    sums.created_this_month += recent;
  }
  return {
    ...sums,
    by_status: byStatus,
    by_level: byLevel,
    by_category: Object.fromEntries(byCategory),
    initial_matrix: initial.counts,
    residual_matrix: residual.counts,
  };
}
