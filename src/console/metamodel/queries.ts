/** The metamodel: the types of cards, with their fields, in the language of the page. */
import { i18n } from "@lingui/core";
import { useQuery } from "@tanstack/react-query";
import { answered, api, everyPage, type Schemas } from "../server/client";
import { query } from "../server/queries";

export type CardType = Schemas["CardType"];

const SIZE = 200;

/** All types that are not hidden, in their order. */
export const typesQuery = query(["metamodel", "types"], ["metamodel."], ({ signal }) =>
  everyPage(
    (page) => answered(api.GET("/api/v1/metamodel/types", { signal, params: { query: { page, page_size: SIZE } } })),
    SIZE,
  ),
);

/** Gives the types by key; empty until they are loaded. */
export function useTypes(): ReadonlyMap<string, CardType> {
  const { data } = useQuery(typesQuery);
  return new Map(data?.map((type) => [type.key, type]));
}

type TranslatedLabel = { label: string; translations?: Record<string, string | Record<string, string>> };

/** Returns the label of something in the metamodel, in the language of the page if it has one. */
export function labelOf({ label, translations = {} }: TranslatedLabel): string {
  const own = translations[i18n.locale];
  return (typeof own === "string" ? own : own?.["label"]) || translatedLabel(translations, i18n.locale) || label;
}

/** Types have their translations by property and then by language. */
function translatedLabel(
  translations: NonNullable<TranslatedLabel["translations"]>,
  language: string,
): string | undefined {
  const labels = translations["label"];
  return typeof labels === "object" ? labels[language] : undefined;
}
