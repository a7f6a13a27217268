/** Basic schemas: text, numbers, flags, ids, instants. All input is bounded; numbers and flags may be sent as text. */
import { z } from "zod";
import { parseUuid } from "../platform/ids";
import { instantOf } from "../platform/instants";

/**
 * Returns the schema of an object that the API's description has under a name of its own.
 * @param description of the object as a whole
 */
export const namedObject = <Shape extends z.core.$ZodLooseShape>(name: string, shape: Shape, description?: string) =>
  z.object(shape).meta({ id: name, ...(description !== undefined && { description }) });

/** The longest name or title. */
export const LINE = 500;
/** The longest description. */
export const LONG = 100_000;

/** Checks whether a text has no NUL and no lone surrogates, which a database or client would lose or change. */
const isClean = (text: string) => !text.includes("\u0000") && text.isWellFormed();

/** Makes each schema once: there are hundreds of fields of some twenty kinds, and a schema takes 3 kB. */
function once<Bounds extends number[], T>(make: (...bounds: Bounds) => T): (...bounds: Bounds) => T {
  const made = new Map<string, T>();
  return (...bounds) => {
    const key = bounds.join(" ");
    const schema = made.get(key) ?? make(...bounds);
    made.set(key, schema);
    return schema;
  };
}

const boundedText = once((max: number, min: number) =>
  z
    .string()
    .min(min)
    .max(max, { abort: true })
    .refine(isClean, {
      error: "must not hold NUL characters or halves of characters",
      params: { type: "string_unicode" },
    }),
);

/** Bounded text. `min` and `max` count UTF-16 units. Text that is too long is not checked further. */
export const Text = (max = LINE, min = 0) => boundedText(max, min);

const nullable = new WeakMap<z.ZodType, z.ZodType>();

/** Returns an optional field of a PATCH or POST that may also be null. */
export function orNull<T extends z.ZodType>(schema: T): z.ZodOptional<z.ZodNullable<T>> {
  const known = nullable.get(schema) as z.ZodOptional<z.ZodNullable<T>> | undefined;
  const made = known ?? schema.nullable().optional();
  nullable.set(schema, made);
  return made;
}

/** A field of changes: it may be left out, and has no default. */
type ChangedField<Field> =
  Field extends z.ZodDefault<infer Inner extends z.ZodType>
    ? z.ZodOptional<Inner>
    : Field extends z.ZodOptional
      ? Field
      : Field extends z.ZodType
        ? z.ZodOptional<Field>
        : never;
type ChangedShape<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: ChangedField<Shape[Name]> };

const changed = (field: z.core.$ZodType): z.ZodType => {
  if (field instanceof z.ZodDefault) return (field.unwrap() as z.ZodType).optional();
  return field instanceof z.ZodOptional ? field : (field as z.ZodType).optional();
};

/** Returns the schema of the changes to what another schema creates: each field may be left out, and none has a default. */
export const changesOf = <Shape extends z.ZodRawShape>({
  shape,
}: z.ZodObject<Shape>): z.ZodObject<ChangedShape<Shape>> =>
  z.object(
    Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, changed(field)])) as ChangedShape<Shape>,
  );

/** A field of changes that may also be null. */
type NullableField<Field> =
  ChangedField<Field> extends z.ZodOptional<infer Inner extends z.ZodType>
    ? Inner extends z.ZodNullable
      ? z.ZodOptional<Inner>
      : z.ZodOptional<z.ZodNullable<Inner>>
    : never;
type NullableShape<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: NullableField<Shape[Name]> };

const nullableChanged = (field: z.core.$ZodType): z.ZodType => {
  const optional = changed(field) as z.ZodOptional<z.ZodType>;
  const inner = optional.unwrap();
  return inner instanceof z.ZodNullable ? optional : orNull(inner);
};

/** Returns the schema of changes, as `changesOf`, each of which may also be null; the area says what that means. */
export const nullableChangesOf = <Shape extends z.ZodRawShape>({
  shape,
}: z.ZodObject<Shape>): z.ZodObject<NullableShape<Shape>> =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([name, field]) => [name, nullableChanged(field)]),
    ) as NullableShape<Shape>,
  );

const truths = new Map<unknown, boolean>([
  ...["true", "1", "yes", "on", "t", "y"].map((word) => [word, true] as const),
  ...["false", "0", "no", "off", "f", "n"].map((word) => [word, false] as const),
  [1, true],
  [0, false],
]);

/** A flag: true/false, 1/0, yes/no, on/off, t/f or y/n, in any case. */
export const Flag = z.preprocess(
  (input) => truths.get(typeof input === "string" ? input.toLowerCase() : input) ?? input,
  z.boolean(),
);

/** A whole number from `min` to `max`, also as text, float or flag. */
export const Whole = once((min: number, max: number) =>
  z.preprocess((input, context) => {
    const number =
      typeof input === "boolean" || (typeof input === "string" && /^\s*[+-]?\d+(\.0*)?\s*$/.test(input))
        ? Number(input)
        : input;
    if (number === undefined || Number.isInteger(number)) return number;
    const type = typeof number === "number" ? "int_from_float" : "int_parsing";
    context.addIssue({ code: "custom", message: "must be a whole number", params: { type }, input });
    return z.NEVER;
  }, z.int().min(min).max(max)),
);

