/** Findings as they are read. SQLite makes the JSON that goes out. */
import { statement } from "../../../../db";
import { type Condition, clause, type Value, valuesOf, where } from "../../../../db/query";
import { notFound, refused } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { findLatestRun } from "../../analyses";
import { type ComplianceRegulation, listRegulations } from "../../metamodel";
import type { ComplianceBundle, ComplianceFinding, ComplianceOverview, FindingQuery, FindingStatus } from "../model";
import { type StatusCounts, scoreOf } from "./score";

/** Findings that are listed of each regulation. */
const MAX_LISTED = 5_000;

const COLUMNS = [
  "id",
  "run_id",
  "regulation",
  "regulation_article",
  "card_id",
  "scope_type",
  "category",
  "requirement",
  "status",
  "severity",
  "gap_description",
  "evidence",
  "remediation",
  "engine",
  "risk_id",
  "decision",
  "reviewed_by",
  "reviewed_at",
  "review_note",
  "last_seen_run_id",
  "created_at",
  "updated_at",
];

/** Returns a flag as JSON. */
const flagJson = (column: string) => `json(iif(${column}, 'true', 'false'))`;

/** SQL for the AI features of a card as JSON: a flag, or one in words. */
const HAS_AI = `json(CASE json_type(c.attributes, '$.hasAiFeatures') WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
  WHEN 'text' THEN CASE lower(c.attributes ->> 'hasAiFeatures')
    WHEN 'yes' THEN 'true' WHEN 'true' THEN 'true' WHEN 'no' THEN 'false' WHEN 'false' THEN 'false' END END)`;

/** SQL for the JSON of a finding `f`. */
const TEXT = `json_object(${COLUMNS.map((column) => `'${column}', f.${column}`).join(", ")},
  'card_name', c.name, 'card_type', c.type, 'card_has_ai_features', ${HAS_AI},
  'ai_detected', ${flagJson("f.ai_detected")}, 'auto_resolved', ${flagJson("f.auto_resolved")},
  'risk_reference', (SELECT reference FROM risks WHERE id = f.risk_id),
  'reviewer_name', (SELECT coalesce(nullif(display_name, ''), email) FROM users WHERE id = f.reviewed_by))`;

/** The join of a finding `f` with its card `c`. */
export const FINDING_JOIN = "LEFT JOIN cards c ON c.id = f.card_id";

/** By severity, then by article, then by when they were found. */
export const FINDING_ORDER = "f.severity_rank, coalesce(f.regulation_article, ''), f.seq";

/** Returns findings as JSON. @param rest of the statement, from its FROM */
export const findingTexts = (rest: string, ...values: Value[]): string[] =>
  statement<unknown>(`SELECT ${TEXT} ${rest}`)
    .values(...values)
    .map(([text]) => text as string);

/** Finds a finding. @throws Problem 404 */
export function requireFinding(id: string): ComplianceFinding {
  const [text] = findingTexts(`FROM compliance_findings f ${FINDING_JOIN} WHERE f.id = ?`, id);
  if (text === undefined) throw notFound("Finding");
  return JSON.parse(text) as ComplianceFinding;
}

const withoutResolved = (include: boolean) => (include ? [] : [where("f.auto_resolved = 0")]);

/**
 * Lists the findings about a card, the gravest first, as JSON; none for an unknown card.
 * @throws Problem 400 for what is no id
 */
export function listFindingsOfCard(cardKey: string, includeAutoResolved: boolean): string[] {
  const cardId = parseUuid(cardKey);
  if (!cardId) throw refused("Invalid card id");
  const conditions = [where("f.card_id = ?", cardId), ...withoutResolved(includeAutoResolved)];
  return findingTexts(
    `FROM compliance_findings f ${FINDING_JOIN} ${clause(conditions)}
     ORDER BY f.severity_rank, f.regulation, coalesce(f.regulation_article, ''), f.seq LIMIT ${MAX_LISTED}`,
    ...valuesOf(conditions),
  );
}

