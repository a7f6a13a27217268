/** The moment of which a read shows the landscape, as its header or its parameter asks for it. */
import { invalid } from "../../http/errors";
import { readQuery } from "../../http/query";
import { contextOf } from "../../http/request-context";
import { now } from "../../platform/clock";

/** The header that asks for a moment, and the parameter that means the same. */
export const AT_HEADER = "x-stoa-at";
export const AT_PARAMETER = "as_of";
/** The header of an answer that names the last entry of the journal that it takes into account. */
export const ENTRY_HEADER = "x-stoa-entry";

const HEADER_PLACE = ["header", AT_HEADER] as const;
const PARAMETER_PLACE = ["query", AT_PARAMETER] as const;
type Place = typeof HEADER_PLACE | typeof PARAMETER_PLACE;

/** An instant as clients write it: with its offset from UTC, to at most milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;
/** The number of an entry of the journal. */
const ENTRY = /^[1-9]\d{0,14}$/;
const MAX_LETTERS = 50;

/** Checks whether what is asked for is the state after an entry of the journal, by its number, and not that of an instant. */
export const isEntry = (at: string): boolean => ENTRY.test(at);

/** Returns what a request asks for, as it was sent. */
function sentBy(request: Request): { text: string; place: Place }[] {
  const header = contextOf(request).headers[AT_HEADER];
  const parameters = request.url.includes(`${AT_PARAMETER}=`)
    ? [readQuery(request.url)[AT_PARAMETER] ?? []].flat()
    : [];
  return [
    ...(header === undefined ? [] : [{ text: header, place: HEADER_PLACE }]),
    ...parameters.map((text) => ({ text, place: PARAMETER_PLACE })),
  ];
}

/** Returns the refusal of what asks for a moment. */
const refusal = (place: Place, sentence: string, text: string) =>
  invalid([...place], sentence, "value_error", text.slice(0, MAX_LETTERS));

function instantOf({ text, place }: { text: string; place: Place }): string {
  if (isEntry(text)) return text;
  const time = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw refusal(place, "must be an instant such as 2026-03-31T12:00:00Z, or the number of an event", text);
  const instant = new Date(time).toISOString();
  if (instant > now()) throw refusal(place, "must not be in the future", text);
  return instant;
}

/** Checks whether a request may ask for a moment; what it asks for may be wrong. */
const asks = (request: Request) =>
  contextOf(request).headers[AT_HEADER] !== undefined || request.url.includes(`${AT_PARAMETER}=`);

/**
 * Returns the instant of which a request asks for the state, ISO 8601 with milliseconds and Z, or the number of the entry of the
 * journal after which; undefined for the present.
 * @throws Problem 422 when it isn't one, is in the future, is given twice, or header and parameter differ
 */
export function requestedInstant(request: Request): string | undefined {
  if (!asks(request)) return undefined;
  const sent = sentBy(request);
  const again = sent.filter(({ place }) => place === PARAMETER_PLACE)[1];
  if (again) throw refusal(PARAMETER_PLACE, "must be given once", again.text);
  const [instant, ...others] = sent.map(instantOf);
  const other = others.find((each) => each !== instant);
  if (other !== undefined)
    throw refusal(PARAMETER_PLACE, `must mean the same instant as the header ${AT_HEADER}`, other);
  return instant;
}

/**
 * Refuses a request that asks for a moment of what has none: changes, and what isn't of the landscape.
 * @param reason a sentence about the parameter, if not one of those
 * @throws Problem 422
 */
export function refuseInstant(request: Request, reason?: string): void {
  if (!asks(request)) return;
  const [sent] = sentBy(request);
  if (!sent) return;
  const sentence =
    reason ??
    (request.method === "GET" || request.method === "HEAD"
      ? "is only for reads of the landscape: this is always of today"
      : "is only for reads: the past can't be changed");
  throw refusal(sent.place, sentence, sent.text);
}

/** Returns the refusal of an instant or an entry before the first moment of the history, or of an entry that is missing. */
export const beforeHistory = (request: Request, first: string) =>
  refusal(
    sentBy(request)[0]?.place ?? HEADER_PLACE,
    `must not be before ${first}, from when on the past is complete, nor an event that is missing`,
    "",
  );
