/** The conditions of the register on the fields of risks, as the parameter `where` has them. */
import { inList, listOf } from "../../../../db";
import { type Condition, negated, oneOf, valuesOf, where } from "../../../../db/query";
import { invalid } from "../../../http/errors";
import { conditionsIn, endsOf, valuesIn } from "../../../http/where";
import { parseUuid } from "../../../platform/ids";

/** SQL of the fields that are compared as they are, by name. */
const FIELDS: Readonly<Record<string, string>> = {
  title: "r.title",
  status: "r.status",
  category: "r.category",
  source_type: "r.source_type",
  source_ref: "r.source_ref",
  initial_probability: "r.initial_probability",
  initial_impact: "r.initial_impact",
  initial_level: "r.initial_level",
  residual_probability: "r.residual_probability",
  residual_impact: "r.residual_impact",
  residual_level: "r.residual_level",
  level: "coalesce(r.residual_level, r.initial_level)",
  target_resolution_date: "r.target_resolution_date",
  created_at: "r.created_at",
  updated_at: "r.updated_at",
};

/** The fields that hold an id: of the risk itself, or of what belongs to it. */
const IDS: Readonly<Record<string, { empty: string; isOneOf: (ids: readonly string[]) => Condition }>> = {
  owner_id: { empty: "r.owner_id IS NULL", isOneOf: (ids) => oneOf("r.owner_id", ids) },
  card_id: {
    empty: "NOT EXISTS (SELECT 1 FROM risk_cards WHERE risk_id = r.id)",
    isOneOf: (ids) => where(`r.id IN (SELECT risk_id FROM risk_cards WHERE ${inList("card_id")})`, listOf(ids)),
  },
  task_id: {
    empty: "NOT EXISTS (SELECT 1 FROM risk_mitigation_tasks WHERE risk_id = r.id)",
    isOneOf: (ids) => where(`r.id IN (SELECT risk_id FROM risk_mitigation_tasks WHERE ${inList("id")})`, listOf(ids)),
  },
};

/** The names of the fields, for the description of the API. */
export const WHERE_FIELDS = [...Object.keys(FIELDS), ...Object.keys(IDS)];

/** Returns the ids in a list. @throws Problem 422 for what is none */
const idsIn = (name: string, text: string): string[] =>
  valuesIn(name, text).map((value) => {
    const id = parseUuid(value);
    if (!id) throw invalid(["query", "where"], `${name} is compared with ids`, "uuid_parsing", value);
    return id;
  });

/** Returns the condition that a field is one of some values, or between two. */
function compared(name: string, sql: string, text: string): Condition {
  const ends = endsOf(name, text);
  if (!ends) return oneOf(sql, valuesIn(name, text));
  const bounds = ends.flatMap((end, at) => (end === "" ? [] : [where(`${sql} ${at === 0 ? ">=" : "<="} ?`, end)]));
  return where(`(${bounds.map((bound) => bound.sql).join(" AND ")})`, ...valuesOf(bounds));
}

/** Returns the condition of a field. @throws Problem 422 for one that there is not */
function conditionFor(name: string, text: string): Condition {
  const [sql, ids] = [FIELDS[name], IDS[name]];
  const empty = ids ? where(ids.empty) : sql ? where(`${sql} IS NULL`) : undefined;
  if (!empty) throw invalid(["query", "where"], `compares one of ${WHERE_FIELDS.join(", ")}`, "value_error", name);
  if (text === "empty") return empty;
  if (text === "set") return negated(empty);
  return ids ? ids.isOneOf(idsIn(name, text)) : compared(name, sql as string, text);
}

/** Returns the conditions of a `where` parameter. @throws Problem 422 for what can't be parsed */
export const whereConditions = (text: string): Condition[] => conditionsIn(text, conditionFor);
