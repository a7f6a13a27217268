/** Saved sessions of the wizard. */
import { statement, tables, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { publish } from "../../../core/journal/journal";
import { recordsOf } from "../../../core/records";
import { conflict, found } from "../../../http/errors";
import type { Assessment, AssessmentChanges, NewAssessment } from "./model";

const { assessments } = tables;

export type AssessmentRow = typeof assessments.$inferSelect;
const rows = recordsOf(assessments, "Assessment");

/** Assessments of a list. */
const MAX_LISTED = 100;

type ListedRow = Omit<AssessmentRow, "session_data"> & {
  session_data: string | null;
  initiative_name: string | null;
  created_by_name: string | null;
};

const select = (sessionData: string) =>
  `SELECT a.seq, a.id, a.title, a.requirement, a.status, ${sessionData} AS session_data, a.initiative_id, a.created_by,
     a.created_at, a.updated_at, c.name AS initiative_name, u.display_name AS created_by_name
   FROM turbolens_assessments a LEFT JOIN cards c ON c.id = a.initiative_id LEFT JOIN users u ON u.id = a.created_by`;

const serialize = ({ seq: _, session_data, ...row }: ListedRow): Assessment => ({
  ...row,
  session_data: session_data === null ? null : JSON.parse(session_data),
});

/** Lists the latest assessments, newest first, without their sessions. */
export const listAssessments = (): Assessment[] =>
  statement<ListedRow>(`${select("NULL")} ORDER BY a.created_at DESC, a.seq DESC LIMIT ${MAX_LISTED}`)
    .all()
    .map(serialize);

/** Finds an assessment with its session. @throws Problem 404 */
export function requireAssessment(id: string): Assessment {
  const row = found(statement<ListedRow>(`${select("a.session_data")} WHERE a.id = ?`).get(id), "Assessment");
  return serialize(row);
}

/** Finds the row of an assessment that is not committed yet. @throws Problem 404; 409 */
export function requireSaved(id: string): AssessmentRow {
  const row = rows.require(id);
  if (row.status === "committed") throw conflict("Assessment already committed");
  return row;
}

/** Creates an assessment. Publishes `assessment.created`. */
export function createAssessment(actor: Actor, { title, requirement, sessionData }: NewAssessment): Assessment {
  return transaction(() => {
    const session_data = JSON.stringify(sessionData);
    const { id } = rows.create({ title, requirement, session_data, created_by: actor.userId });
    publish(actor, { type: "assessment.created", data: { id, title } });
    return requireAssessment(id);
  });
}

/**
 * Updates the fields that are given; null leaves a field as it is. Publishes `assessment.updated` if one differs.
 * @throws Problem 404; 409 once it is committed
 */
export function updateAssessment(actor: Actor, id: string, asked: AssessmentChanges): Assessment {
  return transaction(() => {
    const before = requireSaved(id);
    const wanted = {
      title: asked.title ?? before.title,
      requirement: asked.requirement ?? before.requirement,
      session_data: asked.sessionData ? JSON.stringify(asked.sessionData) : before.session_data,
    };
    const fields = (Object.keys(wanted) as (keyof typeof wanted)[]).filter((field) => wanted[field] !== before[field]);
    if (fields.length === 0) return requireAssessment(id);
    rows.update(before, wanted);
    publish(actor, { type: "assessment.updated", data: { id, title: wanted.title, fields } });
    return requireAssessment(id);
  });
}

/** Marks an assessment as committed; part of the running transaction. Publishes `assessment.committed`. */
export function markCommitted(actor: Actor, row: AssessmentRow, initiative_id: string): void {
  const { id, title } = rows.update(row, { status: "committed", initiative_id });
  publish(actor, { type: "assessment.committed", data: { id, title, initiative_id } });
}
