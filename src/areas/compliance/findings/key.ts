/** The key of a finding, by which a scan knows what it has found before. */
import { createHash } from "node:crypto";

/** The parts that a key is made of. */
type KeyParts = { card_id: string | null; regulation: string; regulation_article: string | null };

/** The words that name an article before its number. */
const PREFIX = /^(?:§\s*|(?:article|art\.?|section|sect\.?|paragraph|para\.?|chapter|chap\.?|annex)\s+)/i;

/** Returns an article without what it is called, blanks and closing punctuation: `Article 6` and `§ 6` are `6`. */
export function normalizeArticle(article: string | null): string {
  let text = (article ?? "").trim();
  while (PREFIX.test(text)) text = text.replace(PREFIX, "");
  return text
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase()
    .replace(/[.,;:]+$/, "");
}

/** Returns the key of a finding: its scope, card, regulation and article. The requirement is no part of it. */
export function findingKey({ card_id, regulation, regulation_article }: KeyParts): string {
  const scope = card_id === null ? "landscape" : "card";
  const text = [scope, card_id ?? "", regulation.trim(), normalizeArticle(regulation_article)].join("|");
  return createHash("sha256").update(text).digest("hex");
}
