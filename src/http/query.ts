/** Parses queries. */
import { parseUuid } from "../platform/ids";
import { Problem } from "./errors";

/** Name → value; a repeated parameter is a list. */
export type Query = Record<string, string | string[]>;

/** Reads the query of a URL, as text without interpretation. @throws Problem 422 when it is not percent-encoded UTF-8 */
export function readQuery(url: string): Query {
  const query: Query = Object.create(null);
  const start = url.indexOf("?");
  if (start < 0) return query;
  for (const pair of url.slice(start + 1).split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? "" : decode(pair.slice(equals + 1));
    const before = query[name];
    if (Array.isArray(before)) before.push(value);
    else query[name] = before === undefined ? value : [before, value];
  }
  return query;
}

function decode(text: string): string {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text;
  if (!spaced.includes("%")) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new Problem(422, [
      { type: "value_error", loc: ["query"], msg: "must be percent-encoded UTF-8", input: text.slice(0, 100) },
    ]);
  }
}

/** Returns the trimmed entries of a comma-separated list; undefined without a list. */
export const entriesOf = (list: string | undefined): string[] | undefined =>
  list
    ?.split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Returns the valid ids in a comma-separated list; undefined without a list. */
export const idsOf = (list: string | undefined): string[] | undefined =>
  entriesOf(list)
    ?.map(parseUuid)
    .filter((id) => id !== undefined);
