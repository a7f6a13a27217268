/**
 * Conditions of a list, and the text that they are written as: in the field, the palette, saved views and the address.
 *
 *   businessCriticality:missionCritical|businessCritical -phase:endOfLife costTotalAnnual>1000 stakeholder.responsible:empty cloud
 *
 * A condition is a field, a colon and values between bars, or a bound behind `>`, `<` or between two dots; a minus before it
 * negates it; what is no condition is searched for in names. Values with spaces stand in quotes.
 */

export type Condition = {
  field: string;
  isNegated: boolean;
} & ({ kind: "values"; values: readonly string[] } | { kind: "range"; from: string; to: string } | { kind: "empty" });

/** The conditions of a list, and the text that names are searched for. */
export type Filter = { conditions: readonly Condition[]; search: string };

/** A filter, or what becomes of the newest one, which a page may show a little later. */
export type FilterChange = Filter | ((newest: Filter) => Filter);

export const NO_FILTER: Filter = { conditions: [], search: "" };

/** Splits a text at spaces that are not in quotes. */
const words = (text: string): string[] => text.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];

const unquoted = (text: string) => text.replaceAll('"', "");
const quoted = (text: string) => (/[\s"|]/.test(text) ? `"${text.replaceAll('"', "")}"` : text);

/** Splits the values of a condition at bars that are not in quotes. */
const valuesOf = (text: string): string[] => (text.match(/(?:"[^"]*"|[^|"])+/g) ?? []).map(unquoted);

/** Returns a condition; undefined for a word that is none. */
export function conditionOf(word: string): Condition | undefined {
  const match = /^(-?)([A-Za-z_][\w.-]*)(:|>|<)(.*)$/s.exec(word);
  const [, minus, field = "", sign, rest = ""] = match ?? [];
  if (!match || rest === "") return undefined;
  const common = { field, isNegated: minus === "-" };
  if (sign === ">") return { ...common, kind: "range", from: unquoted(rest), to: "" };
  if (sign === "<") return { ...common, kind: "range", from: "", to: unquoted(rest) };
  if (rest === "empty") return { ...common, kind: "empty" };
  const [from, to, ...more] = rest.split("..");
  if (from !== undefined && to !== undefined && more.length === 0) return { ...common, kind: "range", from, to };
  return { ...common, kind: "values", values: valuesOf(rest) };
}

/** Parses the filter that a text means. */
export function parseFilter(text: string): Filter {
  const conditions: Condition[] = [];
  const search: string[] = [];
  for (const word of words(text)) {
    const condition = conditionOf(word);
    if (condition) conditions.push(condition);
    else search.push(unquoted(word));
  }
  return { conditions, search: search.join(" ") };
}

/** Returns a condition as text. */
export function textOf(condition: Condition): string {
  const start = `${condition.isNegated ? "-" : ""}${condition.field}`;
  if (condition.kind === "empty") return `${start}:empty`;
  if (condition.kind === "values") return `${start}:${condition.values.map(quoted).join("|")}`;
  if (condition.to === "") return `${start}>${condition.from}`;
  return condition.from === "" ? `${start}<${condition.to}` : `${start}:${condition.from}..${condition.to}`;
}

/** Returns a filter as text. */
export const formatFilter = ({ conditions, search }: Filter): string =>
  [...conditions.map(textOf), ...words(search)].join(" ");

/** Returns a filter with a condition, which takes the place of the one on its field. */
export const withCondition = (filter: Filter, condition: Condition): Filter => {
  const isSame = ({ field }: Condition) => field === condition.field;
  const at = filter.conditions.findIndex(isSame);
  const others = filter.conditions.filter((one) => !isSame(one));
  return { ...filter, conditions: at < 0 ? [...others, condition] : others.toSpliced(at, 0, condition) };
};

/** Returns a filter without the condition on a field. */
export const withoutField = (filter: Filter, field: string): Filter => ({
  ...filter,
  conditions: filter.conditions.filter((one) => one.field !== field),
});

/** Returns the condition on a field. */
export const conditionOn = (filter: Filter, field: string): Condition | undefined =>
  filter.conditions.find((one) => one.field === field);

/** Returns a filter in which a value of a field is wanted, or not wanted any more. */
export function toggledValue(filter: Filter, field: string, value: string): Filter {
  const before = conditionOn(filter, field);
  const values = before?.kind === "values" ? before.values : [];
  const next = values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
  if (next.length === 0) return withoutField(filter, field);
  return withCondition(filter, { field, isNegated: before?.isNegated ?? false, kind: "values", values: next });
}

const escaped = (text: string) => text.replaceAll(/[\\;:|!]|\.\.(?=.)/g, (letters) => `\\${letters}`);

/** Returns a filter after a change. */
export const changedFilter = (newest: Filter, change: FilterChange): Filter =>
  typeof change === "function" ? change(newest) : change;

/** Returns the filter of an address after a change, as its search parameter. @param newest the one that the address has */
export const changedParameter = (newest: { filter?: string | undefined }, change: FilterChange) => ({
  filter: formatFilter(changedFilter(parseFilter(newest.filter ?? ""), change)) || undefined,
});

/** Returns a condition as `where` of the API has it. */
function whereOf(condition: Condition): string {
  const start = `${condition.isNegated ? "!" : ""}${condition.field}:`;
  if (condition.kind === "empty") return `${start}empty`;
  if (condition.kind === "range") return `${start}${escaped(condition.from)}..${escaped(condition.to)}`;
  return start + condition.values.map(escaped).join("|");
}

/** Returns the parameters of `GET /cards` for a filter. */
export function queryOf({ conditions, search }: Filter): { where?: string; search?: string } {
  return {
    ...(conditions.length > 0 && { where: conditions.map(whereOf).join(";") }),
    ...(search !== "" && { search }),
  };
}
