/** The inverse that undoes the commit of an assessment. */
import { statement } from "../../../../db";
import { done, type Inverses, inverse, type Subject, unchanged } from "../../../core/undo";
import { now } from "../../../platform/clock";

const subject: Subject = { idField: "assessment_id", table: "turbolens_assessments" };

export const undo = {
  reopen_assessment: inverse({
    subject,
    permission: "turbolens.manage",
    undo(_rollback, { subject }) {
      const { changes } = statement(
        `UPDATE turbolens_assessments SET status = 'saved', initiative_id = NULL, updated_at = ?
         WHERE id = ? AND status = 'committed'`,
      ).run(now(), subject);
      return changes > 0 ? done : unchanged("already_saved");
    },
  }),
} satisfies Inverses;
