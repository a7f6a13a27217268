/** The inverses that undo events of findings. Each publishes its change, as anybody's change of them. */
import { existingUserId } from "../../core/access/accounts";
import { deletion, recreation, restoration, type UndoableRows } from "../../core/row-inverses";
import { done, type Inverses, type Subject, skipped } from "../../core/undo";
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

const findings: UndoableRows<NonNullable<ReturnType<typeof findFinding>>> = {
  subject,
  permission,
  find: findFinding,
  publishes: true,
};

/** Returns columns without the users and risks that don't exist any more. */
function withWhatExists<C extends FindingColumns>(columns: C): C {
  const { reviewed_by, risk_id } = columns;
  return {
    ...columns,
    ...(reviewed_by && { reviewed_by: existingUserId(reviewed_by) }),
    ...(risk_id && { risk_id: findRisk(risk_id)?.id ?? null }),
  };
}

/** Skips what belongs to a card that is gone. */
const cardIsGone = ({ card_id }: FindingColumns) =>
  card_id && !findCard(card_id) ? skipped("card_not_found", { needs: [card_id] }) : undefined;

export const undo = {
  delete_finding: deletion(findings, (row, _step, { actor }) => {
    deleteLoadedFindings(actor, [row]);
    return done;
  }),
  restore_finding_fields: restoration(
    findings,
    ({ undo }) => undo as { before: FindingColumns },
    (row, { data }, { actor }) => {
      const columns = withWhatExists(data.before);
      const refusal = cardIsGone(columns);
      if (refusal) return refusal;
      publishChanges(actor, [{ before: row, after: updateFinding(row, columns) }]);
      return done;
    },
  ),
  restore_finding: recreation(
    findings,
    ({ undo }) => undo as { row: StoredFinding },
    ({ row }, _step, { actor }) => {
      const refusal = cardIsGone(row);
      if (refusal) return refusal;
      publishFindings(actor, "created", [reinsertFinding(withWhatExists(row))]);
      return done;
    },
  ),
} as const satisfies Inverses;
