/** The OpenAPI description of the application, made from its routes. */
import { toOpenAPISchema } from "@elysiajs/openapi";
import type { AnyElysia } from "elysia";
import { z } from "zod";
import { SliceQuery } from "./pagination";
import { headersOf } from "./responses";

type Schema = { [key: string]: unknown };
type Operation = {
  operationId?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
  responses?: Record<string, { description: string; content?: Record<string, { schema: Schema }>; headers?: Schema }>;
  security?: Schema[];
  "x-permission"?: string;
  /** Media type of the request body when it is not JSON. */
  "x-body"?: string;
  /** Whether the body may be left out. */
  "x-body-optional"?: boolean;
  /** Media type of the successful answer when it is not JSON. */
  "x-answer"?: string;
  /** Whether calls are counted, and refused when there are too many. */
  "x-rate-limited"?: boolean;
  /** Statuses of errors that nothing else about the operation implies. */
  "x-refusals"?: number[];
  /** Bytes of the largest body, where it may be larger than elsewhere. */
  "x-largest-body"?: number;
  /** Path parameter → the name it is described by. The router wants one name for one place, whatever follows it. */
  "x-names"?: Record<string, string>;
  /** Whether it may be sent twice with an `Idempotency-Key`. */
  "x-repeatable"?: boolean;
};

type Parameter = { name: string; in: string; schema: Schema; required?: boolean; description?: string };

