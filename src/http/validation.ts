/** Reads JSON bodies, and tells a client which fields of a request are invalid and why. */
import type { core } from "zod";
import { Problem, type Violation } from "./errors";

/** Nesting of a JSON body beyond which it is refused unread: nothing in the API comes near. */
const MOST_NESTING = 64;

const jsonType = /^application\/([\w.+-]+\+)?json\b/i;

/** Whether a content type says JSON; a missing one does too. */
const saysJson = (contentType: string | null) => !contentType || jsonType.test(contentType);

/**
 * The body of a request as JSON; null when there is none.
 * @throws Problem 422 when it is not well-formed JSON in UTF-8, nested too deep, or says that it is something else
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await request.bytes();
  if (bytes.length === 0) return null;
  const contentType = request.headers.get("content-type");
  if (!saysJson(contentType))
    throw violation(
      "model_attributes_type",
      ["body"],
      `must be sent as application/json, not ${contentType?.slice(0, 100)}`,
    );
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw violation("json_invalid", ["body", 0], "must be JSON in UTF-8");
  }
  refuseDeepNesting(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw violation("json_invalid", ["body", 0], `must be well-formed JSON: ${(error as Error).message}`);
  }
  // Only an escape can bring in what plain UTF-8 text can't hold, so only then is the value searched for it.
  if (text.includes("\\u") || text.includes("__proto__")) refuseBrokenText(value, ["body"]);
  return value;
}

function refuseDeepNesting(text: string): void {
  let level = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 92) at++;
      else if (code === 34) quoted = false;
    } else if (code === 34) quoted = true;
    else if (code === 123 || code === 91) {
      if (++level > MOST_NESTING)
        throw violation("json_invalid", ["body", at], `must not be nested more than ${MOST_NESTING} levels deep`);
    } else if (code === 125 || code === 93) level--;
  }
}

function refuseBrokenText(value: unknown, loc: (string | number)[]): void {
  if (typeof value === "string") {
    if (value.includes("\u0000") || !value.isWellFormed())
      throw violation("string_unicode", loc, "must not hold NUL characters or halves of characters");
  } else if (Array.isArray(value)) for (const [index, part] of value.entries()) refuseBrokenText(part, [...loc, index]);
  else if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) {
      if (key === "__proto__" || key.includes("\u0000") || !key.isWellFormed())
        throw violation("string_unicode", loc, `must not have the key ${JSON.stringify(key)}`);
      refuseBrokenText(part, [...loc, key]);
    }
}

const violation = (type: string, loc: (string | number)[], msg: string) =>
  new Problem(422, [{ type, loc, msg, input: {} }]);

/** Where in the input an issue lies; undefined when the path leads nowhere. */
function at(input: unknown, path: PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

const typeWords: Record<string, [type: string, msg: string]> = {
  string: ["string_type", "must be text"],
  number: ["float_type", "must be a number"],
  int: ["int_parsing", "must be a whole number"],
  boolean: ["bool_parsing", "must be true or false"],
  array: ["list_type", "must be a list"],
  object: ["dict_type", "must be an object"],
  record: ["dict_type", "must be an object"],
};

function describe(issue: core.$ZodIssue, input: unknown): Pick<Violation, "type" | "msg" | "ctx"> {
  if (
    input === undefined &&
    (issue.code === "invalid_type" || issue.code === "invalid_value" || issue.code === "invalid_union")
  )
    return { type: "missing", msg: "is required" };
  switch (issue.code) {
    case "invalid_type": {
      if (issue.expected === "int" && typeof input === "number")
        return { type: "int_from_float", msg: "must be a whole number" };
      const [type, msg] = typeWords[issue.expected] ?? ["value_error", issue.message];
      return { type, msg };
    }
    case "too_small": {
      if (issue.origin === "string")
        return {
          type: "string_too_short",
          msg: `must have at least ${issue.minimum} characters`,
          ctx: { min_length: issue.minimum },
        };
      if (issue.origin === "array")
        return {
          type: "too_short",
          msg: `must have at least ${issue.minimum} entries`,
          ctx: { min_length: issue.minimum },
        };
      return { type: "greater_than_equal", msg: `must be at least ${issue.minimum}`, ctx: { ge: issue.minimum } };
    }
    case "too_big": {
      if (issue.origin === "string")
        return {
          type: "string_too_long",
          msg: `must have at most ${issue.maximum} characters`,
          ctx: { max_length: issue.maximum },
        };
      if (issue.origin === "array")
        return {
          type: "too_long",
          msg: `must have at most ${issue.maximum} entries`,
          ctx: { max_length: issue.maximum },
        };
      return { type: "less_than_equal", msg: `must be at most ${issue.maximum}`, ctx: { le: issue.maximum } };
    }
    case "invalid_value": {
      const expected = issue.values.map((value) => `'${String(value)}'`).join(" or ");
      return { type: "literal_error", msg: `must be ${expected}`, ctx: { expected } };
    }
    case "invalid_format":
      if (issue.format === "email") return { type: "value_error", msg: issue.message, ctx: { reason: issue.message } };
      return { type: "string_pattern_mismatch", msg: issue.message };
    case "custom": {
      const type: unknown = issue.params?.["type"];
      if (typeof type === "string") return { type, msg: issue.message };
      return { type: "value_error", msg: `Value error, ${issue.message}`, ctx: { error: {} } };
    }
    default:
      return { type: "value_error", msg: issue.message };
  }
}

/** Input as it is shown in an answer: never longer than a screen, and nothing that JSON can't hold. */
function shown(input: unknown): unknown {
  if (input === undefined) return null;
  const text = JSON.stringify(input) ?? "null";
  return text.length <= 1_000 ? input : `${text.slice(0, 200)}…`;
}

/**
 * The violations that a schema found, as the API tells them.
 * @param part where the value came from: `body`, `query`, `path` or `header`
 */
export function violations(part: string, issues: readonly core.$ZodIssue[], value: unknown): Violation[] {
  return issues.map((issue) => {
    const input = at(value, issue.path);
    const { type, msg, ctx } = describe(issue, value === null && issue.path.length === 0 ? undefined : input);
    return {
      type,
      loc: [part, ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))],
      msg,
      input: shown(type === "missing" ? at(value, issue.path.slice(0, -1)) : input),
      ...(ctx && { ctx }),
    };
  });
}
