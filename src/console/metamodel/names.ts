/** Names in several languages: the one in English is the label itself, for whoever has no translation. */

type NamedThing = { label: string; translations?: Record<string, string> };

/** Returns something under another name in a language. */
export const withName = <T extends NamedThing>(of: T, name: string, language: string): T => ({
  ...of,
  ...(language === "en" && { label: name }),
  translations: { ...of.translations, [language]: name },
});

type NamedProperty = "label" | "reverse_label" | "description";
type TranslatedThing = { translations: Record<string, Record<string, string>> };

/** Returns a type with another text in a language; types have their translations by property. */
export const withText = <T extends TranslatedThing & Partial<Record<NamedProperty, string | null>>>(
  of: T,
  property: NamedProperty,
  text: string,
  language: string,
): T => ({
  ...of,
  ...(language === "en" && { [property]: text }),
  translations: { ...of.translations, [property]: { ...of.translations[property], [language]: text } },
});

/** Returns a text of a type in a language; undefined where there is none. */
export function textIn(
  of: TranslatedThing & Partial<Record<NamedProperty, string | null>>,
  property: NamedProperty,
  language: string,
): string | undefined {
  return of.translations[property]?.[language] || (language === "en" ? (of[property] ?? undefined) : undefined);
}

/** Returns a key for a name: its letters and digits, each word but the first with a capital; unlike all others. */
export function keyFor(name: string, taken: ReadonlySet<string>, fallback = "field"): string {
  const words = name
    .normalize("NFD")
    .replaceAll(/[^A-Za-z0-9 ]/g, "")
    .trim()
    .split(/\s+/);
  const joined = words
    .map((word, at) => (at === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
  const plain = (/^[a-z]/.test(joined) ? joined : `${fallback}${joined}`).slice(0, 60);
  let key = plain;
  for (let count = 2; taken.has(key); count++) key = `${plain}${count}`;
  return key;
}
