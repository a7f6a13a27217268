/** Stores what a scan has found. */
import { inList, listOf, statement } from "../../../../db";
import type { Author } from "../../../core/journal/journal";
import { notify } from "../../../core/notify/notify";
import { longStep } from "../../../core/runs/step";
import { completeAnalysis, type Summary } from "../../analyses";
import { findingKey } from "../findings/key";
import { createFindingRows } from "../findings/rows";
import type { FoundFinding } from "./found";

type ScanResult = {
  regulations: string[];
  /** The findings of the rules, as JSON; they come first, so that no model can contradict them. */
  local: string;
  /** The findings in addition to those of the rules. */
  more: FoundFinding[];
  summary: Summary;
};

/** Maps key → id of the findings that there are of some regulations; of several with one key the last one. */
const knownFindings = (regulations: string): Map<string, string> =>
  new Map(
    statement<{ key: string; id: string }>(
      `SELECT finding_key AS key, id FROM compliance_findings WHERE ${inList("regulation")} ORDER BY seq`,
    )
      .all(regulations)
      .map(({ key, id }) => [key, id]),
  );

/** Returns the findings about the landscape and about cards that still exist. */
function withoutGoneCards(findings: readonly FoundFinding[]): FoundFinding[] {
  const ids = new Set(findings.flatMap(({ card_id }) => card_id ?? []));
  const existing = statement<{ id: string }>(`SELECT id FROM cards WHERE ${inList("id")}`).all(listOf([...ids]));
  const present = new Set(existing.map(({ id }) => id));
  return findings.filter(({ card_id }) => card_id === null || present.has(card_id));
}

/** Returns findings of which no two have the same key: the first one stays. */
function withoutRepeated(findings: readonly FoundFinding[]): { key: string; finding: FoundFinding }[] {
  const byKey = new Map<string, FoundFinding>();
  for (const finding of findings) {
    const key = findingKey(finding);
    if (!byKey.has(key)) byKey.set(key, finding);
  }
  return [...byKey].map(([key, finding]) => ({ key, finding }));
}

/** Marks findings as found again; nothing else of them changes. */
function markSeen(runId: string, ids: readonly string[]): void {
  statement(`UPDATE compliance_findings SET run_id = ?, last_seen_run_id = ? WHERE ${inList("id")}`).run(
    runId,
    runId,
    listOf(ids),
  );
}

/** Notifies the user who has started a scan that it is finished. */
function notifyStarter(author: Author, count: number, regulations: readonly string[]): void {
  if (author.userId === null) return;
  const message = `${count} findings for ${regulations.length} regulations`;
  const about = { type: "security_scan_complete", title: "Compliance scan finished", message } as const;
  const data = { compliance_count: count, regulations, scan: "compliance" };
  notify(author, [{ ...about, userId: author.userId, link: "/grc?tab=compliance", data }]);
}

/**
 * Creates new findings, marks those that were found again, and completes the run. Existing findings keep their
 * status, their texts and the decisions about them.
 * @throws Error when the run is no longer running
 */
export const saveFindingsStep = longStep(
  "save compliance findings",
  ({ regulations, local, more, summary }: ScanResult, run) => {
    const scanned = listOf(regulations);
    const known = knownFindings(scanned);
    statement(
      `UPDATE compliance_findings SET auto_resolved = 0 WHERE ${inList("regulation")} AND auto_resolved = 1`,
    ).run(scanned);
    const found = withoutRepeated(withoutGoneCards([...(JSON.parse(local) as FoundFinding[]), ...more]));
    const fresh = found.filter(({ key }) => !known.has(key));
    createFindingRows(fresh.map(({ finding }) => ({ ...finding, run_id: run.id, last_seen_run_id: run.id })));
    markSeen(
      run.id,
      found.flatMap(({ key }) => known.get(key) ?? []),
    );
    completeAnalysis(run, { ...summary, compliance_findings: found.length });
    notifyStarter(run.author, found.length, regulations);
  },
);
