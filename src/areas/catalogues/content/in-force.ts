/**
 * The content that is served: for each catalogue the stored content, if its version is greater, or else the
 * starter catalogue.
 */
import QuickLRU from "quick-lru";
import { compareVersions, type Entry } from "../entries";
import type { Kind } from "../kinds";
import { DEFAULT_LOCALE } from "../package/read";
import { STARTER, starterCatalogue } from "./starter";
import { type Archive, storedArchive, storedEntries, storedTranslations } from "./store";

/** Contents that a thread keeps in memory. */
const MAX_CACHED = 4;

/** An entry as it is served. */
export type Item = {
  entry: Entry;
  /** Its name in English, which names of cards are compared with. */
  englishName: string;
  /** The JSON of the entry up to the value of `existing_card_id`, which comes last. */
  json: string;
};

/** A catalogue in a language. */
export type Content = { items: readonly Item[]; byId: ReadonlyMap<string, Item> };

/** Returns the archive that a catalogue is served from; undefined for the starter catalogue. */
export function activeArchive({ name }: Kind): Archive | undefined {
  const archive = storedArchive(name);
  return archive && compareVersions(archive.catalogue_version, STARTER.catalogue_version) > 0 ? archive : undefined;
}

/** Returns the languages of the content that is served. */
export const localesOf = (archive: Archive | undefined): readonly string[] =>
  archive ? archive.locales.toSorted() : starterCatalogue().locales;

/** Returns the language among some that fits a wish best: the same, the one before its first hyphen, or English. */
export function localeAmong(locales: readonly string[], wish: string): string {
  const wanted = wish.trim();
  const language = wanted.split("-")[0]?.toLowerCase() ?? "";
  return [wanted, language].find((locale) => locales.includes(locale)) ?? DEFAULT_LOCALE;
}

/** Finds the content that is the same in all languages, and the translations of one. */
function findCatalogue({ name }: Kind, archive: Archive | undefined, locale: string) {
  const starter = archive ? undefined : starterCatalogue();
  return {
    entries: starter ? starter.entries[name] : storedEntries(name),
    translations: starter ? starter.translations.get(locale) : storedTranslations(name, locale),
  };
}

function itemOf(kind: Kind, english: Entry, texts: Record<string, unknown> | undefined): Item {
  const entry = texts ? kind.translate(english, texts) : english;
  return { entry, englishName: english.name, json: `${JSON.stringify(entry).slice(0, -1)},"existing_card_id":` };
}

const cachedContents = new QuickLRU<string, Content>({ maxSize: MAX_CACHED });

/** Returns a catalogue in a language. It is cached in memory from its first use. @param locale one of `localesOf` */
export function contentOf(kind: Kind, archive: Archive | undefined, locale: string): Content {
  const key = `${archive?.id ?? "starter"} ${kind.name} ${locale}`;
  const found = cachedContents.get(key);
  if (found) return found;
  const { entries, translations } = findCatalogue(kind, archive, locale);
  const items = entries.map((entry) => itemOf(kind, entry, translations?.get(entry.id)));
  const content = { items, byId: new Map(items.map((item) => [item.entry.id, item])) };
  cachedContents.set(key, content);
  return content;
}
