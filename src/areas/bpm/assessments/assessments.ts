/** The assessments of processes. Nothing is published of them: assessments are no part of a process's history. */
import { and, desc, eq, getTableColumns } from "drizzle-orm";
import { db, tables, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { notFound } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import { requireProcess } from "../processes";
import type { AssessmentChanges, CreatedAssessment, NewAssessment, ProcessAssessment } from "./model";

const { processAssessments, users } = tables;
const { updated_at: _, ...shown } = getTableColumns(processAssessments);

/**
 * Lists the assessments of a process, the latest first.
 * @throws Problem 404
 */
export function listAssessments(processId: string): ProcessAssessment[] {
  requireProcess(processId);
  return db
    .select({ ...shown, assessor_name: users.display_name })
    .from(processAssessments)
    .leftJoin(users, eq(users.id, processAssessments.assessor_id))
    .where(eq(processAssessments.process_id, processId))
    .orderBy(desc(processAssessments.assessment_date), desc(processAssessments.created_at), desc(processAssessments.id))
    .all();
}

/**
 * Assesses a process.
 * @throws Problem 404
 */
export function createAssessment(
  actor: Actor,
  processId: string,
  { notes = null, action_items, ...input }: NewAssessment,
): CreatedAssessment {
  return transaction(() => {
    requireProcess(processId);
    const { assessment_date, overall_score } = input;
    const at = now();
    const id = newId();
    const row = {
      ...input,
      id,
      process_id: processId,
      assessor_id: actor.userId,
      notes,
      created_at: at,
      updated_at: at,
    };
    db.insert(processAssessments)
      .values({ ...row, action_items: action_items ?? [] })
      .run();
    return { id, process_id: processId, assessment_date, overall_score };
  });
}

/** Returns the condition that a row is an assessment of a process. */
const isAssessment = (processId: string, id: string) =>
  and(eq(processAssessments.id, id), eq(processAssessments.process_id, processId));

/**
 * Changes an assessment. Fields that are null stay as they are.
 * @throws Problem 404, also for an assessment of another process
 */
export function updateAssessment(processId: string, id: string, changes: AssessmentChanges): void {
  const given = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== null && value !== undefined),
  );
  transaction(() => {
    requireProcess(processId);
    const [updated] = db
      .update(processAssessments)
      .set({ ...given, updated_at: now() })
      .where(isAssessment(processId, id))
      .returning({ id: processAssessments.id })
      .all();
    if (!updated) throw notFound("Assessment");
  });
}

/**
 * Deletes an assessment.
 * @throws Problem 404, also for an assessment of another process
 */
export function deleteAssessment(processId: string, id: string): void {
  transaction(() => {
    requireProcess(processId);
    const [deleted] = db
      .delete(processAssessments)
      .where(isAssessment(processId, id))
      .returning({ id: processAssessments.id })
      .all();
    if (!deleted) throw notFound("Assessment");
  });
}
