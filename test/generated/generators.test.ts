/** The description has what generators of clients, their users and the usual linters of descriptions ask for. */
import { beforeAll, describe, expect, test } from "bun:test";
import { areas } from "../../src/areas";
import { servedPath } from "../../src/core/api/operation";
import { operationsOf as declaredBy } from "../../src/core/area";
import type { Content, Document, Operation, Schema, Schemas } from "../support/openapi";
import { describedServer } from "./setup";

const described = describedServer();
let document: Document;
let operations: Operation[];
let schemas: Schemas;
beforeAll(() => {
  ({ document, schemas } = described);
  operations = [...described.operations.values()];
});

/** Returns every object within a value, with its path. */
function* objectsIn(value: unknown, path = ""): Generator<[path: string, object: Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, part] of Object.entries(value))
    if (key !== "example" && key !== "examples") yield* objectsIn(part, `${path}/${key}`);
}

/** Returns every content of a body or an answer, with its name and its media type. */
const contents = (): [name: string, media: string, content: Content][] =>
  operations.flatMap(({ name, body, responses }) => [
    ...(body ? [[`${name} body`, body.media, body.content] as [string, string, Content]] : []),
    ...Object.entries(responses).flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([media, one]): [string, string, Content] => [`${name} ${status}`, media, one]),
    ),
  ]);

const isBinary = ({ schema }: Content) => schema?.type === "string" && schema.format === "binary";

/** Returns the examples of a content. */
const examplesOf = ({ example, examples = {} }: Content): unknown[] => [
  ...(example === undefined ? [] : [example]),
  ...Object.keys(examples).map((name) => document.components.examples[name]?.value),
];

describe("the description", () => {
  test("describes every operation by sentences, with the permission that it needs", () => {
    const isText = (text: string | undefined) => /^[A-Z].+\.$/s.test(text ?? "");
    expect(operations.filter(({ description }) => !isText(description)).map(({ name }) => name)).toEqual([]);
    const { description } = operations.find(({ name }) => name === "PATCH /api/v1/cards/{card_id}") as Operation;
    expect(description).toContain("`inventory.edit`");
    expect(description).toContain("`card.edit`");
  });

  test("has a summary of every operation that is of no other one, and names what it is about", () => {
    const summaries = operations.map(({ summary = "" }) => summary);
    expect(summaries.filter((summary, at) => summaries.indexOf(summary) !== at)).toEqual([]);
    const vague = /^\w+ (it|them)\b|^Update the fields that are given/;
    expect(summaries.filter((summary) => vague.test(summary))).toEqual([]);
  });

  test("describes every tag and every parameter", () => {
    const tags = document["tags"] as { name: string; description?: string }[];
    expect(tags.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
    const used = new Set(operations.flatMap((operation) => operation.tags));
    expect([...used].filter((tag) => !tags.some(({ name }) => name === tag))).toEqual([]);
    const bare = operations.flatMap(({ name, parameters }) =>
      parameters.flatMap((parameter) => (parameter.description ? [] : [`${name} ${parameter.name}`])),
    );
    expect(bare).toEqual([]);
  });

  test("has a contact, and a refusal of every operation", () => {
    expect((document["info"] as { contact?: object }).contact).toBeDefined();
    const never = operations.filter(({ responses }) => !Object.keys(responses).some((code) => code.startsWith("4")));
    expect(never.map(({ name }) => name)).toEqual([]);
  });

  test("has no tuples, no schemas of several types but null, and no required properties without a schema", () => {
    const found = [...objectsIn(document)].flatMap(([path, { type, prefixItems, required, properties }]) => {
      const types = Array.isArray(type) ? type.filter((name) => name !== "null") : [];
      const isMissing = (key: string) => !Object.hasOwn((properties ?? {}) as object, key);
      const isIncomplete = properties !== undefined && Array.isArray(required) && required.some(isMissing);
      return types.length > 1 || prefixItems !== undefined || isIncomplete ? [path] : [];
    });
    expect(found).toEqual([]);
  });

  test("has no parameter of the name of a schema, as generators make types of both", () => {
    const { parameters, schemas } = document["components"] as Record<string, object>;
    expect(Object.keys(parameters ?? {}).filter((name) => name in (schemas ?? {}))).toEqual([]);
  });

  test("declares every answer that is no text as binary", () => {
    const isText = (media: string) => /json$|xml$|^text\/|^multipart\//.test(media);
    const wrong = contents().filter(([, media, content]) => !isText(media) && !isBinary(content));
    expect(wrong.map(([name, media]) => `${name} ${media}`)).toEqual([]);
  });
});

describe("the id of an operation", () => {
  test.each([
    ["GET /api/v1/cards", "listCards"],
    ["POST /api/v1/cards", "createCard"],
    ["GET /api/v1/cards/{card_id}", "getCard"],
    ["POST /api/v1/cards/{card_id}/archive", "archiveCard"],
    ["POST /api/v1/cards/bulk-archive", "bulkArchiveCards"],
    ["GET /api/v1/cards/export/csv", "exportCardsCsv"],
    ["DELETE /api/v1/bpm/processes/{process_id}/diagram", "deleteProcessDiagram"],
    ["POST /api/v1/adr/{adr_id}/request-signatures", "requestAdrSignatures"],
    ["PATCH /api/v1/settings/currency", "updateCurrencySetting"],
    ["GET /api/v1/reports/cost", "getCostReport"],
    ["GET /api/v1/users/me/ui-preferences", "getMyUiPreferences"],
  ])("%s reads %s", (name, id) => {
    expect(described.operation(name).operationId).toBe(id);
  });

  test("begins with a verb, and has no name of a path's parameter in it", () => {
    const unreadable = operations.filter(({ operationId }) => /By[A-Z]\w*(Id|Key)|^[a-z]+$/.test(operationId));
    expect(unreadable.map(({ operationId }) => operationId).toSorted()).toEqual([
      "impersonate",
      "login",
      "logout",
      "register",
      "search",
    ]);
  });
});

describe("an example", () => {
  test("is there for every body and every answer in JSON or another text", () => {
    const without = contents().filter(([, , content]) => !isBinary(content) && examplesOf(content).length === 0);
    expect(without.map(([name, media]) => `${name} ${media}`)).toEqual([]);
  });

  test("fits the schema that it is an example of", () => {
    const unfit = contents().flatMap(([name, media, content]) =>
      examplesOf(content)
        .filter((example) => !schemas.fits(content.schema as Schema, example))
        .map((example) => [name, media, example]),
    );
    expect(unfit).toEqual([]);
  });

  test("of a body passes the validation of its operation", () => {
    const bodies = new Map(
      declaredBy(areas).map((operation) => [
        `${operation.method.toUpperCase()} ${servedPath(operation)}`,
        operation.body,
      ]),
    );
    const refused = operations.flatMap(({ name, body }) => {
      if (body?.media !== "application/json") return [];
      const { error } = bodies.get(name)?.safeParse(structuredClone(body.content.example)) ?? {};
      return error ? [[name, error.issues]] : [];
    });
    expect(refused).toEqual([]);
  });
});
