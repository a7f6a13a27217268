/** The search of the handbook: in the browser, over passages that it has already. */
import type { HandbookPage, Passage } from "./model";

/** The most passages that are shown. */
const MAX_RESULTS = 30;

/** The characters of an excerpt before the word that was found. */
const LEAD = 60;

const EXCERPT = 180;

export type HandbookResult = { page: HandbookPage; passage: Passage; excerpt: string };

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns how well a passage has all of the words; 0 when it lacks one. */
function weightOf({ title }: HandbookPage, { heading, text }: Passage, words: readonly string[]): number {
  const weights = words.map(
    (word) =>
      (title.toLowerCase().includes(word) ? 4 : 0) +
      (heading.toLowerCase().includes(word) ? 3 : 0) +
      (text.toLowerCase().includes(word) ? 1 : 0),
  );
  return weights.includes(0) ? 0 : weights.reduce((sum, weight) => sum + weight, 0);
}

/** Returns the part of a text around the first of the words that is in it. */
function excerptOf(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const at = Math.max(0, Math.min(...places, text.length) - LEAD);
  const begin = places.length === 0 || at === 0 ? 0 : text.indexOf(" ", at) + 1;
  return `${begin > 0 ? "… " : ""}${text.slice(begin, begin + EXCERPT)}${begin + EXCERPT < text.length ? " …" : ""}`;
}

/** Returns the passages that have every word of a text, the best first. */
export function findPassages(pages: readonly HandbookPage[], text: string): HandbookResult[] {
  const words = wordsOf(text);
  if (words.length === 0) return [];
  return pages
    .filter(({ name }) => name !== "")
    .flatMap((page) => page.passages.map((passage) => ({ page, passage, weight: weightOf(page, passage, words) })))
    .filter(({ weight }) => weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .slice(0, MAX_RESULTS)
    .map(({ page, passage }) => ({ page, passage, excerpt: excerptOf(passage.text, words) }));
}
