/** The version of the content that is served. */
import type { Kind } from "../kinds";
import type { CatalogueVersion } from "../model";
import type { Content } from "./in-force";
import { STARTER } from "./starter";
import type { Archive } from "./store";

/** Returns the version of a catalogue as answers show it. */
export function describeVersion(
  kind: Kind,
  archive: Archive | undefined,
  locales: readonly string[],
  locale: string,
  { items }: Content,
): CatalogueVersion {
  const { catalogue_version, schema_version, generated_at } = archive ?? STARTER;
  return {
    catalogue_version,
    schema_version,
    generated_at,
    [kind.count]: items.filter(({ entry }) => kind.counts(entry)).length,
    available_locales: [...locales],
    active_locale: locale,
    source: archive ? "remote" : "bundled",
    bundled_version: STARTER.catalogue_version,
    fetched_at: archive?.created_at ?? null,
    licence: archive?.licence ?? null,
    credit: archive?.credit ?? null,
    ...(kind.name === "capabilities" && {
      macro_count: items.filter(({ entry }) => entry.level === 0).length,
      macro_warnings: archive?.macro_warnings ?? [],
    }),
  };
}
