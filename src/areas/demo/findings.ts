/** Loads the compliance findings of the demo landscape. */
import { hasRow, inList, largeTransaction, listOf, statement } from "../../../db";
import { type DemoFinding, findings } from "../../../db/seed/demo";
import type { Author } from "../../core/journal/journal";
import { createAnalysisRun } from "../analyses";
import { createFindingRow, publishFindings } from "../compliance";

/** Checks whether there is a compliance finding. */
export const anyFinding = (): boolean => hasRow("SELECT 1 AS found FROM compliance_findings LIMIT 1");

const keyOf = (type: string, name: string) => JSON.stringify([type, name]);

/** Maps type and name → the id of the first card that has them, of those that the findings are about. */
const cardsOf = (): Map<string, string> =>
  new Map(
    statement<{ id: string; type: string; name: string }>(
      `SELECT id, type, name FROM cards WHERE ${inList("name")} ORDER BY seq DESC`,
    )
      .all(listOf(findings.flatMap(({ card }) => card?.[1] ?? [])))
      .map(({ id, type, name }) => [keyOf(type, name), id]),
  );

/** Inserts a finding; nothing when its card is missing. */
function createFinding(
  { card, article, gap, remediation, note, ai, ...rest }: DemoFinding,
  run: string,
  ids: Map<string, string>,
) {
  const card_id = card && ids.get(keyOf(...card));
  if (card_id === undefined) return [];
  const found = { run_id: run, last_seen_run_id: run, card_id, ai_detected: ai ?? false, regulation_article: article };
  const texts = { gap_description: gap, remediation: remediation ?? null, review_note: note ?? null };
  return [createFindingRow({ ...rest, ...found, ...texts })];
}

/**
 * Creates the findings about the landscape and about those cards that exist; nothing when there is a finding.
 * @returns how many were created
 */
export const createFindings = (author: Author): number =>
  largeTransaction(() => {
    if (anyFinding()) return 0;
    const id = createAnalysisRun(author, "compliance", { demo: true, findings_count: findings.length });
    const ids = cardsOf();
    const created = findings.flatMap((finding) => createFinding(finding, id, ids));
    publishFindings(author, "created", created);
    return created.length;
  });
