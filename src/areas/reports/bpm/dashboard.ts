/** The processes in figures. */

import { clause, valuesOf, where } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { oneDecimal } from "../../../platform/rounding";
import type { Filters } from "../population";
import { fragment, rowsOf } from "../rows";
import { processesOf } from "./processes";

/** Processes of high risk that are named. */
const RISKIEST = 10;
/** The key for a value that a process doesn't have. */
const UNKNOWN = "unknown";

const value = (key: string) => `coalesce(CAST(c.attributes ->> '$.${key}' AS TEXT), '${UNKNOWN}')`;
const [TYPE, MATURITY, AUTOMATION, RISK] = ["processType", "maturity", "automationLevel", "riskLevel"].map(value);

/** SQL for whether a process `c` has a published flow. */
export const IS_PUBLISHED =
  "EXISTS (SELECT 1 FROM process_flow_versions v WHERE v.process_id = c.id AND v.status = 'published')";

type Figures = [type: string, maturity: string, automation: string, risk: string, count: number, published: number];

/** Maps value → the number of processes that have it. @param column the place of the value */
function countsBy(figures: readonly Figures[], column: 0 | 1 | 2 | 3): Record<string, number> {
  const counts = new Map<string, number>();
  for (const row of figures) counts.set(row[column], (counts.get(row[column]) ?? 0) + row[4]);
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns the figures of the processes that match. */
export function processDashboard(actor: Actor, filters: Filters) {
  const processes = processesOf(actor, filters);
  const figures = rowsOf<Figures>(
    fragment(
      `SELECT ${TYPE}, ${MATURITY}, ${AUTOMATION}, ${RISK}, count(*), sum(${IS_PUBLISHED}) FROM cards c ${clause(processes)}
       GROUP BY 1, 2, 3, 4`,
      ...valuesOf(processes),
    ),
  );
  const sum = (column: 4 | 5) => figures.reduce((all, row) => all + row[column], 0);
  const total = sum(4);
  const with_diagram = sum(5);
  return {
    total_processes: total,
    by_process_type: countsBy(figures, 0),
    by_maturity: countsBy(figures, 1),
    by_automation: countsBy(figures, 2),
    by_risk: countsBy(figures, 3),
    top_risk_processes: riskiest(actor, filters),
    diagram_coverage: {
      with_diagram,
      total,
      percentage: total === 0 ? 0 : oneDecimal((with_diagram / total) * 100),
    },
  };
}

/** Returns the first processes of high or critical risk, the critical ones first, each by name. */
function riskiest(actor: Actor, filters: Filters) {
  const risky = [...processesOf(actor, filters), where(`${RISK} IN ('high', 'critical')`)];
  return rowsOf<[id: string, name: string, risk: string, maturity: string]>(
    fragment(
      `SELECT c.id, c.name, ${RISK}, ${MATURITY} FROM cards c ${clause(risky)}
       ORDER BY ${RISK} = 'critical' DESC, c.name, c.seq LIMIT ?`,
      ...valuesOf(risky),
      RISKIEST,
    ),
  ).map(([id, name, risk, maturity]) => ({ id, name, risk, maturity }));
}
