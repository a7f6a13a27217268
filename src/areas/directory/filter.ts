/** Filters of SCIM as SQL. */
import { type Comparison, parseFilter, scimProblem } from "./scim";

/** An attribute that a filter may compare: its SQL, and how it compares. */
export type FilteredAttribute = { sql: string; kind: "text" | "exact" | "flag" };

/** A condition with its parameters. */
export type Where = { sql: string; parameters: (string | number)[] };

/** Comparisons of one filter. */
const MAX_COMPARISONS = 50;

const OPERATORS: Record<string, (sql: string) => string> = {
  eq: (sql) => `${sql} = ?`,
  ne: (sql) => `${sql} IS NOT ?`,
  co: (sql) => `instr(lower(${sql}), lower(?)) > 0`,
  sw: (sql) => `substr(lower(${sql}), 1, length(?1)) = lower(?1)`,
  ew: (sql) => `substr(lower(${sql}), -length(?1)) = lower(?1)`,
  gt: (sql) => `${sql} > ?`,
  ge: (sql) => `${sql} >= ?`,
  lt: (sql) => `${sql} < ?`,
  le: (sql) => `${sql} <= ?`,
};

/** Operators whose value stands twice in their SQL. */
const TWICE = new Set(["sw", "ew"]);

const bad = (detail: string) => scimProblem(400, detail, "invalidFilter");

/** Returns the value of a comparison as SQLite has it. @throws Problem 400 when it doesn't fit the attribute */
function bound({ attribute, value }: Comparison, { kind }: FilteredAttribute): string | number {
  if (kind === "flag") {
    if (typeof value !== "boolean") throw bad(`filter: ${attribute} is compared with true or false`);
    return value ? 1 : 0;
  }
  const isDate = value instanceof Date;
  if (typeof value !== "string" && !isDate) throw bad(`filter: ${attribute} is compared with a text`);
  return isDate ? value.toISOString() : value;
}

function comparisonSql(comparison: Comparison, attributes: Readonly<Record<string, FilteredAttribute>>): Where {
  const { attribute, operator, negated } = comparison;
  const filtered = attributes[attribute.toLowerCase()];
  if (!filtered || !Object.hasOwn(attributes, attribute.toLowerCase()))
    throw bad(`filter: ${attribute} can't be compared; ${Object.keys(attributes).join(", ")} can`);
  const sql = filtered.kind === "text" ? `${filtered.sql} COLLATE NOCASE` : filtered.sql;
  const wrap = (text: string) => (negated ? `NOT coalesce(${text}, 0)` : text);
  if (operator === "pr") return { sql: wrap(`(${filtered.sql} IS NOT NULL)`), parameters: [] };
  const write = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (!write) throw bad(`filter: ${operator} is no operator`);
  const value = bound(comparison, filtered);
  const text = `(${write(sql).replaceAll("?1", "?")})`;
  return { sql: wrap(text), parameters: TWICE.has(operator) ? [value, value] : [value] };
}

/**
 * Returns a filter as a condition; one that is always true without a filter.
 * @param attributes what may be compared, by its name in small letters
 * @throws Problem 400 for a filter that can't be parsed, or compares something else
 */
export function whereOf(filter: string | undefined, attributes: Readonly<Record<string, FilteredAttribute>>): Where {
  if (filter === undefined || filter.trim() === "") return { sql: "1", parameters: [] };
  const groups = parseFilter(filter);
  if (groups.flat().length > MAX_COMPARISONS) throw bad(`filter: has more than ${MAX_COMPARISONS} comparisons`);
  const alternatives = groups.map((group) => group.map((one) => comparisonSql(one, attributes)));
  return {
    sql: `(${alternatives.map((group) => `(${group.map(({ sql }) => sql).join(" AND ") || "1"})`).join(" OR ") || "1"})`,
    parameters: alternatives.flat().flatMap(({ parameters }) => parameters),
  };
}