/** Returns a number from `min` to `max`, also as text or flag. */
export const Decimal = (min: number, max: number) =>
  z.preprocess(
    (input) =>
      typeof input === "boolean" ||
      (typeof input === "string" && /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(input))
        ? Number(input)
        : input,
    z.number().min(min).max(max),
  );

/** A UUID in any form; the output is canonical. */
export const Uuid = z
  .string()
  .max(64)
  .transform((text, context) => {
    const id = parseUuid(text);
    if (id) return id;
    context.addIssue({ code: "custom", message: "must be a UUID", params: { type: "uuid_parsing" }, input: text });
    return z.NEVER;
  })
  .meta({ type: "string", format: "uuid" });

/** An id in a path: text that is no UUID becomes an empty id, which leads to a 404 and not to a 422. */
export const PathId = z
  .string()
  .transform((text) => parseUuid(text) ?? "")
  .meta({ type: "string", format: "uuid" });

/** A key in a path: a card type, a role, a relation type. */
export const PathKey = z.string();

const reserved = /\.(test|local|localhost|invalid|onion|arpa)$/;

/** An e-mail address; the output has its domain in lower case. Special-use domains are refused. */
export const Email = Text(320)
  .pipe(z.email({ error: "must be an e-mail address" }))
  .transform((text) => {
    const at = text.lastIndexOf("@");
    return text.slice(0, at) + text.slice(at).toLowerCase();
  })
  .refine((text) => !reserved.test(text), "must not be in a special-use domain")
  .meta({ type: "string", format: "email", maxLength: 320 });

/**
 * Returns an instant or a day to filter by; the output is an instant. `edge`: the end of the day that a date stands for.
 */
export const Moment = (edge: "start" | "end", description: string) =>
  Text(50)
    .transform((text, context) => {
      const instant = instantOf(text, edge);
      if (instant) return instant;
      context.addIssue({
        code: "custom",
        message: "must be a date or an instant, as in 2026-01-31 or 2026-01-31T12:00:00Z",
        params: { type: "datetime_parsing" },
        input: text,
      });
      return z.NEVER;
    })
    .optional()
    .meta({ type: "string", format: "date-time", description });

/** A day that exists, as in 2026-01-31. */
export const Day = z
  .string()
  .refine((text) => /^\d{4}-\d\d-\d\d$/.test(text) && instantOf(text, "start") !== undefined, {
    error: "must be a date as in 2026-01-31",
    params: { type: "date_parsing" },
  })
  .meta({ type: "string", format: "date" });

/** A day, also as an instant that is the beginning of it. */
export const DayOrMidnight = z
  .preprocess(
    (input) => (typeof input === "string" ? input.replace(/[T ]00:00(:00(\.0+)?)?(Z|[+-]00:?00)?$/, "") : input),
    Day,
  )
  .meta({ type: "string", format: "date" });

/** An instant in a response. */
export const Instant = z.string().meta({ format: "date-time" });

/** An id in a response. */
export const Id = z.string().meta({ format: "uuid" });

/** `{ "ok": true }` */
export const Ok = namedObject("Ok", { ok: z.literal(true) });

/** The response of an operation without a result. */
export const ok = { ok: true } as const;

/** The limits of a free JSON object. */
const MAX_KEYS = 200;
const MAX_LEVELS = 5;
const MAX_CHARACTERS = 50_000;

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  // Bounded, because the nesting of a body is.
  return 1 + Object.values(value).reduce((deepest, entry) => Math.max(deepest, depthOf(entry)), 0);
}

/** Returns the reason why a free object is refused, as a sentence; undefined when it isn't. */
export function objection(value: Record<string, unknown>): string | undefined {
  if (Object.keys(value).length > MAX_KEYS) return `must not have more than ${MAX_KEYS} keys`;
  if (depthOf(value) > MAX_LEVELS) return `must not be nested more than ${MAX_LEVELS} levels deep`;
  if (JSON.stringify(value).length > MAX_CHARACTERS)
    return `must not be longer than ${MAX_CHARACTERS} characters of JSON`;
  return undefined;
}

/** Refuses an object or a list that exceeds the limits of a free object; for `superRefine`. */
export function withinLimits(value: object, context: z.RefinementCtx): void {
  const message = objection(Array.isArray(value) ? { value } : (value as Record<string, unknown>));
  if (message) context.addIssue({ code: "custom", message, input: value });
}

/** A JSON object with any keys, within the limits. */
export const FreeObject = z
  .custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null && !Array.isArray(value), {
    error: "must be an object",
    params: { type: "dict_type" },
  })
  .superRefine(withinLimits)
  .meta({ type: "object", additionalProperties: true });

/** A free JSON object in a response. */
export const StoredObject = z.record(z.string(), z.unknown()).meta({ type: "object", additionalProperties: true });
