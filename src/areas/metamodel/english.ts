/** English as the language that stands in for every other. */
import type { Translations } from "../../../db/schema/metamodel";

/** Gives an entry without an English translation its label as one, because clients show translations before labels. */
export const withEnglish = <T extends { translations?: Translations | undefined }>(entry: T, label: string): T =>
  entry.translations?.["en"] === undefined ? { ...entry, translations: { en: label, ...entry.translations } } : entry;
