/** The audience of a survey as a filter: its conditions as chips have them, and as the survey stores them. */
import { type Condition, type Filter, NO_FILTER } from "../filters/condition";
import type { Survey, TargetFilters } from "./queries";

/** The names of conditions that are no attributes. */
export const ROLE = "role";
export const TAG = "tag";

type Content = Pick<Survey, "target_filters" | "target_roles">;
type AttributeFilter = NonNullable<TargetFilters["attribute_filters"]>[number];

const values = (field: string, list: readonly string[] | null | undefined, isNegated = false): Condition[] =>
  list && list.length > 0 ? [{ field, isNegated, kind: "values", values: list }] : [];

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? ""));

/** Returns the condition of a filter by an attribute; undefined for one that no chip can show. */
function conditionOf({ key, op = "eq", value }: AttributeFilter): Condition | undefined {
  const of = { field: key, isNegated: false };
  if (op === "is_empty") return { ...of, kind: "empty" };
  if (op === "is_not_empty") return { ...of, isNegated: true, kind: "empty" };
  if (op === "eq") return { ...of, kind: "values", values: [textOf(value)] };
  if (op === "any_of" && Array.isArray(value)) return { ...of, kind: "values", values: value.map(textOf) };
  if (op === "ne") return { ...of, isNegated: true, kind: "values", values: [textOf(value)] };
  if (op === "gte") return { ...of, kind: "range", from: textOf(value), to: "" };
  if (op === "lte") return { ...of, kind: "range", from: "", to: textOf(value) };
  return undefined;
}

/** Joins two conditions on one field: both ends of a range, or values that are all unwanted. */
function joined(one: Condition, other: Condition): Condition | undefined {
  if (one.kind === "range" && other.kind === "range")
    return { ...one, from: one.from || other.from, to: one.to || other.to };
  if (one.kind === "values" && other.kind === "values" && one.isNegated && other.isNegated)
    return { ...one, values: [...one.values, ...other.values] };
  return undefined;
}

/** Returns the filter that a survey has. */
export function filterOf({ target_filters, target_roles }: Content): Filter {
  const byField = new Map<string, Condition>();
  for (const one of target_filters.attribute_filters ?? []) {
    const condition = conditionOf(one);
    const known = condition && byField.get(condition.field);
    const next = condition && known ? joined(known, condition) : condition;
    if (next) byField.set(next.field, next);
  }
  return {
    ...NO_FILTER,
    conditions: [...values(ROLE, target_roles), ...values(TAG, target_filters.tag_ids), ...byField.values()],
  };
}

/** Returns the filters by an attribute that a condition is. */
function attributeFilters(condition: Condition): AttributeFilter[] {
  const { field: key, isNegated } = condition;
  if (condition.kind === "empty") return [{ key, op: isNegated ? "is_not_empty" : "is_empty" }];
  if (condition.kind === "range")
    return [
      ...(condition.from === "" ? [] : [{ key, op: "gte", value: condition.from }]),
      ...(condition.to === "" ? [] : [{ key, op: "lte", value: condition.to }]),
    ];
  if (isNegated) return condition.values.map((value) => ({ key, op: "ne", value }));
  const [first] = condition.values;
  return condition.values.length === 1
    ? [{ key, op: "eq", value: first }]
    : [{ key, op: "any_of", value: [...condition.values] }];
}

const chosen = ({ conditions }: Filter, field: string): string[] =>
  conditions.flatMap((one) => (one.field === field && one.kind === "values" ? one.values : []));

/** Returns what a survey stores for a filter; conditions that no chip shows stay as they are. */
export function contentOf(filter: Filter, before: TargetFilters): Content {
  const attributes = filter.conditions.filter(({ field }) => field !== ROLE && field !== TAG);
  const unshown = (before.attribute_filters ?? []).filter((one) => conditionOf(one) === undefined);
  return {
    target_roles: chosen(filter, ROLE),
    target_filters: {
      ...before,
      tag_ids: chosen(filter, TAG),
      attribute_filters: [...unshown, ...attributes.flatMap(attributeFilters)],
    },
  };
}
