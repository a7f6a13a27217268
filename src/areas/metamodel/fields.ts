/** The schemas of sections, fields and options in requests: bounded, with unique keys. */
import { z } from "zod";
import { Flag, LINE, LONG, Text, Whole } from "../../http/schemas";
import { KEY, KEY_RULE, LONGEST_KEY } from "./keys";

/** The key of a new type. */
export const NewKey = Text(LONGEST_KEY, 1).regex(KEY, KEY_RULE);

/** Returns a name that is not blank. */
export const Label = (max = LINE) =>
  Text(max, 1).refine((text) => text === "" || text.trim() !== "", "must not be blank");

/** Returns an optional member; null counts as left out. */
const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const MAX_LOCALES = 50;
const MAX_OPTIONS = 1_000;
const MAX_FIELDS = 500;
const MAX_SECTIONS = 100;
const MAX_SUBTYPES = 200;
const MAX_GROUPS = 100;
const MAX_ROLES = 50;
/** Characters of JSON in a schema, which every client loads at its start. */
const LONGEST_SCHEMA = 1_000_000;

const notMoreThan =
  (most: number) =>
  (value: object): boolean =>
    Object.keys(value).length <= most;

/** Locale → text. */
export const TranslationsInput = z
  .record(Text(20, 1), Text(LONG))
  .refine(notMoreThan(MAX_LOCALES), `must not name more than ${MAX_LOCALES} locales`);

/** Property → locale → text. */
export const PropertyTranslations = z
  .record(Text(50, 1), TranslationsInput)
  .refine(notMoreThan(10), "must not name more than 10 properties");

type LocatedKey = { path: (string | number)[]; key: string };

/** Reports every key that is repeated. */
function checkUnique(context: z.RefinementCtx, entries: readonly LocatedKey[]): void {
  const seen = new Set<string>();
  for (const { path, key } of entries) {
    if (seen.has(key)) context.addIssue({ code: "custom", path, message: "is used twice", input: key });
    seen.add(key);
  }
}

const keysOf = (entries: readonly { key: string }[], ...path: (string | number)[]): LocatedKey[] =>
  entries.map(({ key }, index) => ({ path: [...path, index, "key"], key }));

/** Returns a list of at most so many entries with unique keys. */
const uniqueList = <T extends z.ZodType<{ key: string }>>(entry: T, most: number) =>
  z
    .array(entry)
    .max(most)
    .superRefine((entries, context) => checkUnique(context, keysOf(entries)));

const OptionInput = z.object({
  key: Text(LONGEST_KEY, 1),
  label: Label(),
  color: absent(Text(20)),
  translations: absent(TranslationsInput),
  hidden: absent(Flag),
});

const FieldInput = z.object({
  key: Text(LONGEST_KEY, 1),
  label: Label(),
  type: z.enum([
    "text",
    "multiline_text",
    "number",
    "cost",
    "boolean",
    "date",
    "url",
    "single_select",
    "multiple_select",
  ]),
  // It can't be null: that would silently empty the field of every card.
  options: uniqueList(OptionInput, MAX_OPTIONS).optional(),
  required: absent(Flag),
  weight: absent(z.number().min(-1_000).max(1_000)).meta({ description: "In the data quality; 1 when left out" }),
  readonly: absent(Flag),
  group: absent(Text(200)),
  column: absent(Whole(0, 1)),
  translations: absent(TranslationsInput),
  hidden: absent(Flag),
});

const SectionInput = z.object({
  section: Label(200),
  fields: z.array(FieldInput).max(MAX_FIELDS),
  columns: absent(Whole(1, 2)),
  groups: absent(z.array(Text(200)).max(MAX_GROUPS)),
  defaultExpanded: absent(Flag),
  translations: absent(TranslationsInput),
});

const ofBoundedSize = (value: unknown) => JSON.stringify(value).length <= LONGEST_SCHEMA;
const SIZE_RULE = `must not be longer than ${LONGEST_SCHEMA} characters of JSON`;

/** The sections of a card type. Field keys are unique in the whole type, as they share the card's attributes. */
export const SectionsInput = z
  .array(SectionInput)
  .max(MAX_SECTIONS)
  .refine(ofBoundedSize, SIZE_RULE)
  .superRefine((sections, context) => {
    checkUnique(
      context,
      sections.map(({ section }, index) => ({ path: [index, "section"], key: section })),
    );
    checkUnique(
      context,
      sections.flatMap(({ fields }, index) => keysOf(fields, index, "fields")),
    );
  });

const isKeyed = (entry: unknown) => typeof entry === "object" && entry !== null && "key" in entry;

/** The attributes of a relation type; entries without a key are ignored. */
export const AttributesInput = z.preprocess(
  (input) => (Array.isArray(input) ? input.filter(isKeyed) : input),
  z
    .array(FieldInput)
    .max(MAX_FIELDS)
    .refine(ofBoundedSize, SIZE_RULE)
    .superRefine((fields, context) => checkUnique(context, keysOf(fields))),
);
export type AttributesInput = z.infer<typeof AttributesInput>;

const SubtypeInput = z.object({
  key: Text(LONGEST_KEY, 1),
  label: Label(),
  translations: absent(TranslationsInput),
  hidden_fields: absent(z.array(Text(LONGEST_KEY)).max(MAX_FIELDS)),
});

export const SubtypesInput = uniqueList(SubtypeInput, MAX_SUBTYPES);

const RoleInput = z.object({
  key: Text(LONGEST_KEY, 1),
  label: Label(),
  translations: absent(TranslationsInput),
});

export const RolesInput = uniqueList(RoleInput, MAX_ROLES);
