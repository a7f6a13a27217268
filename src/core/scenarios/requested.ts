/** The scenario in which a request is made, as its header or its parameter names it. */
import { invalid } from "../../http/errors";
import { readQuery } from "../../http/query";
import { contextOf } from "../../http/request-context";
import { parseUuid } from "../../platform/ids";

/** The header that names a scenario, and the parameter that means the same. */
export const SCENARIO_HEADER = "x-stoa-scenario";
export const SCENARIO_PARAMETER = "scenario";

type Place = readonly ["header" | "query", string];
const MAX_LETTERS = 50;

const refusal = (place: Place, sentence: string, text: string) =>
  invalid([...place], sentence, "value_error", text.slice(0, MAX_LETTERS));

/** Returns what a request names, as it was sent. */
function sentBy(request: Request): { text: string; place: Place }[] {
  const header = contextOf(request).headers[SCENARIO_HEADER];
  const parameters = request.url.includes(`${SCENARIO_PARAMETER}=`)
    ? [readQuery(request.url)[SCENARIO_PARAMETER] ?? []].flat()
    : [];
  return [
    ...(header === undefined ? [] : [{ text: header, place: ["header", SCENARIO_HEADER] as const }]),
    ...parameters.map((text) => ({ text, place: ["query", SCENARIO_PARAMETER] as const })),
  ];
}

/**
 * Returns the id of the scenario that a request names; undefined for the landscape itself.
 * @throws Problem 422 when it is no id, or header and parameter differ
 */
export function requestedScenario(request: Request): string | undefined {
  const [first, ...others] = sentBy(request);
  if (!first) return undefined;
  const id = parseUuid(first.text);
  if (id === undefined) throw refusal(first.place, "must be the id of a scenario", first.text);
  const other = others.find(({ text }) => parseUuid(text) !== id);
  if (other) throw refusal(other.place, "must name one scenario, as the header does", other.text);
  return id;
}

/** Refuses a request that names a scenario for what is no part of the landscape. @throws Problem 422 */
export function refuseScenario(request: Request): void {
  const [sent] = sentBy(request);
  if (sent) throw refusal(sent.place, "is only for the landscape: this is the same in every scenario", sent.text);
}
