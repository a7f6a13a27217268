/** The description is valid, complete and usable for a generated client. */
import { beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import openapiTypescript, { astToString, type OpenAPI3 } from "openapi-typescript";
import { createApp } from "../../src/app";
import { readConfig } from "../../src/config";
import type { Document, Operation, Schema, Schemas } from "../support/openapi";
import { newFolder } from "../support/scratch";
import { declaredPermissions, describedServer } from "./setup";

const described = describedServer();
let document: Document;
let operations: Operation[];
let schemas: Schemas;
beforeAll(() => {
  ({ document, schemas } = described);
  operations = [...described.operations.values()];
});

/** Returns all values of a key, at any depth of a document. */
function valuesOf(key: string, within: unknown): unknown[] {
  if (typeof within !== "object" || within === null) return [];
  return Object.entries(within).flatMap(([name, part]) => [...(name === key ? [part] : []), ...valuesOf(key, part)]);
}

/** Returns the value that a JSON pointer leads to; undefined when there is none. */
const follow = (pointer: string): unknown =>
  pointer
    .slice(2)
    .split("/")
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

describe("the description", () => {
  test("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document["openapi"]).toStartWith("3.1");
  });

  test("has no references that lead nowhere, and no reference into definitions of its own", () => {
    const references = valuesOf("$ref", document) as string[];
    expect(references).not.toBeEmpty();
    expect(
      references.filter((reference) => !reference.startsWith("#/components/") || follow(reference) === undefined),
    ).toEqual([]);
    expect(valuesOf("$defs", document)).toEqual([]);
  });

  test("has unique operation ids", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, index) => !/^[a-z][A-Za-z0-9]*$/.test(id) || ids.indexOf(id) !== index)).toEqual([]);
  });

  test("has every route of the application except the front page, the description itself and its browser", () => {
    const { routes } = createApp(readConfig({ ENVIRONMENT: "development" }));
    const shape = (name: string) => name.replace(/:[^/]+|\{[^}]+\}/g, "{}").replace(/(?<=.)\/$/, "");
    const served = routes.map(({ method, path }) => shape(`${method} ${path}`));
    const described = operations.map(({ name }) => shape(name));
    expect(served.filter((name) => !described.includes(name)).toSorted()).toEqual([
      // The front page.
      "GET ",
      "GET /api/docs",
      "GET /api/docs/start.js",
      "GET /api/docs/swagger-ui.css",
      "GET /api/docs/swagger-ui.js",
      "GET /api/openapi.json",
    ]);
    expect(described.filter((name) => !served.includes(name))).toEqual([]);
  });

  test("has a summary, a tag and the required permission for every operation", () => {
    // The health check belongs to no area.
    const untagged = operations.filter(({ tags, path }) => tags.length !== 1 && path !== "/api/health");
    expect(untagged.map(({ name }) => name)).toEqual([]);
    expect(operations.filter(({ summary }) => !summary?.trim()).map(({ name }) => name)).toEqual([]);
    const permissions = Object.fromEntries(operations.map(({ name, permission }) => [name, permission]));
    expect(permissions).toEqual(Object.fromEntries(declaredPermissions));
  });

  test("names the parameters of every path", () => {
    for (const { name, path, parameters } of operations) {
      const named = parameters.filter((parameter) => parameter.in === "path");
      const wanted = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] ?? "");
      expect([name, named.map((parameter) => parameter.name).toSorted()]).toEqual([name, wanted.toSorted()]);
      expect([name, named.every((parameter) => parameter.required)]).toEqual([name, true]);
    }
  });

  test("names the moment with every read of the landscape, and the scenario in addition, by a header and in the query", () => {
    const namesOf = ({ parameters }: (typeof operations)[number]) => parameters.map(({ name }) => name);
    const [past, scenarios] = ["X-Stoa-At", "X-Stoa-Scenario"].map((header) =>
      operations.filter((operation) => namesOf(operation).includes(header)),
    ) as [typeof operations, typeof operations];
    expect(past.filter((operation) => !namesOf(operation).includes("as_of")).map(({ name }) => name)).toEqual([]);
    expect(scenarios.filter((operation) => !namesOf(operation).includes("scenario")).map(({ name }) => name)).toEqual(
      [],
    );
    expect(past.filter((operation) => !scenarios.includes(operation)).map(({ name }) => name)).toEqual([]);
    expect(past.filter(({ method }) => method !== "GET").map(({ name }) => name)).toEqual([]);
    expect(scenarios.filter(({ method }) => method !== "GET").length).toBeGreaterThan(150);
  });

  test("gives every success a schema, and lists every foreseeable refusal", () => {
    const problem = {
      "application/json": expect.objectContaining({ schema: { $ref: "#/components/schemas/Problem" } }),
    };
    for (const { name, method, parameters, permission, path, responses } of operations) {
      const successes = Object.entries(responses).filter(([code]) => /^[23]/.test(code));
      expect([name, successes.length > 0]).toEqual([name, true]);
      for (const [code, { content }] of successes)
        if (code === "204" || code.startsWith("3")) expect([name, content]).toEqual([name, undefined]);
        else
          for (const { schema } of Object.values(content ?? { none: {} }))
            expect([name, schema !== undefined && Object.keys(schema).length > 0]).toEqual([name, true]);
      const refusals = [
        "default",
        ...(permission === "public" ? [] : ["401"]),
        ...(permission === "public" || permission === "auth" ? [] : ["403"]),
        ...(path.includes("{") ? ["404"] : []),
        ...(method === "GET" && parameters.length === 0 ? [] : ["422"]),
      ];
      for (const code of refusals) expect([name, code, responses[code]?.content]).toEqual([name, code, problem]);
    }
  });
});

