/** The scenario in which a request is made, as its header or its parameter names it. */
import { refusalOf, saidBy } from "../../http/header-or-parameter";
import { parseUuid } from "../../platform/ids";

/** The header that names a scenario, and the parameter that means the same. */
export const SCENARIO_HEADER = "x-stoa-scenario";
export const SCENARIO_PARAMETER = "scenario";

const sentBy = (request: Request) => saidBy(request, SCENARIO_HEADER, SCENARIO_PARAMETER);

/**
 * Returns the id of the scenario that a request names; undefined for the landscape itself.
 * @throws Problem 422 when it is no id, or header and parameter differ
 */
export function requestedScenario(request: Request): string | undefined {
  const [first, ...others] = sentBy(request);
  if (!first) return undefined;
  const id = parseUuid(first.text);
  if (id === undefined) throw refusalOf(first, "must be the id of a scenario");
  const other = others.find(({ text }) => parseUuid(text) !== id);
  if (other) throw refusalOf(other, "must name one scenario, as the header does");
  return id;
}

/** Refuses a request that names a scenario for what is no part of the landscape. @throws Problem 422 */
export function refuseScenario(request: Request): void {
  const [sent] = sentBy(request);
  if (sent) throw refusalOf(sent, "is only for the landscape: this is the same in every scenario");
}
