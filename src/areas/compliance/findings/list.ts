/** The list of findings by pages, and what it adds up to: counts by regulation and status, and causes. */
import { firstValue, statement } from "../../../../db";
import { type Condition, clause, type Value, valuesOf, where } from "../../../../db/query";
import { DECISIONS, FINDING_STATUSES, SEVERITIES } from "../../../../db/schema/compliance";
import { isDescending } from "../../../http/pagination";
import { whereOn } from "../../../http/where";
import { listRegulations } from "../../metamodel";
import type { FindingFilters, FindingListQuery, FindingStatus, FindingSummary } from "../model";
import { FINDING_JOIN, FINDING_ORDER, findingTexts } from "./read";
import { type StatusCounts, scoreOf } from "./score";
import { CAUSE, FINDING_FIELDS } from "./where";

/** The columns that are searched. */
const SEARCHED = ["f.requirement", "f.gap_description", "f.remediation", "f.regulation_article", "c.name"];

const searched = (search: string): Condition =>
  where(
    `(${SEARCHED.map((column) => `${column} LIKE '%' || ? || '%' ESCAPE '\\'`).join(" OR ")})`,
    ...SEARCHED.map(() => search.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)),
  );

/** Returns the conditions on a finding `f` of a card `c`; what an earlier system has resolved is left out. */
const conditionsOf = (filters: FindingFilters): Condition[] => [
  where("f.auto_resolved = 0"),
  ...(filters.search ? [searched(filters.search)] : []),
  ...(filters.where ? whereOn(FINDING_FIELDS, filters.where) : []),
];

const placeIn = (column: string, words: readonly string[]) =>
  `CASE ${column} ${words.map((word, place) => `WHEN '${word}' THEN ${place}`).join(" ")} ELSE ${words.length} END`;

const orders = new Map([
  ["status", placeIn("f.status", FINDING_STATUSES.toReversed())],
  ["decision", placeIn("f.decision", DECISIONS)],
  ["card_name", "c.name COLLATE NOCASE"],
]);

/** SQL for the place of a finding's regulation; its parameter is the list of their keys in order, the unknown come last. */
const PLACE = "coalesce((SELECT k.key FROM json_each(?) k WHERE k.value = f.regulation), 1000000), f.regulation";

/** Returns the order of a list with its values: by regulation, and within it as asked for. */
function orderOf({ sort_by, sort_dir }: FindingListQuery): Condition {
  const direction = isDescending({ sort_dir: sort_dir ?? "asc" }) ? "DESC" : "ASC";
  if (sort_by === "found") return where(`f.created_at ${direction === "ASC" ? "DESC" : "ASC"}, f.seq DESC`);
  const order = orders.get(sort_by ?? "");
  const keys = JSON.stringify(listRegulations().map(({ key }) => key));
  return where(
    order
      ? `${PLACE}, ${order} ${direction}, ${FINDING_ORDER}`
      : `${PLACE}, f.severity_rank ${direction}, ${FINDING_ORDER}`,
    keys,
  );
}

const FROM = `FROM compliance_findings f ${FINDING_JOIN}`;

const countOf = (conditions: readonly Condition[]): number =>
  firstValue<number>(`SELECT count(*) AS count ${FROM} ${clause(conditions)}`, ...valuesOf(conditions)) ?? 0;

/** Lists a page of the findings that a query asks for, as JSON. @throws Problem 422 for a `where` that can't be parsed */
export function listFindings(query: FindingListQuery): string {
  const { page, page_size } = query;
  const conditions = conditionsOf(query);
  const order = orderOf(query);
  const values: Value[] = [...valuesOf(conditions), ...order.values, page_size, (page - 1) * page_size];
  const items = findingTexts(`${FROM} ${clause(conditions)} ORDER BY ${order.sql} LIMIT ? OFFSET ?`, ...values);
  return `{"items":[${items.join(",")}],"total":${countOf(conditions)},"page":${page},"page_size":${page_size}}`;
}

const GAP = where("f.status IN ('non_compliant', 'partial', 'review_needed')");

/** Causes of a summary, and regulations that one names. */
const MAX_CAUSES = 20;

type CauseRow = { cause_of: string; cause: string; rank: number; findings: number; cards: number; keys: string };

/** Returns the causes of gaps, those that concern most cards first. */
function causesOf(conditions: readonly Condition[]): FindingSummary["causes"] {
  const all = [...conditions, GAP];
  const rows = statement<CauseRow>(
    `SELECT min(f.id) AS cause_of, ${CAUSE} AS cause, min(f.severity_rank) AS rank, count(*) AS findings,
       count(DISTINCT f.card_id) AS cards, json_group_array(DISTINCT f.regulation) AS keys
     ${FROM} ${clause(all)} GROUP BY ${CAUSE} ORDER BY cards DESC, findings DESC, rank, cause LIMIT ${MAX_CAUSES}`,
  ).all(...valuesOf(all));
  return rows.map(({ rank, keys, ...row }) => ({
    ...row,
    severity: SEVERITIES[rank] ?? "info",
    regulations: (JSON.parse(keys) as string[]).toSorted(),
  }));
}

/** Returns what a list of findings adds up to. @throws Problem 422 for a `where` that can't be parsed */
export function summarizeFindings(filters: FindingFilters): FindingSummary {
  const conditions = conditionsOf(filters);
  const rows = statement<{ regulation: string; status: FindingStatus; count: number }>(
    `SELECT f.regulation, f.status, count(*) AS count ${FROM} ${clause(conditions)} GROUP BY f.regulation, f.status`,
  ).all(...valuesOf(conditions));
  const counts = Map.groupBy(rows, ({ regulation }) => regulation);
  const known = listRegulations();
  const unknown = [...counts.keys()].filter((key) => !known.some((one) => one.key === key)).toSorted();
  const shown = known.filter(({ key, is_enabled }) => is_enabled || counts.has(key)).map(({ key }) => key);
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    regulations: [...shown, ...unknown].map((key) => {
      const regulation = known.find((one) => one.key === key);
      const some = counts.get(key) ?? [];
      const by_status = Object.fromEntries(some.map(({ status, count }) => [status, count])) as StatusCounts;
      return {
        regulation: key,
        label: regulation?.label ?? key,
        description: regulation?.description ?? null,
        is_enabled: regulation?.is_enabled ?? false,
        is_known: regulation !== undefined,
        score: scoreOf(by_status),
        total: some.reduce((sum, { count }) => sum + count, 0),
        by_status: by_status as Record<string, number>,
      };
    }),
    undecided: countOf([...conditions, GAP, where("f.decision = 'new'")]),
    gaps_without_risk: countOf([...conditions, GAP, where("f.risk_id IS NULL AND f.decision IN ('new', 'in_review')")]),
    causes: causesOf(conditions),
  };
}
