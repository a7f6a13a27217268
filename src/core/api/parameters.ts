/**
 * Parameters that an operation doesn't know: Stoa's own operations refuse them; those of the contract ignore them, as its clients
 * expect, and name them in a header of the answer. Nobody may take a `format` for known that is not.
 */
import { invalid } from "../../http/errors";
import type { Query } from "../../http/query";
import { SCENARIO_PARAMETER } from "../scenarios/requested";
import { AT_PARAMETER } from "../states/requested";
import type { Context, Hook } from "./context";
import { isForScenarios, type Operation, showsPast } from "./operation";

/** The header that names the parameters that were ignored. */
const HEADER = "x-ignored-parameters";
/** Parameters that are named, and the letters of a name. */
const MAX_NAMED = 10;
const MAX_LETTERS = 50;

/** Returns a name as a header may hold it. */
const headerText = (name: string) => encodeURIComponent(name.slice(0, MAX_LETTERS).toWellFormed());

/** Checks whether an operation names the parameters that it ignores. */
export const namesIgnored = ({ method, own }: Operation): boolean => method === "get" && !own;

/** Returns the check of the parameters of an operation's calls; none for pages that belong to no API. */
export function parameterCheck(operation: Operation): Hook[] {
  const { query: schema, own, hidden } = operation;
  if (hidden) return [];
  const isNamed = namesIgnored(operation);
  const known = new Set([
    ...Object.keys(schema?.shape ?? {}),
    ...(showsPast(operation) ? [AT_PARAMETER] : []),
    ...(isForScenarios(operation) ? [SCENARIO_PARAMETER] : []),
  ]);
  const check = (query: Query, { headers }: Context["set"]) => {
    const unknown = Object.keys(query).filter((name) => !known.has(name));
    const refused = own ? unknown[0] : unknown.find((name) => name === "format");
    if (refused !== undefined)
      throw invalid(
        ["query", refused.slice(0, MAX_LETTERS)],
        "is not a parameter of this operation",
        "extra_forbidden",
        query[refused]?.slice(0, MAX_LETTERS),
      );
    if (isNamed && unknown.length > 0) headers[HEADER] = unknown.slice(0, MAX_NAMED).map(headerText).join(", ");
  };
  return [
    ({ request, query, set }) => {
      if (request.url.includes("?")) check((query ?? {}) as Query, set);
    },
  ];
}
