/** The catalogue of principles, which comes with the executable alone. */
import { transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { createPrinciple, listPrinciples, principlesByCatalogueId } from "../metamodel";
import { localeAmong } from "./content/in-force";
import { readLines } from "./lines";
import { wishOf } from "./list";
import type { PrinciplesCatalogue, PrinciplesImport, PrinciplesImported } from "./model";
import { DEFAULT_LOCALE } from "./package/read";
import principlesFile from "./starter/principles.jsonl" with { type: "file" };

type Texts = { title: string; description: string; rationale: string; implications: string };
type Entry = { id: string } & Texts;
type Source = Entry & { translations: Record<string, Texts> };

const VERSION = { catalogue_version: "1.0.0", generated_at: "2026-05-08" } as const;

let cachedSources: Source[] | undefined;

/** Returns the principles with their translations, read when they are first asked for. */
const source = (): Source[] => (cachedSources ??= readLines<Source>(principlesFile));

/** Returns the principles in the language that an actor asks for, as far as there is one. */
function principlesFor(actor: Actor, asked: string | null | undefined): Entry[] {
  const principles = source();
  const locales = [DEFAULT_LOCALE, ...Object.keys(principles[0]?.translations ?? {})];
  const locale = localeAmong(locales, wishOf(actor, asked));
  return principles.map(({ translations, ...entry }) => ({ ...entry, ...translations[locale] }));
}

/** Lists the principles with what they have become. */
export function listCataloguePrinciples(actor: Actor, asked: string | undefined): PrinciplesCatalogue {
  const existing = principlesByCatalogueId();
  const principles = principlesFor(actor, asked).map((entry) => ({
    ...entry,
    existing_principle_id: existing.get(entry.id) ?? null,
  }));
  return { ...VERSION, principles };
}

/** Distance between the places of principles in their order. */
const STEP = 10;

/** Makes principles of entries; each is published as any other. */
export function importPrinciples(actor: Actor, { catalogue_ids, locale }: PrinciplesImport): PrinciplesImported {
  return transaction(() => {
    const entries = new Map(principlesFor(actor, locale).map((entry) => [entry.id, entry]));
    const existing = principlesByCatalogueId();
    let sort_order = listPrinciples().reduce((most, principle) => Math.max(most, principle.sort_order), 0);
    const result: PrinciplesImported = {
      created: [],
      skipped: [],
      catalogue_version: VERSION.catalogue_version,
    };
    for (const catalogue_id of new Set(catalogue_ids)) {
      const entry = entries.get(catalogue_id);
      const principle_id = existing.get(catalogue_id);
      if (principle_id !== undefined) result.skipped.push({ catalogue_id, principle_id, reason: "already_imported" });
      else if (!entry) result.skipped.push({ catalogue_id, principle_id: "", reason: "unknown_id" });
      else {
        const { id: _, ...texts } = entry;
        sort_order += STEP;
        const { id } = createPrinciple(actor, { ...texts, catalogue_id, is_active: true, sort_order });
        result.created.push({ catalogue_id, principle_id: id });
      }
    }
    return result;
  });
}
