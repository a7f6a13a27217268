/** Refusals of the API as sentences for a model. */
import { parseObject } from "../platform/json";

/** Violations that a sentence names. */
const MAX_NAMED = 5;
const LONGEST = 1_500;

const reasons: Readonly<Record<number, string>> = {
  401: "The token is no longer valid: connect again",
  403: "Not permitted",
  404: "Not found",
  409: "In conflict with what there is",
  429: "Too many calls: wait a little",
};

/** Returns a violation with the place that it is at. */
function violationText(violation: unknown): string {
  const { loc, msg } = (violation ?? {}) as { loc?: unknown[]; msg?: unknown };
  return `${(loc ?? []).slice(1).join(".") || "input"}: ${String(msg ?? "is not valid")}`;
}

/** A refusal of the API, as a sentence. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    body: string,
  ) {
    super(sentenceOf(status, body));
  }
}

/** Returns what a promise gives, or `instead` when the caller may not see it. */
export const ifPermitted = <T>(given: Promise<T>, instead: T): Promise<T> =>
  given.catch((error) => {
    if (error instanceof Refusal && error.status === 403) return instead;
    throw error;
  });

/** Returns the sentence for a refusal. @param body the text of its answer */
function sentenceOf(status: number, body: string): string {
  const { detail } = parseObject(body);
  const text = Array.isArray(detail)
    ? detail.slice(0, MAX_NAMED).map(violationText).join("; ")
    : typeof detail === "string"
      ? detail
      : JSON.stringify(detail ?? "");
  const reason = reasons[status] ?? (status >= 500 ? "The server failed" : "Refused");
  return `${reason} (${status}): ${text.slice(0, LONGEST)}`;
}
