/**
 * Makes the most expensive request of any operation out of its description: the largest page, the longest lists,
 * texts at their limits.
 */
import { randomUUID } from "node:crypto";
import type { Landscape } from "./landscape";

/** One question to the server. */
export type Ask = { method: string; path: string; headers: Record<string, string>; body?: string | Uint8Array };

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  maxItems?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
type Parameter = { name: string; in: string; required?: boolean; schema: Schema };
type OperationDescription = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema } | undefined> };
};
export type Description = {
  paths: Record<string, Record<string, OperationDescription>>;
  components: { schemas: Record<string, Schema> };
};

/** Characters of a body that is made up, and entries of a list in it. */
const LARGEST_BODY = 900_000;
const MAX_ENTRIES = 2_000;
const LONGEST_TEXT = 2_000;

/** Values of parameters that make a list work hardest. */
const EXPENSIVE_QUERY: Record<string, string> = {
  page_size: "200",
  limit: "100",
  search: "a",
  since: "2000-01-01T00:00:00Z",
  until: "2100-01-01T00:00:00Z",
  include_archived: "true",
  include_hidden: "true",
  include_inactive: "true",
  type_key: "Application",
  field_key: "numberOfUsers",
  option_key: "high",
};

/** The same for reports: about all cards, at a date. */
const EXPENSIVE_REPORT: Record<string, string> = {
  ...EXPENSIVE_QUERY,
  search: "",
  at: "2027-01-01",
  depth: "3",
  x_axis: "numberOfUsers",
  y_axis: "businessCriticality",
  aggregate: "ITComponent:costTotalAnnual",
};

/** Returns a value for a schema, as large as it may be with lists of at most `entries`. */
function largest(
  schema: Schema,
  name: string,
  landscape: Landscape,
  description: Description,
  entries: number,
): unknown {
  const within = (inner: Schema, key: string, most: number) => largest(inner, key, landscape, description, most);
  if (schema.$ref) {
    const named = description.components.schemas[schema.$ref.split("/").at(-1) ?? ""];
    return named ? within(named, name, entries) : null;
  }
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return within(schema.anyOf.find(({ type }) => type !== "null") ?? {}, name, entries);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, within(inner, key, entries)]),
    );
  if (type === "array") {
    const count = Math.min(schema.maxItems ?? entries, entries);
    return Array.from({ length: count }, () => within(schema.items ?? {}, name, 3));
  }
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  if (name.endsWith("_id") || name.endsWith("_ids")) return landscape.ids[name.replace(/s$/, "")] ?? randomUUID();
  if (schema.format === "uuid") return randomUUID();
  return "word ".repeat(LONGEST_TEXT / 5).slice(0, Math.min(schema.maxLength ?? LONGEST_TEXT, LONGEST_TEXT));
}

/** Returns the body of an operation as JSON text, made smaller until it fits. */
function largestBody(schema: Schema, landscape: Landscape, description: Description): string {
  for (let entries = MAX_ENTRIES; ; entries = Math.floor(entries / 2)) {
    const text = JSON.stringify(largest(schema, "", landscape, description, entries));
    if (text.length <= LARGEST_BODY || entries === 0) return text;
  }
}

/** Returns a path with ids of what exists, or of nothing, in place of its parameters. */
export const fillPath = (path: string, { ids }: Pick<Landscape, "ids">): string =>
  path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, resource: string, name: string) => {
    const id = ids[`${resource}/${name}`] ?? ids[name] ?? randomUUID();
    return `${resource}/${id}`;
  });

/** Returns the most expensive request of a described operation; its first page as well as a far one when it has pages. */
export function mostExpensiveOf(path: string, method: string, landscape: Landscape, description: Description): Ask[] {
  const described = description.paths[path]?.[method] ?? {};
  const filled = fillPath(path, landscape);
  const headers = { ...landscape.admin.headers };
  if (method !== "get") {
    const schema = described.requestBody?.content["application/json"]?.schema;
    const body = schema && largestBody(schema, landscape, description);
    return [
      { method, path: filled, headers: { ...headers, "content-type": "application/json" }, ...(body && { body }) },
    ];
  }
  const query = new URLSearchParams();
  const expensive = path.startsWith("/api/v1/reports/") ? EXPENSIVE_REPORT : EXPENSIVE_QUERY;
  for (const { name, in: place, schema, required } of described.parameters ?? []) {
    if (place !== "query") continue;
    const needed = required ? landscape.ids[name] : undefined;
    const value = expensive[name] ?? needed ?? (name === "sort_by" ? schema.enum?.at(-1) : undefined);
    if (value !== undefined) query.set(name, String(value));
  }
  const asked = (changed: Record<string, string>) => {
    const own = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changed)) own.set(name, value);
    const text = own.toString();
    return { method, path: text ? `${filled}?${text}` : filled, headers };
  };
  return query.has("page_size") ? [asked({}), asked({ page: "1000" })] : [asked({})];
}
