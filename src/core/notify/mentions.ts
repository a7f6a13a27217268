/** Mentions: users whom a text names by `@` and their name or their mail address. */
import { inList, listOf, statement } from "../../../db";
import { emailKey } from "../access/accounts";

/** Marks that one text may have, and words that a name may have. */
const MAX_MARKS = 50;
const MAX_WORDS = 5;
/** Characters after a mark that are looked at. */
const LONGEST = 400;

/** The end of a name: what people write after it. */
const PUNCTUATION = /[\p{P}\s]+$/u;

/**
 * Returns the texts after a mark that may be a name: its first word, its first two, and so on, with and without
 * punctuation.
 */
function candidatesAfter(text: string): string[] {
  const words = text.split(/\s+/, MAX_WORDS);
  const starts = words.map((_, count) => words.slice(0, count + 1).join(" "));
  return [...new Set(starts.flatMap((start) => [start, start.replace(PUNCTUATION, "")]))].filter(Boolean);
}

/**
 * Returns the candidates of each mark of a text; a mark stands at its beginning or after something that is no letter or
 * digit.
 */
const marksIn = (text: string): string[][] =>
  [...text.matchAll(/(?<![\p{L}\p{N}.])@(?=[\p{L}\p{N}])/gu)]
    .slice(0, MAX_MARKS)
    .map(({ index }) => candidatesAfter(text.slice(index + 1, index + 1 + LONGEST)));

type Candidate = { id: string; role: string; name: string; email: string };

/** Finds the active users who have one of these names or mail addresses. */
const findNamed = (candidates: readonly string[]): Candidate[] =>
  statement<Candidate, [string, string]>(
    `SELECT id, role, display_name AS name, email FROM users
     WHERE is_active = 1 AND ${inList("display_name COLLATE NOCASE")}
     UNION SELECT id, role, display_name, email FROM users WHERE is_active = 1 AND ${inList("email")}`,
  ).all(listOf(candidates), listOf(candidates.map(emailKey)));

/** A user whom a text mentions. */
export type Mention = { id: string; role: string };

/**
 * Returns the active users whom a text mentions, each once. Of the names that may begin at a mark, the longest counts;
 * users of the same name are all mentioned.
 */
export function mentionsIn(text: string): Mention[] {
  const marks = marksIn(text);
  if (marks.length === 0) return [];
  const named = findNamed([...new Set(marks.flat())]);
  const mentioned = marks.flatMap((candidates) => {
    const matches = candidates.toReversed().map((candidate) => {
      const key = candidate.toLowerCase();
      return named.filter(({ name, email }) => name.toLowerCase() === key || email === key);
    });
    return matches.find(({ length }) => length > 0) ?? [];
  });
  return [...new Map(mentioned.map(({ id, role }) => [id, { id, role }])).values()];
}
