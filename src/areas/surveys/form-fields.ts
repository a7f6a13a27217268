/** The fields of a form, with the translations that the card type has for them now. */
import type { SurveyField } from "../../../db/schema/surveys";
import type { CardType } from "../metamodel";
import { sideOf } from "./fields";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isMissing = (translations: unknown) => !isObject(translations) || Object.keys(translations).length === 0;

/** Translations; null when there are none. */
export const translationsOrNull = (translations: Json | undefined): Json | null =>
  translations === undefined || isMissing(translations) ? null : translations;

/** Returns an object with translations under a key, unless it has some or there are none. */
function translated<T extends Json>(object: T, key: string, translations: Json | undefined): T {
  return isMissing(object[key]) && translations !== undefined ? { ...object, [key]: translations } : object;
}

/** Returns the options of a field, each with the translations of the option that the card type has under its key. */
function translatedOptions(options: unknown, live: readonly { key: string; translations?: Json }[]): unknown {
  if (!Array.isArray(options)) return options;
  const translations = new Map(live.map((option) => [option.key, option.translations]));
  return options.map((option: unknown) =>
    isObject(option) ? translated(option, "translations", translations.get(option["key"] as string)) : option,
  );
}

/** Returns a field as its form describes it; relations are described as they were when the survey was written. */
export function described(field: SurveyField, type: CardType | undefined): SurveyField {
  if (!type || sideOf(field)) return field;
  const live = type.fields.get(field.key);
  const section = type.fields_schema.find(({ section }) => section === field.section);
  const named = translated(
    translated(field, "translations", live?.translations),
    "section_translations",
    section?.translations,
  );
  return named.options === undefined
    ? named
    : { ...named, options: translatedOptions(named.options, live?.options ?? []) };
}
