/** Reads a content package: the files of the public one, or of the starter catalogue, which has the same form. */
import type { z } from "zod";
import type { CatalogueName } from "../../../../db/schema/catalogues";
import { refused } from "../../../http/errors";
import { LONG } from "../../../http/schemas";
import { type Entry, filled, type Translation } from "../entries";
import { allKinds } from "../kinds";
import { nodeEntries, streamEntries, withMacros } from "./normalize";
import * as shapes from "./shapes";

/** The files of a package: path below its folder of data → reads what the file holds. */
export type Files = ReadonlyMap<string, () => unknown>;

/** The content of a package. A catalogue that it doesn't have is empty. */
export type Package = {
  /** Undefined when the package doesn't say. */
  catalogue_version: string | undefined;
  schema_version: string;
  generated_at: string | null;
  macro_warnings: string[];
  /** The languages in the order of the package. */
  locales: string[];
  entries: Record<CatalogueName, Entry[]>;
  /** Locale → id of an entry → its texts. */
  translations: ReadonlyMap<string, ReadonlyMap<string, Translation>>;
};

export const DEFAULT_LOCALE = "en";

/** Entries that a catalogue may have. */
export const MAX_ENTRIES = 50_000;

/**
 * Reads the content of a file; undefined when there is none.
 * @throws Problem 400 naming the file and what is wrong in it
 */
function readFile<S extends z.ZodType>(files: Files, name: string, shape: S): z.output<S> | undefined {
  const read = files.get(name);
  if (!read) return undefined;
  const { data, error } = shape.safeParse(read());
  const [issue] = error?.issues ?? [];
  if (issue) throw refused(`${name}: ${issue.path.map(String).join(".").slice(0, 200)}: ${issue.message}`);
  return data;
}

/** @throws Problem 400 when there are too many entries, an id occurs twice or an entry is too long */
function checkEntries(plural: string, entries: readonly Entry[]): void {
  if (entries.length > MAX_ENTRIES) throw refused(`There must not be more than ${MAX_ENTRIES} ${plural}`);
  const ids = new Set<string>();
  for (const entry of entries) {
    if (ids.has(entry.id)) throw refused(`The id ${entry.id} of ${plural} occurs twice`);
    if (JSON.stringify(entry).length > LONG) throw refused(`${entry.id} must not have more than ${LONG} characters`);
    ids.add(entry.id);
  }
}

/** Returns the locales of the translations in a package. */
const localesIn = (files: Files) =>
  [...files.keys()].flatMap((name) => /^i18n\/([A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})?)\.json$/.exec(name)?.[1] ?? []);

/** Reads the translations of a locale, of each only the texts that say something. */
function readTranslations(files: Files, locale: string): ReadonlyMap<string, Translation> {
  const read = readFile(files, `i18n/${locale}.json`, shapes.Translations) ?? {};
  return new Map(Object.entries(read).map(([id, texts]) => [id, filled(texts)]));
}

/** @throws Problem 400 naming the file and what is wrong in it */
export function readPackage(files: Files): Package {
  const version = readFile(files, "version.json", shapes.VersionFile) ?? shapes.VersionFile.parse({});
  const capabilities = nodeEntries(readFile(files, "capabilities.json", shapes.Nodes) ?? []);
  const macros = readFile(files, "macro-capabilities.json", shapes.Macros) ?? [];
  const merged = capabilities.length > 0 ? withMacros(capabilities, macros) : { entries: [], warnings: [] };
  const entries = {
    capabilities: merged.entries,
    processes: nodeEntries(readFile(files, "business-processes.json", shapes.Nodes) ?? []),
    value_streams: streamEntries(readFile(files, "value-streams.json", shapes.Streams) ?? []),
  };
  for (const { name, plural } of allKinds) checkEntries(plural, entries[name]);
  const translated = localesIn(files).filter((locale) => locale !== DEFAULT_LOCALE);
  return {
    catalogue_version: version.catalogue_version,
    schema_version: version.schema_version,
    generated_at: version.generated_at ?? null,
    macro_warnings: merged.warnings,
    locales: [DEFAULT_LOCALE, ...translated.toSorted()],
    entries,
    translations: new Map(translated.map((locale) => [locale, readTranslations(files, locale)])),
  };
}
