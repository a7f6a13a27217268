/**
 * Brings the catalogues of the console up to date: `npm run strings`. Each text of a page or a room is in `de.po` of its
 * folder; a new one has an empty translation until somebody writes it, and one that is gone leaves.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { type Catalogue, catalogueFiles, formatCatalogue, parseCatalogue } from "./catalogues";
import { textsIn } from "./macros";

const ROOT = join(import.meta.dir, "../..");

/** The languages that must be complete. */
const COMPLETE = ["de"];

/** Returns the folder whose catalogue has the texts of a source: that of its page, or of its room. */
const folderOf = (file: string): string => /^(src\/console\/(?:pages\/)?[^/]+)\//.exec(file)?.[1] ?? "src/console";

/** Returns the texts of the console by the file of their catalogue. */
async function textsByCatalogue(): Promise<Map<string, Map<string, string>>> {
  const sources = [...new Glob("src/console/**/*.{ts,tsx}").scanSync(ROOT)].map((file) => file.replaceAll("\\", "/"));
  const found = new Map<string, Map<string, string>>();
  for (const file of sources.sort())
    for (const { id, message } of await textsIn(readFileSync(join(ROOT, file), "utf8"), file))
      for (const language of COMPLETE) {
        const catalogue = `${folderOf(file)}/${language}.po`;
        found.set(catalogue, (found.get(catalogue) ?? new Map()).set(id, message));
      }
  return found;
}

const languageOf = (file: string) => file.split("/").at(-1)!.replace(".po", "");

const read = (file: string): Catalogue =>
  existsSync(join(ROOT, file)) ? parseCatalogue(readFileSync(join(ROOT, file), "utf8"), languageOf(file)) : {};

/** Returns the catalogue of these texts, with the translations that there are. */
function withTranslations(texts: ReadonlyMap<string, string>, before: Catalogue): Catalogue {
  const sorted = [...texts].sort(([, left], [, right]) => (left < right ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([id, message]) => [id, { message, translation: before[id]?.translation ?? "" }]),
  );
}

/** Returns the catalogues as they should be, by file; those of folders without texts are undefined. */
export async function wantedCatalogues(): Promise<Map<string, string | undefined>> {
  const texts = await textsByCatalogue();
  const gone = catalogueFiles().filter((file) => COMPLETE.includes(languageOf(file)) && !texts.has(file));
  return new Map([
    ...gone.map((file) => [file, undefined] as const),
    ...[...texts].map(
      ([file, all]) => [file, formatCatalogue(withTranslations(all, read(file)), languageOf(file))] as const,
    ),
  ]);
}

/** Returns the texts without a translation, as `file: text`. */
export function untranslated(): string[] {
  return catalogueFiles()
    .filter((file) => COMPLETE.includes(languageOf(file)))
    .flatMap((file) =>
      Object.values(read(file))
        .filter(({ translation }) => !translation)
        .map(({ message }) => `${file}: ${message}`),
    );
}

if (import.meta.main) {
  for (const [file, text] of await wantedCatalogues())
    if (text === undefined) rmSync(join(ROOT, file));
    else writeFileSync(join(ROOT, file), text);
  const open = untranslated();
  console.log(open.length === 0 ? "Every text is translated." : `Not translated yet:\n  ${open.join("\n  ")}`);
}
