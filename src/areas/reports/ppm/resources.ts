/** The people who carry the work of the initiatives, and their shares of it. */

import { type Condition, clause, valuesOf, where } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { columns } from "../../../http/tables";
import { today } from "../../../platform/clock";
import { nameSql, TASK_WEIGHT } from "../../ppm";
import type { Filters } from "../population";
import { columnOf, fragment, listed, members, scalar } from "../rows";
import { parsed, type Report } from "../table";
import { initiativesOf } from "./initiatives";
import type { Period } from "./model";

const STATUSES = ["todo", "in_progress", "blocked", "done"] as const;
const IS_OPEN = "t.status <> 'done'";

/** SQL for what is said of a person `p`, or of nobody, by their tasks `t`; its parameter is today. */
const PERSON = members({
  user_id: scalar("t.assignee_id"),
  display_name: `iif(t.assignee_id IS NULL, 'null', ${scalar(nameSql("p"))})`,
  initiatives: "count(DISTINCT t.initiative_id)",
  ...Object.fromEntries(STATUSES.map((status) => [status, `sum(t.status = '${status}')`])),
  overdue: `sum(${IS_OPEN} AND coalesce(t.due_date < ?, 0))`,
  open_days: `coalesce(sum(${TASK_WEIGHT}) FILTER (WHERE ${IS_OPEN}), 0)`,
  next_due: scalar(`min(t.due_date) FILTER (WHERE ${IS_OPEN})`),
});

/** Returns the conditions that a task `t` is worked on in a period; what has no dates is so in none. @throws Problem 422 */
function during({ from, to }: Period): Condition[] {
  if (from !== undefined && to !== undefined && from > to) throw invalid(["query", "from"], "must not be after to");
  return [
    ...(from === undefined ? [] : [where("coalesce(t.due_date, t.start_date) >= ?", from)]),
    ...(to === undefined ? [] : [where("coalesce(t.start_date, t.due_date) <= ?", to)]),
  ];
}

/**
 * Returns the people who have tasks in the initiatives that match, by name, and last the tasks that nobody has.
 * @throws Problem 422 for a period that ends before it begins
 */
export function resources(actor: Actor, { from, to, ...filters }: Filters & Period): Report {
  const conditions = [...initiativesOf(actor, filters), ...during({ from, to })];
  const texts = columnOf(
    fragment(
      `SELECT '{' || ${PERSON} || '}' FROM cards c JOIN ppm_tasks t ON t.initiative_id = c.id
       LEFT JOIN users p ON p.id = t.assignee_id ${clause(conditions)}
       GROUP BY t.assignee_id ORDER BY t.assignee_id IS NULL, ${nameSql("p")}, t.assignee_id`,
      today(),
      ...valuesOf(conditions),
    ),
  );
  return {
    name: "resources",
    json: () => listed(texts),
    columns: columns("user_id", "display_name", "initiatives", ...STATUSES, "overdue", "open_days", "next_due"),
    rows: () => parsed(texts),
  };
}
