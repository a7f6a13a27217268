/** The OpenAPI description of the API, made from its operations. */
import { toOpenAPISchema } from "@elysiajs/openapi";
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { permissionText } from "../access/permission";
import type { Mounted, Route } from "./mount";
import { isRepeatable, type Operation, servedPath } from "./operation";

type Schema = { [key: string]: unknown };
type Convert = (schema: z.ZodType) => Schema;
type Responses = Record<
  string,
  { description: string; content?: Record<string, { schema: Schema }>; headers?: Schema }
>;

/** An operation as it is described. */
type Described = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  "x-permission"?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses?: Responses;
  security?: Schema[];
};
type Paths = Record<string, Record<string, Described>>;

type Parameter = { name: string; in: string; schema: Schema; required?: boolean; description?: string };

/** A served description. */
export type Description = { paths: Paths; components: Schema } & Schema;

const ErrorDetail = z
  .object({
    detail: z.union([
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
    ]),
    error: z.string().optional(),
  })
  .meta({
    id: "Problem",
    description: "Why a request was refused: a sentence, the violations one by one, or an object",
  });

const refusals: Record<string, string> = {
  400: "A rule says no",
  401: "Token missing, malformed or expired",
  403: "Permission lacking",
  404: "Not found",
  409: "Contradicts what is there",
  412: "Changed since it was read",
  413: "The body is too large",
  422: "Invalid: which fields, and why",
  423: "Locked for a while, after too many failures",
  429: "Too many requests; `Retry-After` says when to try again",
  default: "Unexpected",
};

/** Headers that every change, or every POST, takes. */
const commonHeaders: Record<string, Parameter> = {
  Origin: {
    name: "X-Stoa-Origin",
    in: "header",
    schema: { type: "string", enum: ["web", "mcp", "api"] },
    description: "Where the change comes from; its events tell. `X-Turbo-EA-Origin` means the same",
  },
  Batch: {
    name: "X-Stoa-Batch",
    in: "header",
    schema: { type: "string", format: "uuid" },
    description: "The open mutation batch that the change belongs to. `X-Turbo-EA-Batch` means the same",
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    schema: { type: "string", maxLength: 255 },
    description:
      "A key of the client's choice: sent again with it, the request gets its first answer and changes nothing",
  },
};

/** Headers of answers, by their names. */
const answerHeaders: Record<string, { description: string; schema: Schema }> = {
  "Content-Disposition": {
    description: "That it is a file, and its name",
    schema: { type: "string", examples: ["attachment; filename=events.csv"] },
  },
  ETag: {
    description: "The version: for `If-Match` of a change, or `If-None-Match` of a read where these are taken",
    schema: { type: "string" },
  },
  "Idempotency-Replayed": {
    description: "`true` when this is the first answer once more, and nothing was done",
    schema: { type: "string", const: "true" },
  },
  Location: { description: "Where it is", schema: { type: "string" } },
  "Retry-After": { description: "Seconds after which to try again", schema: { type: "integer", minimum: 1 } },
  "X-Request-Id": {
    description: "Names the request in the log. Every answer has it; the id of the client's choice, if it sends one",
    schema: { type: "string" },
  },
  "X-Total-Count": {
    description: "How many entries all pages have together, when a page is asked for",
    schema: { type: "integer", minimum: 0 },
  },
};
const headerReferences = (names: readonly string[]) =>
  names.length > 0 && {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };

const common = (name: string) => ({ $ref: `#/components/parameters/${name}` }) as unknown as Parameter;

/** Answers without a body. */
const bodilessAnswers: Record<number, string> = { 204: "Done", 302: "Found elsewhere", 304: "Not changed since" };

/**
 * A schema with the defaults of its properties in their descriptions: generators treat a property with a default as
 * required.
 */
function defaultsInWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(defaultsInWords);
  if (typeof value !== "object" || value === null) return value;
  const parts = Object.entries(value).map(([key, part]) => [key, defaultsInWords(part)] as const);
  const { properties } = value as { properties?: Record<string, Schema> };
  if (typeof properties !== "object") return Object.fromEntries(parts);
  const described = Object.entries(properties).map(([name, property]) => {
    const { default: fallback, ...rest } = defaultsInWords(property) as Schema;
    if (fallback === undefined) return [name, rest];
    const words = [rest["description"], `${JSON.stringify(fallback)} when it is left out`].filter(Boolean).join("; ");
    return [name, { ...rest, description: words }];
  });
  return { ...Object.fromEntries(parts), properties: Object.fromEntries(described) };
}

