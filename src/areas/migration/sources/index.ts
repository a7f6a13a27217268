/** The tools whose files can be migrated. */
import { leanix } from "./leanix";
import type { Source } from "./snapshot";

const sources: readonly Source[] = [leanix];

/** Lists all sources, in their order. */
export const listSources = (): { key: string; label: string; accepted_extensions: string[] }[] =>
  sources.map(({ key, label, acceptedExtensions }) => ({ key, label, accepted_extensions: [...acceptedExtensions] }));

/** Finds the source with this key. */
export const findSource = (key: string): Source | undefined => sources.find((source) => source.key === key);

/** Returns the source of a stored migration. @throws Error when this version has it no more */
export function sourceOf({ source_type }: { source_type: string }): Source {
  const source = findSource(source_type);
  if (!source) throw new Error(`There is no source ${source_type}`);
  return source;
}
