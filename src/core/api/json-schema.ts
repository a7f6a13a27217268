/** Conversion of zod schemas to the JSON Schema of the description. */
import { z } from "zod";

/** A JSON Schema, or another object of the description. */
export type Schema = { [key: string]: unknown };
/** Converts a zod schema. */
export type Convert = (schema: z.ZodType) => Schema;

/** Moves the defaults of properties into their descriptions: generators treat a property with a default as required. */
export function describeDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(describeDefaults);
  if (typeof value !== "object" || value === null) return value;
  const schema = mapValues(value, describeDefaults);
  const { properties } = value as { properties?: Record<string, Schema> };
  if (typeof properties !== "object") return schema;
  const described = Object.entries(properties).map(([name, property]) => {
    const { default: fallback, ...rest } = describeDefaults(property) as Schema;
    if (fallback === undefined) return [name, rest];
    const text = [rest["description"], `${JSON.stringify(fallback)} when it is left out`].filter(Boolean).join("; ");
    return [name, { ...rest, description: text }];
  });
  return { ...schema, properties: Object.fromEntries(described) };
}

const mapValues = (object: object, map: (value: unknown, key: string) => unknown): Schema =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));

/** Writes a schema of several types as alternatives, which every generator reads; one that is also null stays. */
function withoutTypeLists(schema: Schema): Schema {
  const { type, ...rest } = schema;
  const isList = Array.isArray(type) && type.filter((name) => name !== "null").length > 1;
  return isList ? { ...rest, anyOf: type.map((name) => ({ type: name })) } : schema;
}

/** Replaces references to `$defs` by references to `components.schemas`. */
function relocate(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) return value.map((entry) => relocate(entry));
  if (typeof value === "object" && value !== null) return withoutTypeLists(mapValues(value, relocate));
  return key === "$ref" ? String(value).replace("#/$defs/", "#/components/schemas/") : value;
}

/** Lists the keys of a record that has all of some keys as properties. */
function nameKeys(schema: z.core.JSONSchema.BaseSchema): void {
  const { required = [], additionalProperties = {} } = schema;
  schema.properties = Object.fromEntries(required.map((key) => [key, additionalProperties]));
  schema.additionalProperties = false;
  delete schema.propertyNames;
}

/** Completes what zod generates for a schema that preprocesses its input, or has a default. */
function completeSchema({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}) {
  const { def } = zodSchema._zod;
  // A preprocessed value is described by the schema that it is checked against.
  if (def.type === "pipe" && def.in._zod.def.type === "transform") {
    const { $schema: _, $defs: __, ...output } = z.toJSONSchema(def.out, { io: "input", unrepresentable: "any" });
    for (const [key, value] of Object.entries(output)) jsonSchema[key] ??= value;
  }
  if (def.type === "record" && jsonSchema.required) nameKeys(jsonSchema);
  // zod omits the default and the examples of a transformed value.
  const { default: given, examples } = z.globalRegistry.get(zodSchema) ?? {};
  if (examples !== undefined) jsonSchema.examples ??= examples as never;
  const stated = given ?? (def.type === "default" ? def.defaultValue : undefined);
  if (stated !== undefined) jsonSchema.default ??= stated as never;
}

/** zod → JSON Schema, with every schema that has an id under `components.schemas`. */
export function converter(components: Record<string, Schema>): Convert {
  const define = (name: string, schema: Schema) => {
    const known = components[name];
    if (known && !Bun.deepEquals(known, schema)) throw new Error(`Two different shapes have the id ${name}.`);
    components[name] = schema;
  };
  return (schema: z.ZodType): Schema => {
    const options = { io: "input", unrepresentable: "any", override: completeSchema } as const;
    const { $schema, $defs = {}, id, ...json } = z.toJSONSchema(schema, options) as Schema & { $defs?: Schema };
    for (const [name, definition] of Object.entries($defs)) {
      const { id: _, ...rest } = definition as Schema;
      define(name, relocate(rest) as Schema);
    }
    if (typeof id !== "string") return relocate(json) as Schema;
    define(id, relocate(json) as Schema);
    return { $ref: `#/components/schemas/${id}` };
  };
}
