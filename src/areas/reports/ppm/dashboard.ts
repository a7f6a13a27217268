/** The project portfolio in figures. */

import { clause, valuesOf } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { joinLatestReport, shownAmount } from "../../ppm";
import type { Filters } from "../population";
import { fragment, rowsOf } from "../rows";
import { initiativesOf, seesCostsSql, sumSql } from "./initiatives";

const HEALTHS = ["schedule", "cost", "scope"] as const;
const NO_REPORT = { onTrack: 0, atRisk: 0, offTrack: 0, noReport: 0 };
type Health = keyof typeof NO_REPORT;

type Row = [
  subtype: string,
  status: string,
  budget: number,
  actual: number,
  schedule: Health,
  cost: Health,
  scope: Health,
];

/** Returns SQL for the health of an aspect in the latest report `s`. */
const healthSql = (aspect: string) => `coalesce(s.${aspect}_health, 'noReport')`;

/** Maps value → how often it is there, by value. */
function countsOf(values: readonly string[]): Record<string, number> {
  const counts = Map.groupBy(values, (value) => value);
  return Object.fromEntries([...counts.keys()].sort().map((value) => [value, counts.get(value)?.length ?? 0]));
}

/** Returns the figures of the initiatives that match. */
export function portfolioDashboard(actor: Actor, filters: Filters) {
  const initiatives = initiativesOf(actor, filters);
  const sees = seesCostsSql(actor);
  const rows = rowsOf<Row>(
    fragment(
      `SELECT coalesce(nullif(c.subtype, ''), 'Other'), coalesce(CAST(c.attributes ->> '$.initiativeStatus' AS TEXT), 'Unknown'),
         iif(${sees.sql}, ${sumSql("ppm_budget_lines")}, 0), iif(${sees.sql}, ${sumSql("ppm_cost_lines")}, 0),
         ${HEALTHS.map(healthSql).join(", ")}
       FROM cards c ${joinLatestReport("c.id")} ${clause(initiatives)}`,
      ...sees.values,
      ...sees.values,
      ...valuesOf(initiatives),
    ),
  );
  const sum = (column: 2 | 3) => shownAmount(rows.reduce((all, row) => all + row[column], 0));
  const healths = (column: 4 | 5 | 6) => ({ ...NO_REPORT, ...countsOf(rows.map((row) => row[column])) });
  return {
    total_initiatives: rows.length,
    by_subtype: countsOf(rows.map(([subtype]) => subtype)),
    by_status: countsOf(rows.map(([, status]) => status)),
    total_budget: sum(2),
    total_actual: sum(3),
    health_schedule: healths(4),
    health_cost: healths(5),
    health_scope: healths(6),
  };
}
