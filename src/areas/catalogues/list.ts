/** The answers of the catalogues. */
import { firstValue } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { jsonText } from "../../http/responses";
import { activeArchive, type Content, contentOf, localeAmong, localesOf } from "./content/in-force";
import type { Archive } from "./content/store";
import { describeVersion } from "./content/version";
import { existingCards } from "./existing";
import type { Kind } from "./kinds";
import { DEFAULT_LOCALE } from "./package/read";

/** Returns the language that an actor asks for, or else has chosen. */
export const wishOf = (actor: Actor, asked: string | null | undefined): string =>
  asked?.trim() || (firstValue<string>("SELECT locale FROM users WHERE id = ?", actor.userId) ?? DEFAULT_LOCALE);

/** The part of a catalogue that is served to an actor. */
export type ServedCatalogue = {
  archive: Archive | undefined;
  locales: readonly string[];
  locale: string;
  content: Content;
};

/** Returns a catalogue in the language that an actor asks for, as far as there is one. */
export function serve(kind: Kind, actor: Actor, asked: string | null | undefined): ServedCatalogue {
  const archive = activeArchive(kind);
  const locales = localesOf(archive);
  const locale = localeAmong(locales, wishOf(actor, asked));
  return { archive, locales, locale, content: contentOf(kind, archive, locale) };
}

/** Lists the entries of a catalogue with the cards that they have become. */
export function listEntries(kind: Kind, actor: Actor, asked: string | undefined): Response {
  const { archive, locales, locale, content } = serve(kind, actor, asked);
  const version = describeVersion(kind, archive, locales, locale, content);
  const cardOf = existingCards(kind);
  const nodes = content.items.map((item) => `${item.json}${JSON.stringify(cardOf(item) ?? null)}}`);
  return jsonText(`{"version":${JSON.stringify(version)},"${kind.name}":[${nodes.join(",")}]}`);
}
