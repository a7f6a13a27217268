/** The register in figures. */
import { statement } from "../../../../db";
import { clause, valuesOf, where } from "../../../../db/query";
import { LEVELS, RISK_STATUSES } from "../../../../db/schema/risks";
import { today } from "../../../platform/clock";
import { riskMatrix } from "../matrix";
import type { Impact, Level, MetricsQuery, Probability, RiskFilters, RiskMetrics, Status } from "../model";
import { IS_OVERDUE, riskConditions } from "./filters";

/** Risks that are alike: in status, category and level, or in an assessment. */
type Alike = { overdue: number; recent: number; count: number } & (
  | { by: "state"; one: Status; other: string; level: Level }
  | { by: "initial" | "residual"; one: Probability | null; other: Impact | null; level: null }
);

const groupedBy = (by: Alike["by"], one: string, other: string, level = "NULL") =>
  `SELECT '${by}' AS by, ${one} AS one, ${other} AS other, ${level} AS level, sum(overdue) AS overdue,
     sum(recent) AS recent, count(*) AS count FROM found GROUP BY 2, 3, 4`;

/** The groups of the risks that are found, which are few, whatever the risks are. */
const GROUPS = [
  groupedBy("state", "status", "category", "coalesce(residual_level, initial_level)"),
  groupedBy("initial", "initial_probability", "initial_impact"),
  groupedBy("residual", "residual_probability", "residual_impact"),
].join(" UNION ALL ");

/** The columns of the index by which the register is counted. */
const COLUMNS = `r.status, r.category, r.initial_probability, r.initial_impact, r.initial_level,
  r.residual_probability, r.residual_impact, r.residual_level`;

const zeros = <K extends string>(keys: readonly K[]): Record<K, number> =>
  Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;

/** Returns a matrix of counts, with a function that counts in it what is in one of its cells. */
function countingMatrix() {
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
  return statement<Alike>(
    `WITH found AS MATERIALIZED (
       SELECT ${COLUMNS}, coalesce(${IS_OVERDUE}, 0) AS overdue, r.created_at >= ? AS recent FROM risks r ${clause(conditions)}
     ) ${GROUPS}`,
  ).all(day, `${day.slice(0, 8)}01`, ...valuesOf(conditions));
}

type NamedRow = { assessment: "initial" | "residual"; probability: Probability; impact: Impact } & {
  id: string;
  reference: string;
  title: string;
};

const namedIn = (assessment: NamedRow["assessment"]) =>
  `SELECT '${assessment}' AS assessment, ${assessment}_probability AS probability, ${assessment}_impact AS impact,
     id, reference, title, number, row_number() OVER (
       PARTITION BY ${assessment}_probability, ${assessment}_impact ORDER BY number) AS place
   FROM found WHERE ${assessment}_probability IS NOT NULL AND ${assessment}_impact IS NOT NULL`;

/** Returns the first risks of each cell of both matrices. */
function namedCells(filters: RiskFilters, named: number): NonNullable<RiskMetrics["cells"]> {
  const conditions = riskConditions(filters);
  const rows = statement<NamedRow>(
    `WITH found AS MATERIALIZED (
       SELECT r.id, r.reference, r.title, r.number, ${COLUMNS} FROM risks r ${clause(conditions)}
     ) SELECT assessment, probability, impact, id, reference, title
       FROM (${namedIn("initial")} UNION ALL ${namedIn("residual")}) WHERE place <= ? ORDER BY assessment, number`,
  ).all(...valuesOf(conditions), named);
  const cells = Map.groupBy(rows, ({ assessment, probability, impact }) => `${assessment} ${probability} ${impact}`);
  return [...cells.values()].map((inCell) => {
    const [{ assessment, probability, impact }] = inCell as [NamedRow];
    return {
      assessment,
      probability,
      impact,
      risks: inCell.map(({ id, reference, title }) => ({ id, reference, title })),
    };
  });
}

/** Returns how many risks that a query asks for have no mitigation task. */
function countWithoutTasks(filters: RiskFilters): number {
  const conditions = [
    ...riskConditions(filters),
    where("NOT EXISTS (SELECT 1 FROM risk_mitigation_tasks WHERE risk_id = r.id)"),
  ];
  const row = statement<{ count: number }>(`SELECT count(*) AS count FROM risks r ${clause(conditions)}`).get(
    ...valuesOf(conditions),
  );
  return row?.count ?? 0;
}

/** Returns the figures of the risks that a query asks for. @throws Problem 400 for a filter by what is no id */
export function riskMetrics({ named, ...filters }: MetricsQuery): RiskMetrics {
  const byStatus = zeros(RISK_STATUSES);
  const byLevel = zeros(LEVELS);
  const byCategory = new Map<string, number>();
  const initial = countingMatrix();
  const residual = countingMatrix();
  const sums = { total: 0, overdue: 0, created_this_month: 0 };
  for (const group of groupsOf(filters)) {
    const { count, overdue, recent } = group;
    if (group.by === "state") {
      byStatus[group.one] += count;
      byLevel[group.level] += count;
      byCategory.set(group.other, (byCategory.get(group.other) ?? 0) + count);
      sums.total += count;
      sums.overdue += overdue;
      sums.created_this_month += recent;
    } else (group.by === "initial" ? initial : residual).add(group.one, group.other, count);
  }
  return {
    ...sums,
    by_status: byStatus,
    by_level: byLevel,
    by_category: Object.fromEntries(byCategory),
    initial_matrix: initial.counts,
    residual_matrix: residual.counts,
    ...(named && { cells: namedCells(filters, named), without_tasks: countWithoutTasks(filters) }),
  };
}