/** zod → JSON Schema, with every shape that has an id under `components.schemas`. */
function converter(components: Record<string, Schema>): Convert {
  const relocate = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(relocate);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === "$ref" && typeof part === "string" ? part.replace("#/$defs/", "#/components/schemas/") : relocate(part),
      ]),
    );
  };
  const keep = (name: string, schema: Schema) => {
    const known = components[name];
    if (known && !Bun.deepEquals(known, schema)) throw new Error(`Two different shapes have the id ${name}.`);
    components[name] = schema;
  };
  return (schema: z.ZodType): Schema => {
    const { $schema, $defs, id, ...json } = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      override({ zodSchema, jsonSchema }) {
        const def = zodSchema._zod.def;
        // What is read leniently is described by what it is read as.
        if (def.type === "pipe" && (def as z.core.$ZodPipeDef).in._zod.def.type === "transform") {
          const {
            $schema: _,
            $defs: __,
            ...out
          } = z.toJSONSchema((def as z.core.$ZodPipeDef).out, { io: "input", unrepresentable: "any" });
          for (const [key, value] of Object.entries(out)) jsonSchema[key] ??= value;
        }
        // zod keeps silent about the default of what it transforms.
        const fallback = def.type === "default" ? (def as z.core.$ZodDefaultDef).defaultValue : undefined;
        const stated = z.globalRegistry.get(zodSchema)?.["default"] ?? fallback;
        if (stated !== undefined) jsonSchema.default ??= stated as never;
      },
    }) as Schema & { $defs?: Record<string, Schema> };
    for (const [name, part] of Object.entries($defs ?? {})) {
      const { id: _, ...rest } = part;
      keep(name, relocate(rest) as Schema);
    }
    if (typeof id !== "string") return relocate(json) as Schema;
    keep(id, relocate(json) as Schema);
    return { $ref: `#/components/schemas/${id}` };
  };
}

/** `/api/v1/cards/{card_id}/archive` + post → `postCardsByCardIdArchive` */
const operationId = (method: string, path: string) =>
  method +
  path
    .replace(/^\/api(\/v1)?/, "")
    .split("/")
    .filter(Boolean)
    .map((part) => (part.startsWith("{") ? `By${capital(part.slice(1, -1))}` : capital(part)))
    .join("");

