/** Examples of bodies and answers in the description, composed from their schemas and the values of their fields. */
import type { MediaContent, Responses } from "./described-responses";
import { likelyValues } from "./example-values";
import type { Schema } from "./json-schema";

/** The parts of a JSON Schema that an example depends on. */
type Form = {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  items?: Form;
  properties?: Record<string, Form>;
  required?: string[];
  additionalProperties?: Form | boolean;
  propertyNames?: Form;
  anyOf?: Form[];
  oneOf?: Form[];
  allOf?: Form[];
};

/** A composition: the schemas that references lead to, those that it is within, and the optional fields of a body. */
type Composition = { schemas: Record<string, Schema>; within: readonly string[]; maxOptional: number };

/** Optional fields of an example of a body; one of an answer has all. */
const MAX_OPTIONAL = 6;
/** Levels below which optional fields and entries are left out. */
const MAX_DEPTH = 8;

const nameOf = (reference: string) => reference.slice("#/components/schemas/".length);
const typesOf = ({ type, properties }: Form) => (type === undefined && properties ? ["object"] : [type ?? []].flat());

/** Checks whether a value that is no object or list fits a schema. */
function fits(form: Form, value: unknown): boolean {
  const types = typesOf(form);
  if (typeof value === "string") {
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern = "" } = form;
    const isOfFormat =
      form.format === undefined || likelyValues("", form.format).length === 0 || isLike(form.format, value);
    return (
      types.includes("string") &&
      value.length >= minLength &&
      value.length <= maxLength &&
      new RegExp(pattern, "u").test(value) &&
      isOfFormat
    );
  }
  if (typeof value === "number") {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = form;
    return (types.includes("number") || types.includes("integer")) && value >= minimum && value <= maximum;
  }
  return typeof value === "object" && types.includes("object") && form.properties === undefined;
}

const shapes: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  "date-time": /^\d{4}-\d\d-\d\dT/,
  email: /@/,
  uri: /^https?:/,
};
const isLike = (format: string, value: string) => shapes[format]?.test(value) ?? true;

/** Returns an example of a schema; undefined where it would contain itself. @param name of the field that has the schema */
function exampleOf(form: Form, name: string, composition: Composition): unknown {
  const { $ref, const: only, enum: options, examples, allOf } = form;
  const { schemas, within } = composition;
  if (examples?.length) return examples[0];
  if ($ref !== undefined) {
    const target = nameOf($ref);
    if (within.includes(target)) return undefined;
    return exampleOf((schemas[target] ?? {}) as Form, name, { ...composition, within: [...within, target] });
  }
  if (only !== undefined) return only;
  if (options) return options.find((option) => option !== null) ?? null;
  const likely = likelyValues(name, form.format).find((value) => fits(form, value));
  if (likely !== undefined) return likely;
  const forms = form.anyOf ?? form.oneOf;
  if (forms) return firstOf(forms, name, composition);
  if (allOf) return Object.assign({}, ...allOf.map((part) => exampleOf(part, name, composition)));
  return exampleOfType(form, name, composition);
}

/** Returns an example of the first alternative that isn't null and has one. */
function firstOf(forms: readonly Form[], name: string, composition: Composition): unknown {
  for (const form of forms) {
    const made = form.type === "null" ? undefined : exampleOf(form, name, composition);
    if (made !== undefined) return made;
  }
  return null;
}

function exampleOfType(form: Form, name: string, composition: Composition): unknown {
  switch (typesOf(form).find((type) => type !== "null")) {
    case "string":
      return textOf(form);
    case "integer":
    case "number":
      return Math.min(Math.max(1, form.minimum ?? (form.exclusiveMinimum ?? 0) + 1), form.maximum ?? 1);
    case "boolean":
      return true;
    case "array":
      return listOf(form, name, composition);
    case "object":
      return objectOf(form, composition);
    default:
      return typesOf(form).includes("null") ? null : "Billing";
  }
}

/** Texts for fields about which only the schema says something. */
const texts = ["Billing", "billing", "10:00", "1", "{}"];

