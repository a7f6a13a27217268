/** An answer of the server that is not a success, as one kind of error. */

/** A violation of one field, as 422 lists them. */
type Violation = { loc: (string | number)[]; msg: string };

/** A request that failed. Its message is the server's sentence. */
export class Refusal extends Error {
  constructor(
    /** The status; 0 when no answer came. */
    readonly status: number,
    message: string,
    /** The whole answer, such as `current` with 412. */
    readonly body: Readonly<Record<string, unknown>> = {},
    /** Field → what is wrong with it, in the server's words. */
    readonly fields: Readonly<Record<string, string>> = {},
    /** The time at which it may be tried again, in milliseconds since 1970; undefined when the server doesn't say. */
    readonly retryAt?: number,
  ) {
    super(message);
  }
}

const isViolations = (detail: unknown): detail is Violation[] =>
  Array.isArray(detail) && detail.every((one) => typeof one?.msg === "string" && Array.isArray(one.loc));

/** Returns the sentence in the `detail` of an answer. */
function sentenceOf(detail: unknown, status: number): string {
  if (typeof detail === "string") return detail;
  if (isViolations(detail)) return detail.map(({ loc, msg }) => `${loc.slice(1).join(".")}: ${msg}`).join("; ");
  const message = (detail as { message?: unknown } | null)?.message;
  return typeof message === "string" ? message : `${status}`;
}

/** Returns the moment that `Retry-After` names; undefined without one. */
function retryAtOf(response: Response): number | undefined {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) ? Date.now() + seconds * 1000 : undefined;
}

/** Returns the refusal that an answer with an error is. @param error its body */
export function refusalOf(response: Response, error: unknown): Refusal {
  const body = (typeof error === "object" && error !== null ? error : {}) as Record<string, unknown>;
  const { detail } = body;
  const fields = isViolations(detail)
    ? Object.fromEntries(detail.map(({ loc, msg }) => [String(loc.at(-1)), msg]))
    : {};
  return new Refusal(response.status, sentenceOf(detail, response.status), body, fields, retryAtOf(response));
}

/** Returns the error of a request as a refusal; anything but a refusal means that no answer came. */
export const asRefusal = (error: unknown): Refusal =>
  error instanceof Refusal ? error : new Refusal(0, error instanceof Error ? error.message : String(error));
