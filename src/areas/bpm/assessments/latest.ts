/** The latest assessment of every process, with the one before. */
import { statement } from "../../../../db";
import type { LatestAssessment } from "./model";

type ScoreSet = NonNullable<LatestAssessment["latest"]>;
type Row = { process_id: string; name: string; assessments: number } & { place: number | null } & ScoreSet;

/** Lists the active processes with their latest assessment and the one before, by name. */
export function listLatest({ search = "" }: { search?: string | undefined }): LatestAssessment[] {
  const rows = statement<Row, [string, string]>(
    `WITH ranked AS MATERIALIZED (
       SELECT a.*, count(*) OVER (PARTITION BY process_id) AS assessments,
         row_number() OVER (PARTITION BY process_id ORDER BY assessment_date DESC, created_at DESC, id DESC) AS place
       FROM process_assessments a)
     SELECT c.id AS process_id, c.name, coalesce(r.assessments, 0) AS assessments, r.place, r.id, r.assessment_date,
       u.display_name AS assessor_name, r.overall_score, r.efficiency, r.effectiveness, r.compliance, r.automation,
       r.notes
     FROM cards c LEFT JOIN ranked r ON r.process_id = c.id AND r.place <= 2 LEFT JOIN users u ON u.id = r.assessor_id
     WHERE c.type = 'BusinessProcess' AND c.status = 'ACTIVE' AND (? = '' OR instr(lower(c.name), lower(?)) > 0)
     ORDER BY c.name, c.seq, r.place`,
  ).all(search, search);
  const byProcess = Map.groupBy(rows, ({ process_id }) => process_id);
  return [...byProcess.values()].map(([first, second]) => {
    const { process_id, name, assessments } = first as Row;
    return { process_id, name, assessments, latest: scoredIn(first), before: scoredIn(second) };
  });
}

/** Returns the assessment in a row; null when it has none. */
function scoredIn(row: Row | undefined): ScoreSet | null {
  if (!row || row.place === null) return null;
  const { process_id: _process, name: _name, assessments: _assessments, place: _place, ...scored } = row;
  return scored;
}
