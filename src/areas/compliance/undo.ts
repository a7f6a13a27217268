/** The inverses that undo events of findings. Each publishes its change, as anybody's change of them. */
import { existingUserId } from "../../core/access/accounts";
import { done, type Inverses, inverse, type Subject, type SubjectStep, skipped, unchanged } from "../../core/undo";
import { findCard } from "../cards";
import { findRisk } from "../risks";
import { deleteLoadedFindings } from "./findings/decisions";
import {
  type FindingColumns,
  findFinding,
  publishChanges,
  publishFindings,
  reinsertFinding,
  type StoredFinding,
  updateFinding,
} from "./findings/rows";

const subject: Subject = { idField: "finding_id", table: "compliance_findings" };
const permission = "compliance.manage";

const missing = ({ subject }: SubjectStep) => skipped("finding_not_found", { needs: [subject] });

/** Columns without the users and risks that don't exist any more. */
function withWhatExists<C extends FindingColumns>(columns: C): C {
  const { reviewed_by, risk_id } = columns;
  return {
    ...columns,
    ...(reviewed_by && { reviewed_by: existingUserId(reviewed_by) }),
    ...(risk_id && { risk_id: findRisk(risk_id)?.id ?? null }),
  };
}

export const undo = {
  delete_finding: inverse({
    subject,
    permission,
    effect: "deletes",
    undoTogether: ({ actor }, steps) =>
      steps.map(({ subject }) => {
        const row = findFinding(subject);
        if (!row) return unchanged("already_deleted");
        deleteLoadedFindings(actor, [row]);
        return done;
      }),
  }),
  restore_finding_fields: inverse<{ before: FindingColumns }>({
    subject,
    permission,
    read: ({ undo }) => undo as { before: FindingColumns },
    undoTogether: ({ actor }, steps) =>
      steps.map((step) => {
        const row = findFinding(step.subject);
        if (!row) return missing(step);
        const columns = withWhatExists(step.data.before);
        if (columns.card_id && !findCard(columns.card_id))
          return skipped("card_not_found", { needs: [columns.card_id] });
        publishChanges(actor, [{ before: row, after: updateFinding(row, columns) }]);
        return done;
      }),
  }),
  restore_finding: inverse<{ row: StoredFinding }>({
    subject,
    permission,
    effect: "creates",
    read: ({ undo }) => undo as { row: StoredFinding },
    undoTogether: ({ actor }, steps) =>
      steps.map(({ subject, data: { row } }) => {
        if (findFinding(subject)) return unchanged("already_restored");
        if (row.card_id && !findCard(row.card_id)) return skipped("card_not_found", { needs: [row.card_id] });
        publishFindings(actor, "created", [reinsertFinding(withWhatExists(row))]);
        return done;
      }),
  }),
} as const satisfies Inverses;
