/** The moment of which a read shows the landscape, as its header or its parameter asks for it. */
import { refusalOf, type Said, saidBy } from "../../http/header-or-parameter";
import { now } from "../../platform/clock";

/** The header that asks for a moment, and the parameter that means the same. */
export const AT_HEADER = "x-stoa-at";
export const AT_PARAMETER = "as_of";
/** The header of an answer that names the last entry of the journal that it takes into account. */
export const ENTRY_HEADER = "x-stoa-entry";

const PARAMETER_PLACE = ["query", AT_PARAMETER] as const;

/** An instant as clients write it: with its offset from UTC, to at most milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
/** The number of an entry of the journal. */
const ENTRY = /^[1-9]\d{0,14}$/;

/** Checks whether what is asked for is the state after an entry of the journal, by its number, and not that of an instant. */
export const isEntry = (at: string): boolean => ENTRY.test(at);

/** Returns what a request asks for, as it was sent. */
const sentBy = (request: Request) => saidBy(request, AT_HEADER, AT_PARAMETER);

function instantOf(said: Said): string {
  const { text } = said;
  if (isEntry(text)) return text;
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw refusalOf(said, "must be an instant such as 2026-03-31T12:00:00Z, or the number of an event");
  const instant = new Date(time).toISOString();
  if (instant > now()) throw refusalOf(said, "must not be in the future");
  return instant;
}

/**
 * Returns the instant of which a request asks for the state, ISO 8601 with milliseconds and Z, or the number of the entry of the
 * journal after which; undefined for the present.
 * @throws Problem 422 when it isn't one, is in the future, is given twice, or header and parameter differ
 */
export function requestedInstant(request: Request): string | undefined {
  const sent = sentBy(request);
  if (sent.length === 0) return undefined;
  const again = sent.filter(({ place }) => place[0] === "query")[1];
  if (again) throw refusalOf(again, "must be given once");
  const [instant, ...others] = sent.map(instantOf);
  const other = others.find((each) => each !== instant);
  if (other !== undefined)
    throw refusalOf({ text: other, place: PARAMETER_PLACE }, `must mean the same instant as the header ${AT_HEADER}`);
  return instant;
}

/**
 * Refuses a request that asks for a moment of what has none: changes, and what isn't of the landscape.
 * @param reason a sentence about the parameter, if not one of those
 * @throws Problem 422
 */
export function refuseInstant(request: Request, reason?: string): void {
  const [sent] = sentBy(request);
  if (!sent) return;
  const sentence =
    reason ??
    (request.method === "GET" || request.method === "HEAD"
      ? "is only for reads of the landscape: this is always of today"
      : "is only for reads: the past can't be changed");
  throw refusalOf(sent, sentence);
}

/** Returns the refusal of an instant or an entry before the first moment of the history, or of an entry that is missing. */
export const beforeHistory = (request: Request, first: string) =>
  refusalOf(
    { place: sentBy(request)[0]?.place ?? ["header", AT_HEADER], text: "" },
    `must not be before ${first}, from when on the past is complete, nor an event that is missing`,
  );