test.each([
  { name: "POST /api/v1/auth/login", codes: ["401", "403", "423", "429"] },
  { name: "POST /api/v1/auth/register", codes: ["403", "429"] },
  { name: "POST /api/v1/auth/reset-password", codes: ["404", "429"] },
])("$name is described with the refusals of its own", ({ name, codes }) => {
  const { responses = {} } = operations.find((operation) => operation.name === name) ?? {};
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(codes));
  expect(JSON.stringify(operations)).not.toContain("x-refusals");
});

describe("the input of an operation", () => {
  /** Returns the places in a schema where a text or a list has no maximal length. */
  function boundless(schema: Schema, at: string, depth = 0): string[] {
    if (depth > 8) return [];
    const own = schemas.resolve(schema);
    const isText = [own.type ?? []].flat().includes("string");
    const endless = /^[^^]|[^$]$|[*+]|,\}/;
    const isBounded =
      own.maxLength ??
      own.enum ??
      own.const ??
      own.format ??
      (own.pattern && !endless.test(own.pattern) ? true : undefined);
    return [
      ...(isText && isBounded === undefined ? [at] : []),
      ...[own.anyOf, own.oneOf, own.allOf].flatMap((forms) =>
        (forms ?? []).flatMap((form) => boundless(form, at, depth + 1)),
      ),
      ...Object.entries(own.properties ?? {}).flatMap(([name, part]) => boundless(part, `${at}.${name}`, depth + 1)),
      ...(own.items ? boundless(own.items, `${at}[]`, depth + 1) : []),
      ...(own.type === "array" && own.maxItems === undefined ? [`${at}[]`] : []),
    ];
  }

  test("is bounded in every text and every list of a body or a query", () => {
    const found = operations.flatMap(({ name, body, parameters }) => [
      ...(body ? boundless(body.schema, `${name} body`) : []),
      ...parameters
        .filter((parameter) => parameter.in !== "path")
        .flatMap((parameter) => boundless(parameter.schema, `${name} ${parameter.name}`)),
    ]);
    expect(found).toEqual([]);
  });
});

describe("a generated client", () => {
  const packageOf = (name: string) => dirname(Bun.resolveSync(`${name}/package.json`, import.meta.dir));

  const usage = `
    import createClient from "openapi-fetch";
    import type { paths } from "./api";

    const client = createClient<paths>({ baseUrl: "http://localhost:8920" });

    export async function firstDay() {
      const health = await client.GET("/api/health");
      const version: string | undefined = health.data?.version;
      const refusal: string | unknown[] | object | undefined = health.error?.detail;

      const login = await client.POST("/api/v1/auth/login", { body: { email: "ann@stoa.example", password: "secret" } });
      const token: string | undefined = login.data?.access_token;
      const headers = { authorization: \`Bearer \${token}\` };

      const made = await client.POST("/api/v1/cards", { headers, body: { type: "Application", name: "Billing" } });
      if (!made.data) throw new Error(String(made.error.detail));
      const card_id: string = made.data.id;
      const changed = await client.PATCH("/api/v1/cards/{card_id}", {
        headers,
        params: { path: { card_id }, header: { "X-Stoa-Origin": "api" } },
        body: { description: null, attributes: { costTotalAnnual: 12 } },
      });
      const quality: number | undefined = changed.data?.data_quality;

      const page = await client.GET("/api/v1/cards", { params: { query: { type: "Application", page: 1, page_size: 10 } } });
      const names: string[] = (page.data?.items ?? []).map((card) => card.name);
      const related = await client.POST("/api/v1/relations", {
        body: { type: "relPlatformToApp", source_id: card_id, target_id: card_id },
      });
      const relation: string | undefined = related.data?.id;
      await client.POST("/api/v1/cards/{card_id}/archive", { params: { path: { card_id } } });
      await client.DELETE("/api/v1/favorites/{card_id}", { params: { path: { card_id } } });

      // @ts-expect-error A page is a number.
      await client.GET("/api/v1/cards", { params: { query: { page: "first" } } });
      // @ts-expect-error A card has a name.
      await client.POST("/api/v1/cards", { body: { type: "Application" } });
      // @ts-expect-error There is no such path.
      await client.GET("/api/v1/nonsense");
      return { version, refusal, quality, names, relation };
    }
  `;

  test("type-checks, and has the types of requests and answers", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "api.ts"), astToString(await openapiTypescript(document as unknown as OpenAPI3)));
    writeFileSync(join(folder, "usage.ts"), usage);
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          target: "ESNext",
          module: "Preserve",
          moduleResolution: "bundler",
          lib: ["ESNext", "DOM"],
          types: [],
          strict: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: true,
          paths: { "openapi-fetch": [packageOf("openapi-fetch")] },
          noEmit: true,
        },
        files: ["usage.ts", "api.ts"],
      }),
    );
    const compiler = Bun.spawn([process.execPath, join(packageOf("typescript"), "bin/tsc"), "-p", folder], {
      stdout: "pipe",
      stderr: "pipe",
    });
    expect(await new Response(compiler.stdout).text()).toBe("");
    expect(await compiler.exited).toBe(0);
  });
});
