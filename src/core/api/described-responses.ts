/** The responses of operations in the description, as they follow from the declarations. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { namedObject } from "../../http/schemas";
import { permissionText } from "../access/operation-permission";
import type { Convert, Schema } from "./json-schema";
import { changesScenario, isForScenarios, isRepeatable, type Operation, showsPast } from "./operation";
import { namesIgnored } from "./parameters";
import { headersOf } from "./response-headers";

/** The content of a body in a media type. */
export type MediaContent = { schema: Schema; example?: unknown; examples?: Schema };

/** Responses by status. */
export type Responses = Record<
  string,
  { description?: string; content?: Record<string, MediaContent>; headers?: Schema; $ref?: string }
>;

const ErrorDetail = namedObject(
  "Problem",
  {
    detail: z
      .union([
        z.string(),
        z.array(
          z.object({
            type: z.string(),
            loc: z.array(z.union([z.string(), z.number()])),
            msg: z.string(),
            input: z.unknown().optional(),
            ctx: z.record(z.string(), z.unknown()).optional(),
          }),
        ),
        z.record(z.string(), z.unknown()),
      ])
      .meta({ description: "A sentence, the violations one by one, or an object" }),
    error: z.string().optional(),
  },
  "Why a request was refused",
);

/** An error: its name under `components.responses`, its description, an example of its `detail`, and its headers. */
type ErrorResponse = { name: string; description: string; detail: unknown; headers?: readonly string[] };

const violation = { type: "missing", loc: ["body", "name"], msg: "is required" };

/** Status → the error. */
const errors: Record<string, ErrorResponse> = {
  400: { name: "BadRequest", description: "A rule says no", detail: "A card can't be its own parent" },
  401: { name: "Unauthorized", description: "Token missing, malformed or expired", detail: "Not authenticated" },
  403: { name: "Forbidden", description: "Permission lacking", detail: "Insufficient permissions" },
  404: { name: "NotFound", description: "Not found", detail: "Card not found" },
  409: { name: "Conflict", description: "Contradicts what is there", detail: "name: is taken already" },
  412: {
    name: "PreconditionFailed",
    description: "Changed since it was read",
    detail: "It has changed since it was read: read it again and repeat the change",
    headers: ["ETag"],
  },
  413: { name: "ContentTooLarge", description: "The body is too large", detail: "The body is too large" },
  416: {
    name: "RangeNotSatisfiable",
    description: "No such range; `Content-Range` says how large it is",
    detail: "There is no such range",
    headers: ["Content-Range"],
  },
  422: { name: "UnprocessableContent", description: "Invalid: which fields, and why", detail: [violation] },
  423: {
    name: "Locked",
    description: "Locked for a while, after too many failures",
    detail: "The account is locked",
    headers: ["Retry-After"],
  },
  429: {
    name: "TooManyRequests",
    description: "Too many requests; `Retry-After` says when to try again",
    detail: "Too many requests",
    headers: ["Retry-After"],
  },
  502: { name: "BadGateway", description: "What it asks elsewhere has failed", detail: "The source has not answered" },
  503: {
    name: "Unavailable",
    description: "Not able to work now; `Retry-After` says when to try again",
    detail: "Not ready: disk",
    headers: ["Retry-After"],
  },
  default: { name: "Unexpected", description: "Unexpected", detail: "Internal error", headers: ["X-Request-Id"] },
};

/** Returns the error responses, by their names under `components.responses`. */
export function errorResponses(convert: Convert): Schema {
  const schema = convert(ErrorDetail);
  return Object.fromEntries(
    Object.values(errors).map(({ name, description, detail, headers = [] }) => [
      name,
      { description, ...headersOf(headers), content: { "application/json": { schema, example: { detail } } } },
    ]),
  );
}

/**
 * Returns the statuses of an operation's errors, as they follow from its declaration.
 * @param parameters the names of its own
 */
