/**
 * Reads the served description: its operations, examples of their input made from a seed, and whether an answer has
 * the shape that is promised.
 */
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";

/** A JSON Schema as the description writes it. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  description?: string;
  schema: Schema;
};

/** The content of a body in a media type, with an example of its own or the name of a common one. */
export type Content = { schema?: Schema; example?: unknown; examples?: Record<string, { $ref: string }> };
type Response = { content?: Record<string, Content>; headers?: Record<string, unknown> };

/** One operation, ready to be called. */
export type Operation = {
  /** The method and the path, such as `GET /api/v1/cards/{card_id}`. */
  name: string;
  method: string;
  path: string;
  operationId: string;
  summary: string | undefined;
  description: string | undefined;
  tags: string[];
  /** The permission to call it, in the notation of the description. */
  permission: string | undefined;
  parameters: Parameter[];
  body: { media: string; required: boolean; schema: Schema; content: Content } | undefined;
  responses: Record<string, Response>;
};

type Raw = {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  "x-permission"?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: Record<string, Content & { schema: Schema }> };
  responses: Record<string, Response | { $ref: string }>;
};

/** The description as it is served. */
export type Document = {
  paths: Record<string, Record<string, Raw>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    headers: Record<string, { schema: Schema }>;
    responses: Record<string, Response>;
    examples: Record<string, { value: unknown }>;
  };
} & Record<string, unknown>;

/** Follows a reference into the components of a kind; a part that is no reference stays as it is. */
const follow = <T extends object>(part: T | { $ref: string }, components: Record<string, T>): T =>
  "$ref" in part ? (components[part.$ref.slice(part.$ref.lastIndexOf("/") + 1)] as T) : part;

/** Returns every operation of the description. */
export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => {
      const [media, content] = Object.entries(raw.requestBody?.content ?? {})[0] ?? [];
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        operationId: raw.operationId,
        summary: raw.summary,
        description: raw.description,
        tags: raw.tags ?? [],
        permission: raw["x-permission"],
        parameters: (raw.parameters ?? []).map((parameter) => follow(parameter, document.components.parameters)),
        body:
          media && content
            ? { media, required: raw.requestBody?.required ?? false, schema: content.schema, content }
            : undefined,
        responses: Object.fromEntries(
          Object.entries(raw.responses).map(([status, response]) => [
            status,
            follow(response, document.components.responses),
          ]),
        ),
      };
    }),
  );

/** Numbers that look random and are the same for the same seed (mulberry32). */
export type Random = {
  /** A number from 0 to below 1. */
  (): number;
  /** A whole number below `below`. */
  whole(below: number): number;
  pick<T>(from: readonly T[]): T;
  /** Up to `count` of them, in a new order. */
  sample<T>(from: readonly T[], count: number): T[];
};

export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return Object.assign(next, {
    whole: (below: number) => Math.floor(next() * below),
    pick: <T>(from: readonly T[]) => from[Math.floor(next() * from.length)] as T,
    sample<T>(from: readonly T[], count: number) {
      const rest = [...from];
      const drawn: T[] = [];
      while (rest.length > 0 && drawn.length < count) drawn.push(...rest.splice(Math.floor(next() * rest.length), 1));
      return drawn;
    },
  });
}

const types = (schema: Schema): string[] => (schema.type === undefined ? [] : [schema.type].flat());

/** One transparent pixel, for what takes a file. */
const image = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

/** Texts that fit the patterns of keys, colours, dates and the like. */
const wellKnown = ["stakeholder", "sample_key", "sample-key", "SampleKey", "#1976d2", "2026-02-14", "10:00", "en", "1"];

const formats: Record<string, (unique: string) => string> = {
  uuid: () => crypto.randomUUID(),
  email: (unique) => `user.${unique}@stoa.example`,
  date: () => "2026-02-14",
  "date-time": () => "2026-02-14T10:00:00.000Z",
  uri: (unique) => `https://stoa.example/${unique}`,
  url: (unique) => `https://stoa.example/${unique}`,
};

/** Texts for fields whose name, and not whose schema, defines their content. */
const named: [name: RegExp, make: (unique: string) => string][] = [
  [/(url|uri|endpoint|link)$/, formats["uri"] as (unique: string) => string],
  [/(^|_)key$/, (unique) => `key_${unique}`],
  [/colou?r$/, () => "#1976d2"],
];

/** The depth of an example from which optional fields are left out. */
const DEPTH = 6;