/** Maps regulation → how many findings have which status, of those that fulfil conditions. */
function countByStatus(conditions: readonly Condition[] = []): Map<string, StatusCounts> {
  const counts = new Map<string, StatusCounts>();
  const rows = statement<{ regulation: string; status: FindingStatus; count: number }>(
    `SELECT f.regulation, f.status, count(*) AS count FROM compliance_findings f ${clause(conditions)}
     GROUP BY f.regulation, f.status ORDER BY f.regulation, f.status`,
  ).all(...valuesOf(conditions));
  for (const { regulation, status, count } of rows)
    counts.set(regulation, { ...counts.get(regulation), [status]: count });
  return counts;
}

/** Returns the JSON of findings that fulfil conditions, in order, by their regulation. */
function textsByRegulation(conditions: readonly Condition[]): Map<string, string[]> {
  const rows = statement<unknown>(
    `SELECT f.regulation, ${TEXT} FROM (
       SELECT f.seq, row_number() OVER (PARTITION BY f.regulation ORDER BY ${FINDING_ORDER}) AS place
       FROM compliance_findings f ${clause(conditions)}) listed
     CROSS JOIN compliance_findings f ON f.seq = listed.seq ${FINDING_JOIN}
     WHERE listed.place <= ${MAX_LISTED} ORDER BY f.regulation, ${FINDING_ORDER}`,
  ).values(...valuesOf(conditions)) as [string, string][];
  return new Map([...Map.groupBy(rows, ([key]) => key)].map(([key, some]) => [key, some.map(([, text]) => text)]));
}

/**
 * Returns the keys of the regulations that a list shows: enabled ones, others while there is a finding, then unknown ones.
 */
function shownKeys(regulations: readonly ComplianceRegulation[], found: ReadonlySet<string>): string[] {
  const known = regulations.filter(({ key, is_enabled }) => is_enabled || found.has(key)).map(({ key }) => key);
  const unknown = [...found].filter((key) => !regulations.some((regulation) => regulation.key === key));
  return [...known, ...unknown.sort()];
}

/** Lists the findings that a query asks for, by regulation, as JSON of bundles. */
export function listBundles({ regulation, status, include_auto_resolved }: FindingQuery): string[] {
  const conditions = [
    ...(regulation === undefined ? [] : [where("f.regulation = ?", regulation)]),
    ...(status === undefined ? [] : [where("f.status = ?", status)]),
    ...withoutResolved(include_auto_resolved),
  ];
  const regulations = listRegulations();
  const counts = countByStatus(conditions);
  const texts = textsByRegulation(conditions);
  const keys = regulation === undefined ? shownKeys(regulations, new Set(counts.keys())) : [regulation];
  return keys.map((key) => {
    const known = regulations.find((one) => one.key === key);
    const head: Omit<ComplianceBundle, "findings"> = {
      regulation: key,
      label: known?.label ?? key,
      is_enabled: known?.is_enabled ?? false,
      is_known: known !== undefined,
      score: scoreOf(counts.get(key) ?? {}),
    };
    return `${JSON.stringify(head).slice(0, -1)},"findings":[${(texts.get(key) ?? []).join(",")}]}`;
  });
}

/** Returns the latest scan, as the overview shows it. */
function latestScan(): ComplianceOverview["compliance_run"] {
  const run = findLatestRun("compliance");
  const isRunning = run?.status === "running";
  return {
    run_id: run?.id ?? null,
    status: run?.status ?? null,
    error: run?.error_message ?? null,
    started_at: run?.started_at ?? null,
    completed_at: run?.completed_at ?? null,
    progress: isRunning ? ((run.results?.["progress"] as Record<string, unknown> | undefined) ?? null) : null,
    summary: isRunning ? null : (run?.results ?? null),
    ...(run?.is_inherited !== undefined && { is_inherited: run.is_inherited }),
  };
}

/** Returns the latest scan, and every regulation with findings in figures. */
export function summarizeCompliance(): ComplianceOverview {
  const counts = countByStatus();
  return {
    compliance_run: latestScan(),
    compliance_scores: Object.fromEntries([...counts].map(([key, some]) => [key, scoreOf(some)])),
    compliance_by_status: Object.fromEntries(counts) as ComplianceOverview["compliance_by_status"],
  };
}
