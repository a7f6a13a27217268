/** The cards, todos and notifications of one user. */
import { listOf, notInList, statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { badgeCounts } from "../../../core/notify/badges";
import { today } from "../../../platform/clock";
import { hiddenCardTypes } from "../../metamodel";

type Counts = {
  favorite_count: number;
  stakeholder_card_count: number;
  overdue_todo_count: number;
  broken_card_count: number;
  created_count: number;
};

/** Returns the counts of the caller's cards and work. */
export function myWorkspace({ userId }: Actor) {
  const counts = statement<Counts>(
    `SELECT (SELECT count(*) FROM user_favorites WHERE user_id = ?1) AS favorite_count,
       (SELECT count(DISTINCT card_id) FROM stakeholders WHERE user_id = ?1) AS stakeholder_card_count,
       (SELECT count(*) FROM todos WHERE assigned_to = ?1 AND status = 'open' AND +due_date < ?2) AS overdue_todo_count,
       (SELECT count(*) FROM cards c WHERE c.id IN (SELECT card_id FROM stakeholders WHERE user_id = ?1)
         AND +c.status = 'ACTIVE' AND +c.approval_status = 'BROKEN') AS broken_card_count,
       (SELECT count(*) FROM cards WHERE created_by = ?1 AND +status = 'ACTIVE' AND ${notInList("+type", "?3")}) AS created_count`,
  ).get(userId, today(), listOf(hiddenCardTypes())) as Counts;
  const { open_todos, pending_surveys } = badgeCounts(userId);
  return {
    ...counts,
    open_todo_count: open_todos,
    pending_survey_count: pending_surveys,
    attention_count: counts.overdue_todo_count + counts.broken_card_count,
  };
}
