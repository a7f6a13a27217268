/** Translates validation errors of zod into violations in the format of the API. */
import type { core, z } from "zod";
import { Problem, type Violation } from "./errors";

/** The most violations in one response. */
const MAX_VIOLATIONS = 20;

type Description = Pick<Violation, "type" | "msg" | "ctx">;

/** Returns the value at a path of the input; undefined when there is none. */
function valueAt(input: unknown, path: PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

const typeErrors: Record<string, [type: string, msg: string]> = {
  string: ["string_type", "must be text"],
  number: ["float_type", "must be a number"],
  array: ["list_type", "must be a list"],
  object: ["model_attributes_type", "must be an object"],
  record: ["dict_type", "must be an object"],
};

function wrongType(expected: string, input: unknown, message: string): Description {
  if (expected === "boolean")
    return {
      type: typeof input === "string" || typeof input === "number" ? "bool_parsing" : "bool_type",
      msg: "must be true or false",
    };
  const [type, msg] = typeErrors[expected] ?? ["value_error", message];
  return { type, msg };
}

/** Describes a violated limit of a length or a number. */
function outOfBounds(issue: core.$ZodIssueTooSmall | core.$ZodIssueTooBig): Description {
  const small = issue.code === "too_small";
  const limit = Number(small ? issue.minimum : issue.maximum);
  const bound = `${small ? "at least" : "at most"} ${limit}`;
  const ctx = small ? { min_length: limit } : { max_length: limit };
  if (issue.origin === "string") {
    const type = small ? "string_too_short" : "string_too_long";
    return { type, msg: `must have ${bound} character${limit === 1 ? "" : "s"}`, ctx };
  }
  if (issue.origin === "array" || issue.origin === "set")
    return { type: small ? "too_short" : "too_long", msg: `must have ${bound} entr${limit === 1 ? "y" : "ies"}`, ctx };
  if (issue.inclusive === false)
    return small
      ? { type: "greater_than", msg: `must be more than ${limit}`, ctx: { gt: limit } }
      : { type: "less_than", msg: `must be less than ${limit}`, ctx: { lt: limit } };
  return small
    ? { type: "greater_than_equal", msg: `must be ${bound}`, ctx: { ge: limit } }
    : { type: "less_than_equal", msg: `must be ${bound}`, ctx: { le: limit } };
}

/** 'a', 'b' or 'c' */
function choice(values: readonly unknown[]): string {
  const quoted = values.map((value) => `'${String(value)}'`);
  const last = quoted.pop() ?? "";
  return quoted.length === 0 ? last : `${quoted.join(", ")} or ${last}`;
}

/** Issues that mean "is required" when there is no value. */
const absenceIssues = new Set(["invalid_type", "invalid_value", "invalid_union"]);

function describe(issue: core.$ZodIssue, input: unknown): Description {
  const own: Partial<Description> = (issue.code === "custom" && issue.params) || {};
  if (input === undefined && (absenceIssues.has(issue.code) || own.type === "dict_type"))
    return { type: "missing", msg: "is required" };
  switch (issue.code) {
    case "invalid_type":
      return wrongType(issue.expected, input, issue.message);
    case "too_small":
    case "too_big":
      return outOfBounds(issue);
    case "invalid_value": {
      const expected = choice(issue.values);
      return { type: "literal_error", msg: `must be ${expected}`, ctx: { expected } };
    }
    case "invalid_format":
      if (issue.format === "email") return { type: "value_error", msg: issue.message, ctx: { reason: issue.message } };
      return {
        type: "string_pattern_mismatch",
        msg: issue.message,
        ...(issue.pattern && { ctx: { pattern: issue.pattern.replace(/^\/(.*)\/[a-z]*$/s, "$1") } }),
      };
    case "not_multiple_of":
      return {
        type: "multiple_of",
        msg: `must be a multiple of ${issue.divisor}`,
        ctx: { multiple_of: issue.divisor },
      };
    case "unrecognized_keys":
      return {
        type: "extra_forbidden",
        msg: `must not have ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`,
      };
    case "invalid_key":
      return { type: "value_error", msg: `is no acceptable key: ${issue.issues[0]?.message ?? issue.message}` };
    case "custom":
      if (own.type !== undefined) return { type: own.type, msg: issue.message, ...(own.ctx && { ctx: own.ctx }) };
      return { type: "value_error", msg: `Value error, ${issue.message}`, ctx: { error: {} } };
    default:
      return { type: "value_error", msg: "has none of the forms that are allowed here" };
  }
}

/** Returns the issues of the union member that the input is closest to; the issue itself when there is none. */
function closest(issue: core.$ZodIssue, input: unknown): core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || input === undefined || issue.errors.length === 0) return [issue];
  // A member of another type is less close than one with invalid fields.
  const candidates = issue.errors.filter((member) =>
    member.some(({ path, code }) => path.length > 0 || code !== "invalid_type"),
  );
  const [first, ...others] = candidates.length > 0 ? candidates : issue.errors;
  if (!first || (candidates.length === 0 && others.length > 0)) return [issue];
  const best = others.reduce((shortest, member) => (member.length < shortest.length ? member : shortest), first);
  return best.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as core.$ZodIssue);
}

/** Returns the invalid input for the response, shortened; null when there is none. */
function preview(input: unknown): unknown {
  if (input === undefined) return null;
  const text = JSON.stringify(input) ?? "null";
  return text.length <= 1_000 ? input : `${text.slice(0, 200)}…`;
}

/** `preview`, which makes the preview of one object once: many fields may be missing in a large one. */
function previews(): typeof preview {
  const made = new Map<unknown, unknown>();
  return (input) => {
    if (!made.has(input)) made.set(input, preview(input));
    return made.get(input);
  };
}

/** Returns the violations of a value's schema. `location`: `body`, `query`, `path` or `header`. */
export function violations(location: string, issues: readonly core.$ZodIssue[], value: unknown): Violation[] {
  const whole = value ?? undefined;
  const shown = previews();
  const found = issues
    .slice(0, MAX_VIOLATIONS)
    .flatMap((issue) => closest(issue, valueAt(whole, issue.path)))
    .map((issue): Violation => {
      const input = valueAt(whole, issue.path);
      const { type, msg, ctx } = describe(issue, input);
      return {
        type,
        loc: [location, ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))],
        msg,
        input: shown(type === "missing" ? valueAt(whole, issue.path.slice(0, -1)) : input),
        ...(ctx && { ctx }),
      };
    });
  // A huge number violates the bound of all numbers and that of its field, which is the last and is reported.
  const byLocation = new Map(
    found.map((violation) => [`${violation.type} ${JSON.stringify(violation.loc)}`, violation]),
  );
  return [...byLocation.values()].slice(0, MAX_VIOLATIONS);
}

const locations: Record<string, string> = { params: "path", headers: "header" };

type StandardSchema = { "~standard": { validate(value: unknown): { issues?: readonly core.$ZodIssue[] } } };

/** A validation error as the framework reports it. */
export type Invalid = { type: string; validator: StandardSchema | { schema: StandardSchema }; value: unknown };

/** Returns the 422 of a request that violates its operation's schemas. */
export function validationProblem(error: Invalid): Problem {
  // The framework reports only the first issue, with its path as text, so the value is validated again.
  const { validator } = error;
  const schema = "schema" in validator ? validator.schema : validator;
  const { issues = [] } = schema["~standard"].validate(error.value);
  return new Problem(422, violations(locations[error.type] ?? error.type, issues, error.value));
}

/** Returns a value by the rules of the API, as those of a body. @throws Problem 422 */
export function checked<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new Problem(422, violations("body", error.issues, value));
  return data;
}
