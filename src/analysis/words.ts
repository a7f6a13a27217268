/** Words of names and descriptions in a comparable form. */

/** Words in which a description says nothing of its own. */
const stopWords = new Set(
  `a an and are as at be by can der die das ein eine for from has have in is it its mit of on or our that the their this to
   und used uses using via von was we which with your zur`.split(/\s+/),
);

/** Returns text in lower case, without accents and with German umlauts spelled as their letters. */
export const folded = (text: string): string =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss").replaceAll("ø", "o");

/** Returns the words of a name: runs of letters and digits; letters that dots part, as in S.p.A., are one word. */
export const wordsOf = (text: string): string[] =>
  folded(text)
    .replace(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}\p{L}?(?![\p{L}\p{N}])/gu, (letters) => letters.replaceAll(".", ""))
    .replace(/\s+(?=\+\+)/g, "")
    .replaceAll("&", " and ")
    .match(/[\p{L}\p{N}]+(?:[.][\p{N}]+)*[+#]*/gu) ?? [];

/** Returns the words of a description that say something. @param most how many are read */
export const termsOf = (text: string, most = 200): string[] =>
  (folded(text).match(/[\p{L}\p{N}]{2,}/gu) ?? []).slice(0, most).filter((word) => !stopWords.has(word));

/** Returns the trigrams of a text, each once. */
export function trigramsOf(text: string): string[] {
  const padded = ` ${text} `;
  const found = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  return [...found];
}

/** Returns words without the gaps between them, by which a name is found however it is split. */
export const compactOf = (words: readonly string[]): string => words.join("").replaceAll(".", "");
