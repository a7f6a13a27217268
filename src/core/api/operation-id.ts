/**
 * The names of operations for generated clients, from their methods and paths: `GET /cards` is `listCards`, `DELETE
 * /bpm/processes/{process_id}/diagram` is `deleteProcessDiagram`, `POST /cards/{card_id}/archive` is `archiveCard`.
 */
import { z } from "zod";
import { capital, plural, singular, words } from "./nouns";
import type { Method, Operation } from "./operation";

/** Words at the end of a POST's path that are its verb, and no noun. */
const VERBS = new Set(
  (
    "activate analyse apply approve archive cancel close commit complete deactivate duplicate fix forgot impersonate import login " +
    "logout mark modernize preview promote recall register reject request resend reset resolve restore revise rollback send set " +
    "sign skip start stop submit test unlock upload validate"
  ).split(" "),
);

/** Words that stand before a verb. */
const ADVERBS = new Set(["bulk", "mass"]);

/** Segments that only group the paths below them. */
const GROUPS = new Set(["admin", "auth", "bpm", "metamodel"]);

/** Segments whose noun comes last: `GET /settings/currency` is `getCurrencySetting`. */
const LAST = new Map([
  ["reports", "report"],
  ["settings", "setting"],
]);

/** Method → the verb of an operation whose path ends with a noun. */
const verbs: Record<Method, string> = { get: "get", post: "create", put: "save", patch: "update", delete: "delete" };

const isParameter = (segment: string | undefined) => segment?.startsWith("{") === true;

/** Returns the nouns of a path, all but the last in the singular; a word that the next noun repeats is left out. */
function nounsOf(segments: readonly string[]): string[] {
  const nouns = segments.flatMap((segment, index) => {
    if (isParameter(segment) || (index === 0 && GROUPS.has(segment))) return [];
    return [index < segments.length - 1 ? singular(segment) : segment];
  });
  return nouns.filter((noun, index) => !nouns[index + 1]?.startsWith(`${noun}-`));
}

/** Returns a path's nouns as the end of a name. */
function phrase(segments: readonly string[]): string {
  const last = LAST.get(segments[0] ?? "");
  const nouns = last !== undefined && segments.length > 1 ? [...nounsOf(segments.slice(1)), last] : nounsOf(segments);
  return nouns.flatMap(words).map(capital).join("");
}

/**
 * Returns the verb at a path's end and what follows it: `bulk-archive` → `bulkArchive`, `request-signatures` → `request`,
 * `Signatures`.
 */
function verbAtEnd(segment: string): { verb: string; rest: string } | undefined {
  const [first = "", second, ...others] = words(segment);
  if (ADVERBS.has(first) && second !== undefined)
    return { verb: first + capital(second), rest: others.map(capital).join("") };
  if (!VERBS.has(first)) return undefined;
  return { verb: first, rest: [second ?? "", ...others].map(capital).join("") };
}

/**
 * Returns the name of an export of all there is below a path: `/cards/export/csv` → `exportCardsCsv`; undefined when it is
 * none.
 */
function exportId(segments: readonly string[]): string | undefined {
  const at = segments.indexOf("export");
  if (at === -1) return undefined;
  return `export${phrase(segments.slice(0, at).map((segment, index) => (index === at - 1 && at === 1 ? plural(segment) : segment)))}${segments
    .slice(at + 1)
    .map(capital)
    .join("")}`;
}

/** Checks whether an operation answers with a list or a page. */
function answersMany({ answer }: Operation): boolean {
  const isList = (schema: unknown) => schema instanceof z.ZodArray;
  return isList(answer) || (answer instanceof z.ZodObject && isList(answer.shape["items"]));
}

/** Returns the name of an operation for generated clients. */
export const operationIdOf = (operation: Operation): string => operationId(operation, answersMany(operation));

/**
 * Returns the name of an operation, unless it declares one of its own.
 * @param answersMany true when it answers with a list or a page
 */
export function operationId(
  { method, path, operationId: own }: Pick<Operation, "method" | "path" | "operationId">,
  answersMany: boolean,
): string {
  if (own !== undefined) return own;
  const segments = path
    .replace(/^\/api(\/v1)?/, "")
    .split("/")
    .filter(Boolean);
  const last = segments.at(-1) ?? "";
  const before = segments.slice(0, -1);
  if (method === "get") return exportId(segments) ?? nounId(segments, answersMany ? "list" : "get");
  if (last === "bulk") return `bulk${capital(verbs[method])}${phrase(before)}`;
  const atEnd = method === "post" ? verbAtEnd(last) : undefined;
  if (!atEnd) return verbs[method] + phrase(method === "post" ? [...segments, "{}"] : segments);
  return atEnd.verb + phrase(atEnd.rest === "" ? before : [...before, "{}"]) + atEnd.rest;
}

/** Returns the name of a read, from the nouns of its path. */
function nounId(segments: readonly string[], verb: "get" | "list"): string {
  const isReport = LAST.has(segments[0] ?? "");
  const [only] = segments.length === 1 && verb === "list" ? segments : [];
  return (isReport ? "get" : verb) + phrase(only === undefined ? segments : [plural(only)]);
}
