/** The initiatives with their dates, costs, latest status reports and people. */

import { clause, valuesOf } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { sliceTexts } from "../../../http/pagination";
import { columns, type Row as TableRow } from "../../../http/tables";
import { today } from "../../../platform/clock";
import { oneDecimal } from "../../../platform/rounding";
import { joinLatestReport, nameSql, STATUS_REPORT_JSON, shownAmount } from "../../ppm";
import { BY_NAME, type Filters } from "../population";
import { fragment, listed, members, type Query, rowsOf, scalar, stored } from "../rows";
import { parsed, type Report } from "../table";
import { groupsOf } from "./groups";
import { attributeSql, initiativesOf, seesCostsSql, sumSql } from "./initiatives";

const HEAD = members({
  id: scalar("c.id"),
  name: scalar("c.name"),
  subtype: scalar("c.subtype"),
  status: attributeSql("initiativeStatus", "text"),
  parent_id: scalar("c.parent_id"),
  start_date: attributeSql("startDate", "text"),
  end_date: attributeSql("endDate", "text"),
});

const STAKEHOLDERS = `(SELECT json_group_array(json_object('user_id', h.user_id, 'display_name', ${nameSql("p")},
    'role_key', h.role) ORDER BY h.created_at, h.id)
  FROM stakeholders h JOIN users p ON p.id = h.user_id WHERE h.card_id = c.id)`;

const cost = (key: string) => attributeSql(key, "integer", "real");

/** SQL for what is said of an initiative `c`, but for whether its costs are seen. */
const COLUMNS = [
  HEAD,
  cost("costBudget"),
  cost("costActual"),
  sumSql("ppm_budget_lines", "capex"),
  sumSql("ppm_budget_lines", "opex"),
  sumSql("ppm_cost_lines", "capex"),
  sumSql("ppm_cost_lines", "opex"),
  scalar("s.id"),
  STATUS_REPORT_JSON,
  STAKEHOLDERS,
].join(", ");

const count = (table: string, condition: string) =>
  `(SELECT count(*) FROM ${table} p WHERE p.initiative_id = c.id AND ${condition})`;
const IS_OPEN = "p.status <> 'done'";

/** Returns SQL for the details of an initiative `c` but for its completion, as members with a comma before them. */
const detailsSql = (): Query =>
  fragment(
    `',' || ${members({
      lifecycle: stored("c.lifecycle"),
      open_tasks: count("ppm_tasks", IS_OPEN),
      late_tasks: count("ppm_tasks", `${IS_OPEN} AND p.due_date < ?`),
      open_risks: count("ppm_risks", "p.status IN ('open', 'mitigating')"),
    })}`,
    today(),
  );

/** SQL for the completion of an initiative `c`: the mean of the items at the top of its plan; null without one. */
const COMPLETION = "(SELECT avg(w.completion) FROM ppm_wbs w WHERE w.initiative_id = c.id AND +w.parent_id IS NULL)";

/** Returns the details of an initiative as members of its JSON. */
const detailMembers = (details: string, completion: number | null): string =>
  `${details},"completion":${completion === null ? "null" : oneDecimal(completion)}`;

type Sums = [capexPlanned: number, opexPlanned: number, capexActual: number, opexActual: number];
type Row = [
  initiative: number,
  head: string,
  budget: string,
  actual: string,
  ...Sums,
  reportId: string,
  report: string | null,
  stakeholders: string,
  seesCosts: 0 | 1,
  details: string | null,
  completion: number | null,
];

const NO_SUMS: Sums = [0, 0, 0, 0];

/** Returns the members with the costs of an initiative; a cost of 0 on the card is null. */
function costMembers(budget: string, actual: string, sums: Sums): string {
  const [capexPlanned, opexPlanned, capexActual, opexActual] = sums.map(shownAmount);
  const orNull = (value: string) => (Number(value) === 0 ? "null" : value);
  return [
    `"cost_budget":${orNull(budget)},"cost_actual":${orNull(actual)}`,
    `"capex_planned":${capexPlanned},"opex_planned":${opexPlanned}`,
    `"capex_actual":${capexActual},"opex_actual":${opexActual}`,
  ].join(",");
}

/** Settings of the report in addition to its filters. */
type GanttSettings = { group_by?: string | undefined; details: boolean };

/** Returns the initiatives by name, each as JSON. */
function initiativeTexts(actor: Actor, { group_by, details: withDetails }: GanttSettings, filters: Filters): string[] {
  const initiatives = initiativesOf(actor, filters);
  const sees = seesCostsSql(actor);
  const extra = withDetails ? detailsSql() : fragment("NULL");
  const rows = rowsOf<Row>(
    fragment(
      `SELECT c.seq, ${COLUMNS}, ${sees.sql}, ${extra.sql}, ${withDetails ? COMPLETION : "NULL"}
       FROM cards c ${joinLatestReport("c.id")} ${clause(initiatives)} ${BY_NAME}`,
      ...sees.values,
      ...extra.values,
      ...valuesOf(initiatives),
    ),
  );
  const groups = groupsOf(initiatives, group_by);
  return rows.map(([initiative, head, budget, actual, ...rest]) => {
    const [capexPlanned, opexPlanned, capexActual, opexActual, reportId, report, stakeholders, ...others] = rest;
    const [seesCosts, details, completion] = others;
    const costs = seesCosts
      ? costMembers(budget, actual, [capexPlanned, opexPlanned, capexActual, opexActual])
      : costMembers("null", "null", NO_SUMS);
    const group = groups.get(initiative);
    return [
      `{${head},${costs}`,
      `"group_id":${JSON.stringify(group?.id ?? null)},"group_name":${JSON.stringify(group?.name ?? null)}`,
      `"latest_report":${report},"latest_report_id":${reportId},"stakeholders":${stakeholders}${
        details === null ? "" : detailMembers(details, completion)
      }}`,
    ].join(",");
  });
}

type Slice = Parameters<typeof sliceTexts>;

const latest = (row: TableRow, member: string) => (row["latest_report"] as TableRow | null)?.[member];
const HEALTHS = ["schedule_health", "cost_health", "scope_health"];

/**
 * Returns the initiatives by name, with all that a chart over time shows of them.
 * @param set the context's `set`, which gets the number of initiatives when a page of them is asked for
 */
export function gantt(
  actor: Actor,
  { page, page_size, sort_by, sort_dir, group_by, details, ...filters }: Filters & Slice[1] & GanttSettings,
  set: Slice[2],
): Report {
  const texts = initiativeTexts(actor, { group_by, details }, filters);
  return {
    name: "initiatives",
    json: () => listed(sliceTexts(texts, { page, page_size, sort_by, sort_dir }, set)),
    columns: [
      ...columns(
        "id",
        "name",
        "subtype",
        "status",
        "parent_id",
        "start_date",
        "end_date",
        "cost_budget",
        "cost_actual",
      ),
      ...columns("capex_planned", "opex_planned", "capex_actual", "opex_actual", "group_name"),
      { header: "report_date", value: (row) => latest(row, "report_date") },
      ...HEALTHS.map((header) => ({ header, value: (row: TableRow) => latest(row, header) })),
    ],
    rows: () => parsed(texts),
  };
}
