/** Malformed requests, made from a valid one and the description, each with whether the server must refuse it. */
import type { Operation, Parameter, Random, Schema, Schemas } from "../support/openapi";
import { type Call, isRecord } from "./fixtures";

export type Attempt = {
  /** The mistake in the request, for the report of a failure. */
  what: string;
  method: string;
  path: string;
  body: string | Uint8Array | undefined;
  headers: Record<string, string>;
  /** True when it must be refused; otherwise it may be refused or accepted. */
  refused: boolean;
  /** True when it must not change anything even when it succeeds. */
  unchanged?: boolean;
};

const json = { "content-type": "application/json" };

/** Placeholder for a value that JSON.stringify can't write. */
const MARK = "⟦value⟧";

/** Returns a body in JSON with one more value, written as given: `"\ud800"`, `1e999`. */
const withRaw = (body: Record<string, unknown>, key: string, raw: string) =>
  JSON.stringify({ ...body, [key]: MARK }).replace(`"${MARK}"`, () => raw);

const tenMegabytes = new Uint8Array(10 * 1024 * 1024 + 9).fill(97);
tenMegabytes.set(new TextEncoder().encode('{"text":"'));
tenMegabytes.set(new TextEncoder().encode('"}'), tenMegabytes.length - 2);

/** Bodies that are invalid for every operation. */
function* brokenBodies(call: Call, operation: Operation): Generator<[what: string, body: string | Uint8Array]> {
  const good = isRecord(call.body) ? call.body : {};
  const text = JSON.stringify(call.body ?? {});
  yield ["half a body", text.slice(0, -1)];
  yield ["trailing garbage", `${text} ${text}`];
  yield ["single quotes", "{'name':'x'}"];
  yield ["NaN", withRaw(good, "zz_number", "NaN")];
  yield ["a number that is too large", withRaw(good, "zz_number", "1e999")];
  yield ["a NUL escape", withRaw(good, "zz_text", '"a\\u0000b"')];
  yield ["a lone surrogate", withRaw(good, "zz_text", '"\\ud800"')];
  yield ["a lone surrogate in a key", withRaw(good, "zz_text", '{"\\udc00":1}')];
  yield ["a raw NUL byte", withRaw(good, "zz_text", '"\u0000"')];
  yield ["a __proto__ key", withRaw(good, "zz_text", '{"__proto__":{"admin":true}}')];
  yield ["bytes that are no UTF-8", Uint8Array.from([...Buffer.from('{"name":"'), 0xc3, 0x28, ...Buffer.from('"}')])];
  yield ["100,000 lists in each other", "[".repeat(100_000) + "]".repeat(100_000)];
  yield ["100,000 objects in each other", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`];
  if (!operation.body) return;
  yield ["10 MB of text", tenMegabytes];
  if (isRecord(call.body)) yield ["a list for the body", "[]"];
  else yield ["an object for the body", "{}"];
  yield ["a list of bodies", `[${text}]`];
  yield ["text for the body", '"text"'];
  yield ["a number for the body", "7"];
  if (operation.body.required) {
    yield ["null for the body", "null"];
    yield ["no body", ""];
  }
}

const wrongContentTypes = [
  "text/plain",
  "application/xml",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
];

/** Values that are tried in every field, and must be refused where the field's schema doesn't allow them. */
const nastyValues: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 63,
  -1e308,
  "",
  " ",
  "NaN",
  "9223372036854775808",
  "not-a-uuid",
  "00000000-0000-0000-0000-000000000000",
  "2026-13-45",
  "'; DROP TABLE cards; --",
  "__proto__",
  "😀".repeat(300),
  "x".repeat(200_000),
  [],
  [[]],
  [null],
  ["x", "x"],
  {},
  { constructor: { prototype: {} } },
  { toString: "x", hasOwnProperty: 1 },
];

const flagWords = ["true", "false", "1", "0", "yes", "no", "on", "off", "t", "f", "y", "n"];

/** Checks whether the API converts a value to one that the field's schema allows, as it does with `"yes"` for a boolean. */
function isLenient(schema: Schema, value: unknown, schemas: Schemas): boolean {
  const own = schemas.resolve(schema);
  const forms = own.anyOf ?? own.oneOf ?? own.allOf;
  if (forms) return forms.some((form) => isLenient(form, value, schemas) || schemas.fits(form, value));
  const types = [own.type ?? []].flat();
  const text = typeof value === "string" ? value.trim() : "";
  if (types.includes("integer") || types.includes("number")) {
    const number =
      typeof value === "boolean" ? Number(value) : /^[+-]?\d+(\.\d*)?$/.test(text) ? Number(text) : undefined;
    if (number !== undefined && schemas.fits(own, number)) return true;
  }
  if (types.includes("boolean"))
    return value === 0 || value === 1 || (typeof value === "string" && flagWords.includes(value.toLowerCase()));
  // Some fields accept the empty text for no value; the service decides which.
  return value === "" && (types.includes("null") || own.format !== undefined || own.enum !== undefined);
}

const mustRefuse = (schema: Schema, value: unknown, schemas: Schemas): boolean =>
  !schemas.fits(schema, value) && !isLenient(schema, value, schemas);

/** Lists that drop entries that are not objects instead of refusing them. */
const forgiving = new Set(["attributes_schema"]);
const isForgiven = (path: Path, value: unknown): boolean =>
  forgiving.has(String(path[0])) && (path.length > 1 || (Array.isArray(value) && !value.some(isRecord)));

type Path = (string | number)[];

/** Returns a copy with another value at a path; `undefined` removes the key. */
function replaced(within: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const copy: Record<string | number, unknown> | unknown[] = Array.isArray(within)
    ? [...within]
    : { ...(within as Record<string, unknown>) };
  (copy as Record<string | number, unknown>)[key] = replaced(
    (within as Record<string | number, unknown> | undefined)?.[key],
    rest,
    value,
  );
  return copy;
}

type Field = {
  path: Path;
  schema: Schema;
  required: boolean;
  /**
   * True when the field belongs to the only alternative of its object, so that no other alternative can accept a wrong
   * value.
   */
  certain: boolean;
};

/** Returns every field of a schema down to three levels. */
function fieldsOf(schema: Schema, schemas: Schemas, path: Path = []): Field[] {
  const own = schemas.resolve(schema);
  if (path.length >= 3) return [];
  const forms = (own.anyOf ?? own.oneOf)?.filter((form) => schemas.resolve(form).type !== "null");
  if (forms)
    return forms
      .flatMap((form) => fieldsOf(form, schemas, path))
      .map((field) => ({ ...field, certain: field.certain && forms.length === 1 }));
  if (own.allOf) return own.allOf.flatMap((part) => fieldsOf(part, schemas, path));
  const entries = Object.entries(own.properties ?? {}).map(
    ([name, part]) => [name, part, own.required?.includes(name) ?? false] as const,
  );
  const items = own.items ? [[0, own.items, false] as const] : [];
  return [...entries, ...items].flatMap(([name, part, required]) => [
    { path: [...path, name], schema: part, required, certain: true },
    ...fieldsOf(part, schemas, [...path, name]),
  ]);
}

/** Returns values just beyond the limits of a schema. */
function beyond(schema: Schema, schemas: Schemas): unknown[] {
  const own = schemas.resolve(schema);
  const form = [own, ...(own.anyOf ?? own.oneOf ?? []).map(schemas.resolve)];
  return form.flatMap(({ maxLength, minLength, maximum, minimum, maxItems }) => [
    ...(maxLength !== undefined && maxLength < 1_000_000 ? ["y".repeat(maxLength + 1)] : []),
    ...(minLength ? ["y".repeat(minLength - 1)] : []),
    ...(maximum !== undefined ? [maximum + 1] : []),
    ...(minimum !== undefined ? [minimum - 1] : []),
    ...(maxItems !== undefined && maxItems <= 20_000 ? [Array.from({ length: maxItems + 1 }, () => "y")] : []),
  ]);
}

const show = (value: unknown) => (JSON.stringify(value) ?? "nothing").slice(0, 60);

/** Requests with a body that the operation must refuse, or may. */
export function bodyAttempts(
  operation: Operation,
  call: Call,
  schemas: Schemas,
  random: Random,
  most: number,
): Attempt[] {
  if (operation.method === "GET") return [];
  const base = { method: call.method, path: call.path, headers: json };
  const broken = [...brokenBodies(call, operation)].map(([what, body]) => ({ ...base, what, body, refused: true }));
  if (!operation.body) return broken;
  const { schema } = operation.body;
  const text = JSON.stringify(call.body);
  const asObject = isRecord(call.body) ? call.body : {};
  const attempts: Attempt[] = [
    ...broken,
    ...wrongContentTypes.map((type) => ({
      ...base,
      what: `a body sent as ${type}`,
      headers: { "content-type": type },
      body: text,
      refused: true,
    })),
    { ...base, what: "unknown fields", body: withRaw(asObject, "zz_unknown", '{"a":[1]}'), refused: false },
    { ...base, what: "a field twice", body: withRaw(asObject, "zz", '1,"zz":2'), refused: false },
  ];
  const fields = fieldsOf(schema, schemas);
  // Fields of an optional list or object that the valid request leaves out are tried in a request with every field.
  const full = isRecord(call.body) ? { ...(schemas.example(schema, random, true) as object), ...call.body } : call.body;
  const wrong = fields.flatMap((field) => [
    ...[...nastyValues, ...beyond(field.schema, schemas)].map((value) => ({ ...field, value })),
    ...(field.required ? [{ ...field, value: undefined }] : []),
  ]);
  for (const { path, schema: wanted, required, certain, value } of random.sample(wrong, most)) {
    const of = path.length > 1 ? full : call.body;
    attempts.push({
      ...base,
      what: value === undefined ? `no ${path.join(".")}` : `${path.join(".")} = ${show(value)}`,
      body: JSON.stringify(replaced(of, path, value)),
      refused:
        certain && !isForgiven(path, value) && (value === undefined ? required : mustRefuse(wanted, value, schemas)),
    });
  }
  return attempts;
}

const nastyQueries = [
  "",
  "%20",
  "%00",
  "%F0%9F%98%80",
  "a".repeat(6_000),
  "-1",
  "0",
  "1.5",
  "1e999",
  "9223372036854775808",
  "NaN",
  "null",
  "true",
  "[]",
  "[1",
  "{}",
  '{"a":1}',
  "a,b",
  ",",
  "..%2F..%2Fetc%2Fpasswd",
  "__proto__",
  "constructor",
  "%27%20OR%201%3D1%20--",
  "%22%2A%28",
  "%25",
  "not-a-uuid",
];
/** Invalid percent-encoding, and percent-encoded bytes that are not UTF-8. */
const brokenQueries = ["%FF", "%", "%zz", "%ED%A0%80", "%C3%28"];

const isList = (schema: Schema, schemas: Schemas): boolean => {
  const own = schemas.resolve(schema);
  return own.type === "array" || (own.anyOf ?? own.oneOf ?? []).some((form) => isList(form, schemas));
};

/** Checks whether the text of a query parameter must be refused. */
const mustRefuseText = (schema: Schema, text: string, schemas: Schemas): boolean => {
  if (text.includes("%00")) return true;
  const value = decodeURIComponent(text);
  return mustRefuse(schema, value, schemas) && !isList(schema, schemas);
};

/** Requests with a query that the operation must refuse, or may. */
export function queryAttempts(
  operation: Operation,
  call: Call,
  schemas: Schemas,
  random: Random,
  most: number,
): Attempt[] {
  const base = {
    method: call.method,
    headers: call.body === undefined ? {} : json,
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
  };
  const [path = "", good = ""] = call.path.split("?");
  const withPair = (pair: string, name: string) => {
    const others = good.split("&").filter((part) => part !== "" && !part.startsWith(`${name}=`));
    return `${path}?${[...others, pair].join("&")}`;
  };
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
  const attempts = parameters.flatMap(({ name, schema }: Parameter) => [
    ...nastyQueries.map((text) => ({ pair: `${name}=${text}`, name, refused: mustRefuseText(schema, text, schemas) })),
    ...brokenQueries.map((text) => ({ pair: `${name}=${text}`, name, refused: true })),
    { pair: `${name}=1&${name}=1`, name, refused: !isList(schema, schemas) },
    { pair: name, name, refused: false },
  ]);
  attempts.push({ pair: "__proto__=1&constructor=1&zz[]=1", name: "", refused: false });
  attempts.push({ pair: "%FF=1", name: "", refused: true });
  const missing = parameters.filter(({ required }) => required).map(({ name }) => ({ pair: "", name, refused: true }));
  return [...missing, ...random.sample(attempts, most)].map(({ pair, name, refused }) => ({
    ...base,
    what: `query ${pair.slice(0, 80) || `without ${name}`}`,
    path: withPair(pair, name),
    refused,
  }));
}

const nastyIds = [
  "nonsense",
  "0",
  "%00",
  "%FF",
  "%",
  "%ED%A0%80",
  "%20",
  "%E2%82%AC",
  "..%2f..%2f",
  "__proto__",
  "constructor",
  "null",
  "00000000-0000-0000-0000-000000000000",
  "01900000-0000-7000-8000-00000000000g",
  "a".repeat(3_000),
];

/** Operations that succeed when there is nothing to do. */
const idempotent = new Set([
  "DELETE /api/v1/metamodel/principles/{principle_id}",
  "DELETE /api/v1/cards/{card_id}/tags/{tag_id}",
  "DELETE /api/v1/risks/{risk_id}/cards/{card_id}",
  "POST /api/v1/calculations/recalculate/{type_key}",
]);

/** Parameters that name nothing that must exist. */
const freeNames = new Set(["bpmn_element_id"]);

/**
 * Requests whose ids and keys don't exist, are malformed, or name a row of another kind.
 * @param others name of a parameter → an id or key that exists of that kind
 */
export function pathAttempts(
  operation: Operation,
  call: Call,
  random: Random,
  others: Record<string, string>,
  most: number,
): Attempt[] {
  const names = operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
  const query = call.path.split("?")[1];
  const segments = (call.path.split("?")[0] ?? "").split("/");
  const template = operation.path.split("/");
  const attempts = names.flatMap((name) => {
    const ofOtherKinds = Object.entries(others).flatMap(([kind, id]) => (kind === name ? [] : [id]));
    return [...nastyIds, ...ofOtherKinds].map((value) => ({ name, value }));
  });
  return random.sample(attempts, most).map(({ name, value }) => ({
    what: `${name} = ${value.slice(0, 60)}`,
    method: call.method,
    path:
      template.map((part, index) => (part === `{${name}}` ? value : segments[index])).join("/") +
      (query ? `?${query}` : ""),
    headers: call.body === undefined ? {} : json,
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    // Reading may answer with an empty list; a change of something that doesn't exist must be refused.
    refused: call.method !== "GET" && !idempotent.has(operation.name) && !freeNames.has(name),
    unchanged: !freeNames.has(name),
  }));
}

const nastyHeaders: [name: string, value: string][] = [
  ["idempotency-key", "k".repeat(5_000)],
  ["idempotency-key", "'; DROP TABLE users; --"],
  ["if-match", '"'],
  ["if-match", "*, W/, x".repeat(400)],
  ["if-none-match", "\u00ff\u00fe"],
  ["if-modified-since", "yesterday"],
  ["last-event-id", "9".repeat(300)],
  ["last-event-id", "-1"],
  ["x-stoa-batch", "nonsense"],
  ["x-stoa-batch", "00000000-0000-0000-0000-000000000000"],
  ["x-turbo-ea-batch", "x".repeat(4_000)],
  ["x-stoa-origin", "__proto__"],
  ["x-request-id", "a b\tc"],
  ["x-forwarded-proto", "gopher"],
  ["x-forwarded-for", "nowhere, , 999.1.1.1, ::zz"],
  ["x-real-ip", "%"],
  ["accept", "application/xml;q=banana"],
  ["accept-encoding", "gzip;q=-1, br, ,"],
  ["accept-language", "%"],
  ["origin", "null"],
  ["origin", "not an origin"],
  ["range", "bytes=9-1"],
  ["expect", "miracles"],
  ["host", "ea"],
  ["host", "[::1"],
  ["cookie", "; =; access_token; access_token=; __proto__=1; %=%"],
  ["sec-fetch-site", "cross-site"],
  ["traceparent", "00-"],
  ["upgrade", "websocket"],
];

/** Valid requests with a malformed header, which may be accepted or refused. */
export function headerAttempts(call: Call, random: Random, most: number): Attempt[] {
  return random.sample(nastyHeaders, most).map(([name, value]) => ({
    what: `${name}: ${value.slice(0, 60)}`,
    method: call.method,
    path: call.path,
    headers: { ...(call.body === undefined ? {} : json), [name]: value },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    refused: false,
  }));
}