/** Answers, examples and checks for one description. */
export function schemasOf(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  addFormats(ajv);
  ajv.addSchema({ $id: "stoa:", components: document.components });
  const compiled = new WeakMap<Schema, ValidateFunction>();

  /** References of the description, as references into the document that ajv knows. */
  const absolute = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(absolute);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === "$ref" && typeof part === "string" ? part.replace(/^#/, "stoa:#") : absolute(part),
      ]),
    );
  };

  function resolve(schema: Schema): Schema {
    let resolved = schema;
    for (let hops = 0; resolved.$ref && hops < 10; hops++) {
      const name = resolved.$ref.replace("#/components/schemas/", "");
      const target = document.components.schemas[name];
      if (!target) throw new Error(`${resolved.$ref} leads nowhere`);
      resolved = target;
    }
    return resolved;
  }

  function validator(schema: Schema): ValidateFunction {
    let validate = compiled.get(schema);
    if (!validate) {
      validate = ajv.compile(absolute(schema) as object);
      compiled.set(schema, validate);
    }
    return validate;
  }

  function textExample(schema: Schema, random: Random, name: string): string {
    const unique = random.whole(2 ** 32).toString(36);
    const made = formats[schema.format ?? ""] ?? named.find(([pattern]) => pattern.test(name))?.[1];
    if (made) return made(unique);
    if (schema.pattern) {
      const pattern = new RegExp(schema.pattern, "u");
      const fitting = [`key_${unique}`, ...wellKnown].find((text) => pattern.test(text));
      if (fitting) return fitting;
    }
    const text = `sample ${unique}`.padEnd(schema.minLength ?? 0, "x");
    return schema.maxLength === undefined ? text : text.slice(0, schema.maxLength);
  }

  function numberExample(schema: Schema, whole: boolean): number {
    const least = schema.minimum ?? (schema.exclusiveMinimum !== undefined ? schema.exclusiveMinimum + 1 : undefined);
    const most = schema.maximum ?? (schema.exclusiveMaximum !== undefined ? schema.exclusiveMaximum - 1 : undefined);
    const wanted = Math.min(Math.max(1, least ?? 1), most ?? Number.MAX_SAFE_INTEGER);
    return whole ? Math.ceil(wanted) : wanted;
  }

  /** Returns a value that fits a schema. Optional properties are there half of the time, unless `all` asks for each. */
  function example(schema: Schema, random: Random, all = false, depth = 0, name = ""): unknown {
    const own = resolve(schema);
    if (own.const !== undefined) return own.const;
    if (own.enum) return random.pick(own.enum.filter((value) => value !== null));
    if (own.allOf) return Object.assign({}, ...own.allOf.map((part) => example(part, random, all, depth + 1, name)));
    const forms = own.anyOf ?? own.oneOf;
    if (forms) {
      const fuller = forms.filter((form) => resolve(form).type !== "null");
      return fuller.length === 0 ? null : example(random.pick(fuller), random, all, depth + 1, name);
    }
    const type = types(own).find((name) => name !== "null") ?? (own.properties ? "object" : types(own)[0]);
    switch (type) {
      case "string":
        if (own.format === "binary") return new File([image], "sample.png", { type: "image/png" });
        return textExample(own, random, name);
      case "integer":
      case "number":
        return numberExample(own, type === "integer");
      case "boolean":
        return random() < 0.5;
      case "null":
        return null;
      case "array": {
        const count = Math.max(own.minItems ?? 0, depth < DEPTH ? 1 : 0);
        return Array.from({ length: count }, () => example(own.items ?? {}, random, all, depth + 1));
      }
      case "object":
        return objectExample(own, random, all, depth);
      default:
        return `sample ${random.whole(1_000_000)}`;
    }
  }

  function objectExample(own: Schema, random: Random, all: boolean, depth: number): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(own.properties ?? {}))
      if (own.required?.includes(name) || (depth < DEPTH && (all || random() < 0.5)))
        made[name] = example(part, random, all, depth + 1, name);
    return made;
  }

  return {
    resolve,
    example,
    /** True when a value fits a schema as it is written. */
    fits: (schema: Schema, value: unknown): boolean => validator(schema)(value) === true,
    /** The mistake in an answer, by the description; undefined when it has its declared shape. */
    objection(operation: Operation, status: number, contentType: string | null, body: unknown): string | undefined {
      const declared = operation.responses[status] ?? (status >= 400 ? operation.responses["default"] : undefined);
      if (!declared) return `${status} is not described`;
      const media = contentType?.split(";")[0]?.trim().toLowerCase();
      if (!declared.content) return media || body !== undefined ? `${status} is described without a body` : undefined;
      const content = declared.content[media ?? ""];
      if (!content) return `${status} is not described as ${media ?? "empty"}`;
      if (media !== "application/json" || !content.schema) return undefined;
      const validate = validator(content.schema);
      return validate(body) ? undefined : `${status}: ${ajv.errorsText(validate.errors)}`;
    },
  };
}

export type Schemas = ReturnType<typeof schemasOf>;

/** Returns a path with its parameters filled in. */
export const fill = (path: string, values: Record<string, string>): string =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));

/**
 * Checks whether a status means that the server itself has failed, and not another one that it asks, as its description
 * defines.
 */
export const isFailure = ({ responses }: Operation, status: number): boolean =>
  status >= 500 && !(status === 502 && "502" in responses);