/** A served description. */
export type Description = { paths: Record<string, Record<string, Operation>>; components: Schema } & Schema;

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
const bodiless: Record<string, string> = { 204: "Done", 302: "Found elsewhere", 304: "Not changed since" };

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
function converter(components: Record<string, Schema>) {
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
    // A schema declared with `answers` is an object whose prototype is the schema; zod needs the schema itself.
    const own = Object.hasOwn(schema, "_zod") ? schema : (Object.getPrototypeOf(schema) as z.ZodType);
    const { $schema, $defs, id, ...json } = z.toJSONSchema(own, {
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

/** A path as it is described: without a slash at its end, and with the names that its operations give its parameters. */
const describedPath = (path: string, methods: Record<string, Operation>) => {
  const names = Object.assign({}, ...Object.values(methods).map((operation) => operation["x-names"]));
  return path.replace(/(?<=.)\/$/, "").replace(/\{([^}]+)\}/g, (_, name) => `{${names[name] ?? name}}`);
};

/** What a route declares, as the framework keeps it. */
type Hooks = { body?: z.ZodType; query?: z.ZodObject; response?: z.ZodType | Record<string, z.ZodType> };

/** Status → the headers of a successful answer, from what its route declares. */
function sentHeaders({ query, response = {} }: Hooks, isRepeatable: boolean): Map<string, string[]> {
  const byStatus = response instanceof z.ZodType ? { 200: response } : response;
  const ofAll = [
    ...(query?.shape?.["page"] === SliceQuery.page ? ["X-Total-Count"] : []),
    ...(isRepeatable ? ["Idempotency-Replayed"] : []),
  ];
  return new Map(Object.entries(byStatus).map(([code, declared]) => [code, [...headersOf(declared), ...ofAll]]));
}

/** Status → the headers of a refusal. */
const refusalHeaders: Record<string, string[]> = {
  412: ["ETag"],
  429: ["Retry-After"],
  default: ["X-Request-Id"],
};

function complete(operation: Operation, method: string, path: string, hooks: Hooks, problem: Schema): Operation {
  const permission = operation["x-permission"] ?? "public";
  const isPublic = permission === "public";
  const described: Operation = { ...operation, operationId: operationId(method, path) };
  delete described["x-body"];
  delete described["x-answer"];
  delete described["x-body-optional"];
  delete described["x-rate-limited"];
  delete described["x-refusals"];
  delete described["x-largest-body"];
  delete described["x-names"];
  delete described["x-repeatable"];
  described.security = isPublic ? [] : [{ bearer: [] }, { cookie: [] }];
  described.parameters = operation.parameters?.map(({ schema, ...parameter }) => {
    const { description, ...rest } = schema as Schema & { description?: string };
    const name = (parameter.in === "path" && operation["x-names"]?.[parameter.name]) || parameter.name;
    return { ...parameter, name, ...(description && { description }), schema: rest };
  });
  if (!isPublic && method !== "get")
    described.parameters = [
      ...(described.parameters ?? []),
      common("Origin"),
      common("Batch"),
      ...(operation["x-repeatable"] ? [common("IdempotencyKey")] : []),
    ];
  if (!described.parameters?.length) delete described.parameters;
  if (operation.requestBody) {
    const schema = Object.values(operation.requestBody.content)[0]?.schema ?? {};
    described.requestBody = {
      required: !operation["x-body-optional"],
      content: { [operation["x-body"] ?? "application/json"]: { schema } },
    };
  }
  const has404 = path.includes("{");
  // A malformed JSON body is refused even by routes without a body.
  const has422 = method !== "get" || Boolean(operation.parameters?.length);
  const codes = [
    ...(has422 ? ["400"] : []),
    ...(isPublic ? [] : ["401"]),
    ...(isPublic || permission === "auth" ? [] : ["403"]),
    ...(has404 ? ["404"] : []),
    ...(method === "get" ? [] : ["409"]),
    ...(operation.parameters?.some(({ name }) => name === "if-match") ? ["412"] : []),
    ...(method === "get" ? [] : ["413"]),
    ...(has422 ? ["422"] : []),
    ...(operation["x-rate-limited"] ? ["429"] : []),
    ...(operation["x-refusals"] ?? []).map(String),
  ];
  described.responses = {};
  const sent = sentHeaders(hooks, !isPublic && operation["x-repeatable"] === true);
  for (const [code, response] of Object.entries(operation.responses ?? {})) {
    const schema = response.content && Object.values(response.content)[0]?.schema;
    const media = operation["x-answer"] ?? "application/json";
    const headers = headerReferences(sent.get(code) ?? []);
    described.responses[code] =
      bodiless[code] !== undefined
        ? { description: bodiless[code], ...headers }
        : { description: "Success", ...headers, ...(schema && { content: { [media]: { schema } } }) };
  }
  for (const code of [...codes, "default"])
    described.responses[code] ??= {
      description: refusals[code] ?? "Refused",
      ...headerReferences(refusalHeaders[code] ?? []),
      content: { "application/json": { schema: problem } },
    };
  return described;
}

/**
 * The OpenAPI 3.1 description of everything the application serves under /api.
 * @param version the product's version
 */
export function describe(app: AnyElysia, version: string): Description {
  const schemas: Record<string, Schema> = {};
  const convert = converter(schemas);
  const problem = convert(ErrorDetail);
  const failures: unknown[] = [];
  const zod = (schema: z.ZodType) => {
    try {
      return convert(schema);
    } catch (error) {
      failures.push(error);
      throw error;
    }
  };
  const { paths } = toOpenAPISchema(
    app,
    { staticFile: false },
    undefined,
    { zod: zod as never },
    "3.1.1",
  ) as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  // The plugin prints what goes wrong and goes on.
  if (failures.length > 0) throw failures[0];
  const declared = new Map<Operation, Hooks>();
  // It also leaves out the bodies of an application that parses them by itself, and all headers.
  for (const { method, path, hooks } of app.routes) {
    const { body } = hooks as Hooks;
    const operation = paths[path.replace(/:([^/]+)/g, "{$1}")]?.[method.toLowerCase()];
    if (operation) declared.set(operation, hooks as Hooks);
    if (body && operation)
      operation.requestBody = {
        content: { "application/json": { schema: defaultsInWords(convert(body)) as Schema } },
      };
  }
  const described = Object.fromEntries(
    Object.entries(paths)
      .filter(([path]) => path.startsWith("/api"))
      .map(([path, methods]) => [describedPath(path, methods), methods] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods).map(([method, operation]) => [
            method,
            complete(operation, method, path, declared.get(operation) ?? {}, problem),
          ]),
        ),
      ]),
  );
  const tags = [
    ...new Set(
      Object.values(described).flatMap((methods) =>
        Object.values(methods).flatMap((operation) => operation.tags ?? []),
      ),
    ),
  ];
  return {
    openapi: "3.1.1",
    info: {
      title: "Stoa",
      version,
      description: "Enterprise-architecture management: the map of an organisation over HTTP.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: tags.sort().map((name) => ({ name })),
    paths: described,
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