function errorStatuses(operation: Operation, parameters: readonly string[]): string[] {
  const { method, permission, path } = operation;
  const isPublic = permission === "public";
  const isChange = method !== "get";
  const implied: [status: string, applies: boolean][] = [
    // A body that isn't JSON is refused even where none is declared.
    ["400", isChange || parameters.length > 0],
    ["401", !isPublic],
    ["403", !isPublic && permissionText(permission) !== "auth"],
    ["404", path.includes("{")],
    ["409", isChange],
    ["412", parameters.includes("if-match")],
    ["413", isChange],
    ["416", operation.ranges === true],
    // Every operation refuses a parameter that can't be read, and a `format` that it doesn't know.
    ["422", true],
    ["429", operation.rateLimit !== undefined],
  ];
  const statuses = implied.flatMap(([status, applies]) => (applies ? [status] : []));
  return [...new Set([...statuses, ...(operation.refusals ?? []).map(String), "default"])];
}

function errorReference(status: string): { $ref: string } {
  const error = errors[status];
  if (!error) throw new Error(`An operation refuses with ${status}, which has no description.`);
  return { $ref: `#/components/responses/${error.name}` };
}

/** Status of a response without a body → its description. */
const bodiless: Record<number, string> = { 204: "Done", 302: "Found elsewhere", 304: "Not changed since" };

const isText = (media: string) => media.startsWith("text/") || /xml$/.test(media);

/** Returns the schema of an answer in a media type: its own in JSON, and wherever there is no JSON of it. */
function schemaIn(media: string, all: readonly string[], answer: z.ZodType, convert: Convert): Schema {
  if (media.endsWith("json")) return convert(answer);
  if (!isText(media)) return { type: "string", format: "binary" };
  return all.some((other) => other.endsWith("json")) ? { type: "string" } : convert(answer);
}

/** Returns the successful responses of an operation, by status. */
function successes(operation: Operation, convert: Convert): Responses {
  const { answer, status = answer ? 200 : 204, sends = [], caching, ranges, redirects, query, media } = operation;
  const always = [
    ...(query?.shape["page"] === SliceQuery.page ? ["X-Total-Count"] : []),
    ...(isRepeatable(operation) ? ["Idempotency-Replayed"] : []),
    ...(namesIgnored(operation) ? ["X-Ignored-Parameters"] : []),
    ...(operation.method === "get" ? [] : ["X-Stoa-Batch"]),
    ...(showsPast(operation) ? ["X-Stoa-Entry"] : []),
    ...(changesScenario(operation) ? ["X-Stoa-Change"] : []),
    ...(isForScenarios(operation) ? ["X-Stoa-Scenario"] : []),
  ];
  const hasConditions = caching !== undefined || ranges;
  const etag = hasConditions || operation.current || operation.versioned ? ["ETag"] : [];
  const withoutBody = (code: number, headers: readonly string[]) => ({
    [code]: { description: bodiless[code] as string, ...headersOf([...headers, ...always]) },
  });
  if (!answer) return withoutBody(status, sends);
  const types = [media ?? "application/json"].flat();
  const content = Object.fromEntries(types.map((type) => [type, { schema: schemaIn(type, types, answer, convert) }]));
  return {
    [status]: { description: "Success", ...headersOf([...etag, ...sends, ...always]), content },
    ...(ranges && {
      206: { description: "A range of it", ...headersOf(["Content-Range", ...etag, ...sends]), content },
    }),
    ...(redirects && withoutBody(302, ["Location"])),
    ...(hasConditions && withoutBody(304, etag)),
  };
}

/** Returns all responses of an operation. @param parameters the names of its own */
export const responsesOf = (operation: Operation, parameters: readonly string[], convert: Convert): Responses => ({
  ...Object.fromEntries(errorStatuses(operation, parameters).map((status) => [status, errorReference(status)])),
  ...successes(operation, convert),
});
