/** Texts that two people have changed at the same time. */
import { diff3Merge } from "node-diff3";

/**
 * Merges a text that two people have changed, paragraph by paragraph.
 * @returns the text with the changes of both; undefined where both have changed the same paragraph, or for other values
 */
export function mergedText(mine: unknown, before: unknown, theirs: unknown): string | undefined {
  if (typeof mine !== "string" || typeof before !== "string" || typeof theirs !== "string") return undefined;
  const parts = diff3Merge(mine.split("\n"), before.split("\n"), theirs.split("\n"));
  if (parts.some(({ conflict }) => conflict)) return undefined;
  return parts.flatMap(({ ok = [] }) => ok).join("\n");
}