const capital = (text: string) =>
  text
    .split(/[^a-zA-Z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** Status → the headers of a refusal. */
const refusalHeaders: Record<string, string[]> = {
  412: ["ETag"],
  429: ["Retry-After"],
  default: ["X-Request-Id"],
};

/** Statuses of refusals that follow from what an operation is. */
function refusalsOf(operation: Operation, parameters: readonly Parameter[]): string[] {
  const { method, permission, path } = operation;
  const isPublic = permission === "public";
  const isRead = method === "get";
  // A body that is no JSON is refused even where none is asked for.
  const isValidated = !isRead || parameters.length > 0;
  return [
    ...(isValidated ? ["400"] : []),
    ...(isPublic ? [] : ["401"]),
    ...(isPublic || permissionText(permission) === "auth" ? [] : ["403"]),
    ...(path.includes("{") ? ["404"] : []),
    ...(isRead ? [] : ["409"]),
    ...(parameters.some(({ name }) => name === "if-match") ? ["412"] : []),
    ...(isRead ? [] : ["413"]),
    ...(isValidated ? ["422"] : []),
    ...(operation.rateLimit === undefined ? [] : ["429"]),
    ...(operation.refusals ?? []).map(String),
  ];
}

const refusalOf = (code: string, problem: Schema) => ({
  description: refusals[code] ?? "Refused",
  ...headerReferences(refusalHeaders[code] ?? []),
  content: { "application/json": { schema: problem } },
});

/** The successful answers of an operation, by their status. */
function successes(operation: Operation, convert: Convert): Responses {
  const { answer, status = answer ? 200 : 204, sends = [], caching, redirects, query, media } = operation;
  const always = [
    ...(query?.shape["page"] === SliceQuery.page ? ["X-Total-Count"] : []),
    ...(isRepeatable(operation) ? ["Idempotency-Replayed"] : []),
  ];
  const versioned = caching === undefined ? [] : ["ETag"];
  const bodiless = (code: number, headers: readonly string[]) => ({
    [code]: { description: bodilessAnswers[code] as string, ...headerReferences([...headers, ...always]) },
  });
  if (!answer) return bodiless(status, sends);
  return {
    [status]: {
      description: "Success",
      ...headerReferences([...versioned, ...sends, ...always]),
      content: { [media ?? "application/json"]: { schema: convert(answer) } },
    },
    ...(redirects && bodiless(302, ["Location"])),
    ...(caching !== undefined && bodiless(304, versioned)),
  };
}

/** The parameters that every change takes, and every POST that may be sent twice. */
function commonParameters(operation: Operation): Parameter[] {
  if (operation.permission === "public" || operation.method === "get") return [];
  return [common("Origin"), common("Batch"), ...(isRepeatable(operation) ? [common("IdempotencyKey")] : [])];
}

/**
 * An operation as it is described.
 * @param read what the framework's plugin has read from the route: tags, summary and parameters
 */
function describeOperation(read: Described, operation: Operation, convert: Convert, problem: Schema): Described {
  const { method, permission, body, upload, bodyOptional } = operation;
  const { tags, summary, description, parameters: found = [] } = read;
  const own = found.map(({ schema, ...parameter }) => {
    const { description: text, ...plain } = schema as Schema & { description?: string };
    return { ...parameter, ...(text && { description: text }), schema: plain };
  });
  const parameters = [...own, ...commonParameters(operation)];
  const media = upload ? "multipart/form-data" : "application/json";
  const refused = [...refusalsOf(operation, own), "default"].map((code) => [code, refusalOf(code, problem)]);
  return {
    ...(tags && { tags }),
    summary,
    ...(description && { description }),
    "x-permission": permissionText(permission),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !bodyOptional,
        content: { [media]: { schema: defaultsInWords(convert(body)) as Schema } },
      },
    }),
    responses: { ...Object.fromEntries(refused), ...successes(operation, convert) },
    operationId: operationId(method, servedPath(operation)),
    security: permission === "public" ? [] : [{ bearer: [] }, { cookie: [] }],
  };
}

/** What the framework's plugin reads from the routes: paths and methods with tags, summaries and parameters. */
function readRoutes({ framework }: Mounted, convert: Convert): Paths {
  const failures: unknown[] = [];
  const zod = (schema: z.ZodType) => {
    try {
      return convert(schema);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const { paths } = toOpenAPISchema(framework, { staticFile: false }, undefined, { zod: zod as never }, "3.1.1");
  // The plugin prints what goes wrong and goes on.
  if (failures.length > 0) throw failures[0];
  return paths as unknown as Paths;
}

/**
 * The OpenAPI 3.1 description of the operations that are mounted.
 * @param version the product's version
 */
export function describe(mounted: Mounted, version: string): Description {
  const schemas: Record<string, Schema> = {};
  const convert = converter(schemas);
  const problem = convert(ErrorDetail);
  const read = readRoutes(mounted, convert);
  const paths: Paths = {};
  const shown = mounted.routes.filter(({ operation }) => !operation.hidden);
  for (const { operation, path } of shown.toSorted(byServedPath)) {
    const found = read[path.replace(/:([^/]+)/g, "{$1}")]?.[operation.method] ?? {};
    (paths[servedPath(operation)] ??= {})[operation.method] = describeOperation(found, operation, convert, problem);
  }
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  return {
    openapi: "3.1.1",
    info: {
      title: "Stoa",
      version,
      description: "Enterprise-architecture management: the map of an organisation over HTTP.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: [...new Set(described.flatMap(({ tags = [] }) => tags))].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: defaultsInWords(
        Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))),
      ),
      headers: answerHeaders,
      parameters: commonHeaders,
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The token of POST /auth/login, without the word Bearer",
        },
        cookie: { type: "apiKey", in: "cookie", name: "access_token" },
      },
    },
  };
}

const byServedPath = (one: Route, other: Route) =>
  servedPath(one.operation) < servedPath(other.operation)
    ? -1
    : servedPath(one.operation) > servedPath(other.operation)
      ? 1
      : 0;
