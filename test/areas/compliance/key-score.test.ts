/** The key of a finding, and the score of findings. */
import { describe, expect, test } from "bun:test";
import { findingKey, normalizeArticle } from "../../../src/areas/compliance/findings/key";
import { type StatusCounts, scoreOf } from "../../../src/areas/compliance/findings/score";

describe("the key of a finding", () => {
  test.each([
    [["Art. 6", "Article 6", "art 6", "§ 6", "§6", " Article  6 ", "Art 6.", "ARTICLE 6", "Art. Section 6"], "6"],
    [["Article §6"], "6"],
    [["Section 7.2"], "7.2"],
    [["Annex III"], "iii"],
    [["Annex III §5(b)"], "iii §5(b)"],
    [["Article 6(2)(a)"], "6(2)(a)"],
    [["Chapter  IV, Section 2;"], "iv, section 2"],
    [["CC6.1"], "cc6.1"],
    [["Art.6"], "art.6"],
    [["Art6"], "art6"],
    [["Articles 5-7"], "articles 5-7"],
  ])("is the same for the articles %j, normalised to %s", (articles, normalized) => {
    for (const article of articles) expect(normalizeArticle(article)).toBe(normalized);
  });

  test("is a hash of scope, card, regulation and article", () => {
    expect(findingKey({ card_id: null, regulation: "gdpr", regulation_article: null })).toBe(
      "3707491c8f6dcc1a86214ae2db5cd39c58ed413ea66dacbce211335e881a944d",
    );
    const onCard = { card_id: "11111111-1111-1111-1111-111111111111", regulation: "eu_ai_act" };
    expect(findingKey({ ...onCard, regulation_article: "Art. 6" })).toBe(
      "e2b8087d1713d84ca03a115b4cd8e972c34f7934fbf6301454eb56cb4ac67ce2",
    );
  });
});

test("the score is the mean of the findings' fulfilment, rounded to the even number", () => {
  const scores: [StatusCounts, number][] = [
    [{}, 100],
    [{ compliant: 2, partial: 1, non_compliant: 1, review_needed: 1 }, 56],
    [{ compliant: 1, non_compliant: 7 }, 12],
    [{ compliant: 3, non_compliant: 5 }, 38],
    [{ not_applicable: 3 }, 100],
    [{ review_needed: 1 }, 30],
  ];
  for (const [counts, score] of scores) expect(scoreOf(counts)).toBe(score);
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 16807) % 2147483647;
    return seed % below;
  };
  const weights = { compliant: 1, not_applicable: 1, partial: 0.5, review_needed: 0.3, non_compliant: 0 };
  for (let round = 0; round < 300; round++) {
    const counts = Object.fromEntries(
      Object.keys(weights).map((status) => [status, next(40)]),
    ) as Required<StatusCounts>;
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const sum = Object.entries(weights).reduce((s, [status, w]) => s + w * counts[status as keyof typeof weights], 0);
    if (total > 0) expect(Math.abs(scoreOf(counts) - (100 * sum) / total)).toBeLessThanOrEqual(0.5 + 1e-9);
  }
});