function textOf(form: Form): string {
  const text = texts.find((candidate) => fits(form, candidate)) ?? "Billing";
  return text.padEnd(form.minLength ?? 0, ".").slice(0, form.maxLength);
}

function listOf({ items = {}, minItems = 0 }: Form, name: string, composition: Composition): unknown[] {
  if (composition.within.length > MAX_DEPTH && minItems === 0) return [];
  const entry = exampleOf(items, name.replace(/s$/, ""), composition);
  return entry === undefined ? [] : Array.from({ length: Math.max(1, minItems) }, () => entry);
}

function objectOf(form: Form, composition: Composition): Record<string, unknown> {
  const { properties, required = [], additionalProperties, propertyNames } = form;
  if (properties === undefined) {
    if (typeof additionalProperties !== "object") return {};
    const key = String(exampleOf(propertyNames ?? { type: "string" }, "key", composition));
    const value = exampleOf(additionalProperties, key, composition);
    return value === undefined ? {} : { [key]: value };
  }
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  const shown = new Set([...required, ...optional.slice(0, composition.maxOptional)]);
  const inner = { ...composition, within: [...composition.within, ""] };
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    if (!shown.has(name) || (inner.within.length > MAX_DEPTH && !required.includes(name))) return [];
    const value = exampleOf(property, name, inner);
    return value === undefined && !required.includes(name) ? [] : [[name, value ?? null] as const];
  });
  return Object.fromEntries(entries);
}

/** Texts in media types other than JSON. */
const documents: Readonly<Record<string, string>> = {
  "text/csv": "id,name,type\r\n7fc56270-e7a7-4fa8-9d6a-6b1e5c2f0d11,Billing,Application\r\n",
  "text/event-stream": 'event: card.updated\ndata: {"name":"Billing"}\n\n',
  "text/plain": "Billing",
  "application/xml": '<?xml version="1.0" encoding="UTF-8"?><definitions/>',
  "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

/** Adds an example to a content; one of a schema with a name, or of a list of these, is stored once. */
function writeExample(media: string, content: MediaContent, composition: Composition, stored: Schema): void {
  const schema = content.schema as Form;
  const isBody = composition.maxOptional === MAX_OPTIONAL;
  const name = schema.$ref ? nameOf(schema.$ref) : schema.items?.$ref && `${nameOf(schema.items.$ref)}.list`;
  if (schema.type === "string" && documents[media] !== undefined) content.example = documents[media];
  else if (name === undefined || isBody) content.example = exampleOf(schema, "", composition);
  else {
    stored[name] ??= { value: exampleOf(schema, "", composition) };
    content.examples = { [name]: { $ref: `#/components/examples/${name}` } };
  }
}

/** The parts of described operations that get examples. */
type DescribedOperation = { requestBody?: { content: Record<string, MediaContent> }; responses?: Responses };

const isBinary = ({ schema }: MediaContent) =>
  (schema as Form).type === "string" && (schema as Form).format === "binary";

/**
 * Adds examples to the bodies and answers of operations, but for answers that are no text.
 * @param schemas those that references lead to
 * @returns the examples that several have, by their names under `components.examples`
 */
export function writeExamples(operations: Iterable<DescribedOperation>, schemas: Record<string, Schema>): Schema {
  const stored: Schema = {};
  for (const { requestBody, responses = {} } of operations) {
    const ofBody = { schemas, within: [], maxOptional: MAX_OPTIONAL };
    for (const [media, content] of Object.entries(requestBody?.content ?? {}))
      writeExample(media, content, ofBody, stored);
    const ofAnswer = { schemas, within: [], maxOptional: Number.POSITIVE_INFINITY };
    for (const { content = {} } of Object.values(responses))
      for (const [media, one] of Object.entries(content))
        if (!isBinary(one)) writeExample(media, one, ofAnswer, stored);
  }
  return Object.fromEntries(Object.entries(stored).sort(([one], [other]) => (one < other ? -1 : 1)));
}
