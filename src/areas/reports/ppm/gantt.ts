/** The initiatives with their dates, costs, latest status reports and people. */

import { clause, valuesOf } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { sliceTexts } from "../../../http/pagination";
import { columns, type Row as TableRow } from "../../../http/tables";
import { joinLatestReport, nameSql, STATUS_REPORT_JSON, shownAmount } from "../../ppm";
import { BY_NAME, type Filters } from "../population";
import { fragment, listed, members, rowsOf, scalar } from "../rows";
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

/** Returns the initiatives by name, each as JSON. */
function initiativeTexts(actor: Actor, groupBy: string | undefined, filters: Filters): string[] {
  const initiatives = initiativesOf(actor, filters);
  const sees = seesCostsSql(actor);
  const rows = rowsOf<Row>(
    fragment(
      `SELECT c.seq, ${COLUMNS}, ${sees.sql} FROM cards c ${joinLatestReport("c.id")} ${clause(initiatives)} ${BY_NAME}`,
      ...sees.values,
      ...valuesOf(initiatives),
    ),
  );
  const groups = groupsOf(initiatives, groupBy);
  return rows.map(([initiative, head, budget, actual, ...rest]) => {
    const [capexPlanned, opexPlanned, capexActual, opexActual, reportId, report, stakeholders, seesCosts] = rest;
    const costs = seesCosts
      ? costMembers(budget, actual, [capexPlanned, opexPlanned, capexActual, opexActual])
      : costMembers("null", "null", NO_SUMS);
    const group = groups.get(initiative);
    return [
      `{${head},${costs}`,
      `"group_id":${JSON.stringify(group?.id ?? null)},"group_name":${JSON.stringify(group?.name ?? null)}`,
      `"latest_report":${report},"latest_report_id":${reportId},"stakeholders":${stakeholders}}`,
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
  { page, page_size, sort_by, sort_dir, group_by, ...filters }: Filters & Slice[1] & { group_by?: string | undefined },
  set: Slice[2],
): Report {
  const texts = initiativeTexts(actor, group_by, filters);
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
