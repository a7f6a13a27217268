/** Items that follow the path of `stoa api`: parameters, fields of a body and headers, written as HTTPie has them. */
import { Failure } from "../failure";

/** The parts of a request that items make up; `body` is undefined when none is a field. */
export type RequestItems = {
  query: [string, string][];
  headers: Record<string, string>;
  body: Record<string, unknown> | undefined;
};

/** Separators, of which the longest counts where several begin at the same place. */
const SEPARATORS = ["==", ":=", "=", ":"] as const;
type Separator = (typeof SEPARATORS)[number];

/** Finds the first separator in an item. @throws Failure when there is none, or nothing before it */
function split(item: string): { name: string; separator: Separator; value: string } {
  const places = SEPARATORS.map((separator) => ({ separator, at: item.indexOf(separator) })).filter(({ at }) => at > 0);
  const [first] = places.toSorted((one, other) => one.at - other.at || other.separator.length - one.separator.length);
  if (!first)
    throw new Failure(`${item} is no part of a request: parameter==value, field=text, field:=json, or Header:value.`);
  return {
    name: item.slice(0, first.at),
    separator: first.separator,
    value: item.slice(first.at + first.separator.length),
  };
}

function parseJson(name: string, value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new Failure(`${name} must be JSON after :=, and ${value} is none; ${name}=${value} sends it as text.`);
  }
}

/** Puts a value into a body; dots in its name lead into objects. */
function put(body: Record<string, unknown>, name: string, value: unknown): void {
  const path = name.split(".");
  const last = path.pop() as string;
  let place = body;
  for (const step of path) {
    place[step] ??= Object.create(null);
    place = place[step] as Record<string, unknown>;
    if (typeof place !== "object" || place === null) throw new Failure(`${name} leads into a value that is no object.`);
  }
  place[last] = value;
}

/** Returns the parts of a request that its items say. @throws Failure that names the item which says nothing */
export function parseItems(items: readonly string[]): RequestItems {
  const found: RequestItems = { query: [], headers: {}, body: undefined };
  for (const item of items) {
    const { name, separator, value } = split(item);
    if (separator === "==") found.query.push([name, value]);
    else if (separator === ":") found.headers[name.toLowerCase()] = value.trim();
    else {
      found.body ??= Object.create(null) as Record<string, unknown>;
      put(found.body, name, separator === "=" ? value : parseJson(name, value));
    }
  }
  return found;
}
