/** Causes of findings: one gap of one card often fails many rules, and one gap is often shared by many cards. */
import { SEVERITIES } from "../../../../db/schema/compliance";
import type { FoundFinding } from "./found";

/** A cause with what it leads to, for the summary of a scan. */
export type Cause = {
  cause: string;
  remediation: string | null;
  severity: string;
  findings: number;
  cards: number;
  /** The articles that it concerns, each with its regulation. */
  articles: string[];
};

/** Causes of a summary, and articles of each. */
const MAX_CAUSES = 20;
const MAX_ARTICLES = 20;

const severities: readonly string[] = SEVERITIES;

/** Groups findings by their causes, those that concern most cards first. */
export function causesOf(findings: readonly FoundFinding[]): Cause[] {
  const ofCards = findings.filter(({ card_id }) => card_id !== null);
  const byCause = Map.groupBy(ofCards, ({ remediation, gap_description }) => remediation ?? gap_description);
  return [...byCause.values()]
    .map((group): Cause => {
      const [first] = group as [FoundFinding, ...FoundFinding[]];
      const worst = group.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))[0];
      const articles = group.map(({ regulation, regulation_article }) =>
        `${regulation} ${regulation_article ?? ""}`.trim(),
      );
      return {
        cause: first.gap_description,
        remediation: first.remediation,
        severity: (worst ?? first).severity,
        findings: group.length,
        cards: new Set(group.map(({ card_id }) => card_id)).size,
        articles: [...new Set(articles)].slice(0, MAX_ARTICLES),
      };
    })
    .sort((one, other) => other.cards - one.cards || other.findings - one.findings)
    .slice(0, MAX_CAUSES);
}
