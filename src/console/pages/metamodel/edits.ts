/** Edits of a type as plain values: its sections and subtypes, which the server takes as a whole. */
import type { CardType, Field, FieldOption, Section, Subtype } from "./queries";

/** Returns something changed; it names what it changes, so that it can be done to a state that others have changed meanwhile. */
export type Edit<T> = (before: T) => T;

/** The section whose fields stand in the description of a card. */
export const DESCRIPTION = "__description";

/** Returns an edit of a type by one of its sections. */
export const ofSections =
  (edit: Edit<readonly Section[]>): Edit<CardType> =>
  (type) => ({ ...type, fields_schema: [...edit(type.fields_schema)] });

/** Returns an edit of the sections by one field. */
export const ofField =
  (key: string, edit: Edit<Field>): Edit<readonly Section[]> =>
  (sections) =>
    sections.map((section) => ({
      ...section,
      fields: section.fields.map((field) => (field.key === key ? edit(field) : field)),
    }));

/** Returns an edit of a field by its options. */
export const ofOptions =
  (edit: Edit<readonly FieldOption[]>): Edit<Field> =>
  (field) => ({ ...field, options: [...edit(field.options ?? [])] });

/** Returns an edit of a list by one of its entries. */
export const ofEntry =
  <T extends { key: string }>(key: string, edit: Edit<T>): Edit<readonly T[]> =>
  (entries) =>
    entries.map((one) => (one.key === key ? edit(one) : one));

/** Returns an edit that takes an entry away. */
export const without =
  <T extends { key: string }>(key: string): Edit<readonly T[]> =>
  (entries) =>
    entries.filter((one) => one.key !== key);

/** Returns an edit that puts an entry at a place; one that is there already stays. */
export const withAt =
  <T extends { key: string }>(entry: T, at: number): Edit<readonly T[]> =>
  (entries) =>
    entries.some(({ key }) => key === entry.key) ? entries : entries.toSpliced(at, 0, entry);

/** Returns an edit that moves an entry by one place. @param step 1 for down, -1 for up */
export const movedBy =
  <T extends { key: string }>(key: string, step: 1 | -1): Edit<readonly T[]> =>
  (entries) => {
    const at = entries.findIndex((one) => one.key === key);
    const entry = entries[at];
    const to = at + step;
    if (!entry || to < 0 || to >= entries.length) return entries;
    return entries.toSpliced(at, 1).toSpliced(to, 0, entry);
  };

/** Returns an edit that takes a field away. */
export const withoutField =
  (key: string): Edit<readonly Section[]> =>
  (sections) =>
    sections.map((section) => ({ ...section, fields: section.fields.filter((field) => field.key !== key) }));

/** A place of a field: the name of a section, and the number of fields before it. */
export type FieldPlace = { section: string; at: number };

/** Returns the place of a field; undefined when there is no such field. */
export function placeOf(sections: readonly Section[], key: string): FieldPlace | undefined {
  for (const { section, fields } of sections) {
    const at = fields.findIndex((field) => field.key === key);
    if (at >= 0) return { section, at };
  }
  return undefined;
}

/** Returns an edit that puts a new field at a place. */
export const withFieldAt =
  (field: Field, { section, at }: FieldPlace): Edit<readonly Section[]> =>
  (sections) =>
    placeOf(sections, field.key)
      ? sections
      : sections.map((one) => (one.section === section ? { ...one, fields: one.fields.toSpliced(at, 0, field) } : one));

/** Returns an edit that brings a field to a place, counted without it; nothing happens when the section is gone. */
export const placedAt =
  (key: string, place: FieldPlace): Edit<readonly Section[]> =>
  (sections) => {
    const field = sections.flatMap(({ fields }) => fields).find((one) => one.key === key);
    if (!field || !sections.some(({ section }) => section === place.section)) return sections;
    return withFieldAt(field, place)(withoutField(key)(sections));
  };

/**
 * Returns an edit that moves a field by one place; past the end of its section it goes into the next one.
 * @param step 1 for down, -1 for up
 */
export const movedField =
  (key: string, step: 1 | -1): Edit<readonly Section[]> =>
  (sections) => {
    const number = sections.findIndex(({ fields }) => fields.some((field) => field.key === key));
    const from = sections[number];
    if (!from) return sections;
    const at = from.fields.findIndex((field) => field.key === key) + step;
    if (at >= 0 && at < from.fields.length) return placedAt(key, { section: from.section, at })(sections);
    const next = sections[number + step];
    if (!next) return sections;
    return placedAt(key, { section: next.section, at: step === 1 ? 0 : next.fields.length })(sections);
  };

const OWN = /^custom:(\d+)$/;

/** Returns the names of the sections that are counted as `custom:N`. */
const countedSections = (sections: readonly Section[]) =>
  sections.map(({ section }) => section).filter((section) => section !== DESCRIPTION);

/**
 * Returns what is configured of the sections of a type after they have changed: it names them by their numbers.
 * @param renamed former name → name of sections that have another one
 */
export function configurationFor(
  config: CardType["section_config"],
  before: readonly Section[],
  after: readonly Section[],
  renamed: Readonly<Record<string, string>> = {},
): CardType["section_config"] {
  const former = countedSections(before).map((name) => renamed[name] ?? name);
  const now = countedSections(after);
  const keyNow = (key: string): string | undefined => {
    const number = OWN.exec(key)?.[1];
    if (number === undefined) return key;
    const at = now.indexOf(former[Number(number)] ?? "");
    return at < 0 ? undefined : `custom:${at}`;
  };
  return Object.fromEntries(
    Object.entries(config).flatMap(([key, value]) => {
      const own = keyNow(key);
      if (own === undefined) return [];
      return [
        [own, key === "__order" && Array.isArray(value) ? value.flatMap((one) => keyNow(String(one)) ?? []) : value],
      ];
    }),
  );
}

/** Returns an edit of the sections of a type that keeps what is configured of them. */
export const ofSectionList =
  (edit: Edit<readonly Section[]>, renamed?: Readonly<Record<string, string>>): Edit<CardType> =>
  (type) => {
    const sections = [...edit(type.fields_schema)];
    const section_config = configurationFor(type.section_config, type.fields_schema, sections, renamed);
    return { ...type, fields_schema: sections, section_config };
  };

/** Returns an edit that moves a section by one place. @param step 1 for down, -1 for up */
export const movedSection =
  (name: string, step: 1 | -1): Edit<readonly Section[]> =>
  (sections) => {
    const at = sections.findIndex(({ section }) => section === name);
    const section = sections[at];
    const to = at + step;
    if (!section || to < 0 || to >= sections.length) return sections;
    return sections.toSpliced(at, 1).toSpliced(to, 0, section);
  };

/** Returns an edit of the subtypes of a type. */
export const ofSubtypes =
  (edit: Edit<readonly Subtype[]>): Edit<CardType> =>
  (type) => ({ ...type, subtypes: [...edit(type.subtypes)] });
