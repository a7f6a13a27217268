/**
 * The catalogues of the console's texts: `<language>.po` in the folder of each page and of each room. For the browser those
 * of one language are one module.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { Glob } from "bun";
import type { Plugin } from "vite";

const ROOT = join(import.meta.dir, "../..");

/** The entries of a catalogue by their ids. */
export type Catalogue = Record<string, { message?: string; translation?: string }>;

const po = formatter({ origins: false, printPlaceholdersInComments: false });

/** Parses the catalogue in a text. */
export const parseCatalogue = (text: string, language: string): Catalogue =>
  po.parse(text, { locale: language, sourceLocale: "en", filename: "" }) as Catalogue;

/** Returns the text of a catalogue. */
export const formatCatalogue = (catalogue: Catalogue, language: string): string =>
  (
    po.serialize(catalogue as never, {
      locale: language,
      sourceLocale: "en",
      filename: "",
      existing: null,
    }) as string
  )
    // Without the date of its making, so that it stays as it is while no text changes.
    .replace(/^"POT-Creation-Date.*\n/m, "");

/** Returns the files of catalogues, as paths from the root of the repository. */
export const catalogueFiles = (): string[] => [...new Glob("src/console/**/*.po").scanSync(ROOT)].sort();

/** Returns the languages with catalogues. */
const languages = () => [...new Set(catalogueFiles().map((file) => basename(file, ".po")))];

/** Returns the compiled texts of a language by their ids. */
function compiledTexts(language: string): Record<string, unknown> {
  const files = catalogueFiles().filter((file) => basename(file, ".po") === language);
  const entries = files.flatMap((file) =>
    Object.entries(parseCatalogue(readFileSync(join(ROOT, file), "utf8"), language)),
  );
  return Object.fromEntries(
    entries
      .filter(([, { translation }]) => translation)
      .map(([id, { translation }]) => [id, compileMessage(translation!)]),
  );
}

const LIST = "virtual:languages";
const ONE = "virtual:language/";

/** Gives the browser a list of the languages, each of which is loaded when it is wanted. */
export const catalogues = (): Plugin => ({
  name: "catalogues",
  resolveId: (id) => (id === LIST || id.startsWith(ONE) ? `\0${id}` : undefined),
  load(id) {
    if (id === `\0${LIST}`)
      return `export default {${languages().map((language) => `${JSON.stringify(language)}: () => import("${ONE}${language}")`)}}`;
    if (!id.startsWith(`\0${ONE}`)) return undefined;
    for (const file of catalogueFiles()) this.addWatchFile(join(ROOT, file));
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(compiledTexts(id.slice(ONE.length + 1))))})`;
  },
});
