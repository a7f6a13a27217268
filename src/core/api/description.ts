/** The OpenAPI description of the API, derived from its operations. */
import { toOpenAPISchema } from "@elysiajs/openapi";
import type { z } from "zod";
import { permissionText } from "../access/operation-permission";
import { errorResponses, type MediaContent, type Responses, responsesOf } from "./described-responses";
import { writeExamples } from "./examples";
import { type Convert, converter, describeDefaults, type Schema } from "./json-schema";
import type { MountedOperations } from "./mount";
import { isForScenarios, isRepeatable, type Operation, servedPath, showsPast } from "./operation";
import { operationIdOf } from "./operation-id";
import { operationText, pathParameterText } from "./operation-text";
import { responseHeaders } from "./response-headers";

type Parameter = { name: string; in: string; schema: Schema; required?: boolean; description?: string };

/** An operation in the description. */
type OperationDescription = {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  "x-permission"?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaContent> };
  responses?: Responses;
  security?: Schema[];
};
/** The operations by path and method. */
type Paths = Record<string, Record<string, OperationDescription>>;

/** An OpenAPI description. */
export type Description = { paths: Paths; components: Schema } & Schema;

/** Parameters of several operations, by their names under `components.parameters`, of which none is a schema's: generators make types of both. */
const commonParameters: Record<string, Parameter> = {
  Origin: {
    name: "X-Stoa-Origin",
    in: "header",
    schema: { type: "string", enum: ["web", "mcp", "api"] },
    description: "Where the change comes from; its events name it. `X-Turbo-EA-Origin` means the same",
  },
  At: {
    name: "X-Stoa-At",
    in: "header",
    schema: { type: "string", maxLength: 50, examples: ["2026-03-31T12:00:00Z"] },
    description:
      "The instant of which the answer shows the landscape, or the number of the event after which, with rights as they are today; the present without it",
  },
  AsOf: {
    name: "as_of",
    in: "query",
    schema: { type: "string", maxLength: 50, examples: ["2026-03-31T12:00:00Z"] },
    description: "Means the same as the header `X-Stoa-At`",
  },
  ScenarioHeader: {
    name: "X-Stoa-Scenario",
    in: "header",
    schema: { type: "string", format: "uuid" },
    description: "The scenario in which the landscape is read or changed; the landscape itself without it",
  },
  ScenarioQuery: {
    name: "scenario",
    in: "query",
    schema: { type: "string", format: "uuid" },
    description: "Means the same as the header `X-Stoa-Scenario`",
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

const parameterReference = (name: string) => ({ $ref: `#/components/parameters/${name}` }) as unknown as Parameter;

/** Returns the common parameters of an operation: the moment of reads, the scenario, origin and batch of changes, idempotency keys. */
function commonParametersOf(operation: Operation): Parameter[] {
  const ofStates = [
    ...(showsPast(operation) ? ["At", "AsOf"] : []),
    ...(isForScenarios(operation) ? ["ScenarioHeader", "ScenarioQuery"] : []),
  ].map(parameterReference);
  if (operation.permission === "public" || operation.method === "get") return ofStates;
  return ["Origin", "Batch", ...(isRepeatable(operation) ? ["IdempotencyKey"] : [])]
    .map(parameterReference)
    .concat(ofStates);
}

/** Returns a parameter as the plugin describes it, with the description of its schema as its own. */
function describeParameter({ schema, ...parameter }: Parameter, path: string): Parameter {
  const { description: stated, ...plain } = schema as Schema & { description?: string };
  const description = stated ?? (parameter.in === "path" ? pathParameterText(parameter.name, path) : undefined);
  return { ...parameter, ...(description && { description }), schema: plain };
}

/** Describes an operation. `route` is the plugin's description of its route: tags, summary and parameters. */
function describeOperation(route: OperationDescription, operation: Operation, convert: Convert): OperationDescription {
  const { permission, path, form, body = form, upload = form, bodyOptional } = operation;
  const { tags, summary, parameters: found = [] } = route;
  const own = found.map((parameter) => describeParameter(parameter, path));
  const parameters = [...own, ...commonParametersOf(operation)];
  const media = upload ? "multipart/form-data" : "application/json";
  return {
    ...(tags && { tags }),
    summary,
    description: operationText(operation),
    "x-permission": permissionText(permission),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !bodyOptional,
        content: { [media]: { schema: describeDefaults(convert(body)) as Schema } },
      },
    }),
    responses: responsesOf(
      operation,
      own.map(({ name }) => name),
      convert,
    ),
    operationId: operationIdOf(operation),
    security: permission === "public" ? [] : [{ bearer: [] }, { cookie: [] }],
  };
}

/** Reads the plugin's description of the routes: tags, summaries and parameters, by path and method. */
function readRoutes({ framework }: MountedOperations, convert: Convert): Paths {
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
  // The plugin logs errors and continues.
  if (failures.length > 0) throw failures[0];
  return paths as unknown as Paths;
}

/** Returns the tags that operations have, with what the areas say about them. */
function describeTags(paths: Paths, tags: Readonly<Record<string, string>>) {
  const used = Object.values(paths).flatMap((methods) => Object.values(methods).flatMap(({ tags = [] }) => tags));
  return [...new Set(used)].sort().map((name) => ({ name, ...(tags[name] && { description: tags[name] }) }));
}

/**
 * Returns the OpenAPI 3.1 description of mounted operations.
 * @param version the product's
 * @param tags tag → what its operations are about
 */
export function describe(
  mounted: MountedOperations,
  version: string,
  tags: Readonly<Record<string, string>>,
): Description {
  const schemas: Record<string, Schema> = {};
  const convert = converter(schemas);
  const responses = errorResponses(convert);
  const routes = readRoutes(mounted, convert);
  const paths: Paths = {};
  const shown = mounted.routes.filter(({ operation }) => !operation.hidden);
  for (const { operation, path } of sortedBy(shown, (route) => servedPath(route.operation))) {
    const route = routes[path.replace(/:([^/]+)/g, "{$1}")]?.[operation.method] ?? {};
    (paths[servedPath(operation)] ??= {})[operation.method] = describeOperation(route, operation, convert);
  }
  const sorted = Object.fromEntries(sortedBy(Object.entries(schemas), ([name]) => name));
  const described = Object.values(paths).flatMap((methods) => Object.values(methods));
  const examples = writeExamples(described, schemas);
  return {
    openapi: "3.1.1",
    info: {
      title: "Stoa",
      version,
      description: "Enterprise-architecture management: the map of an organisation over HTTP.",
      contact: { name: "Stoa" },
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: describeTags(paths, tags),
    paths,
    components: {
      schemas: describeDefaults(sorted),
      responses,
      headers: responseHeaders,
      parameters: commonParameters,
      examples,
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

/** Sorted by code units, so that the order is the same in every locale. */
const sortedBy = <T>(items: readonly T[], key: (item: T) => string): T[] =>
  items.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));
