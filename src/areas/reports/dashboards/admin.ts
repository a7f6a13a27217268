/** The dashboard of administrators. */
import { inList, listOf, notInList, statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { DAY, fromNow, today } from "../../../platform/clock";
import { hiddenCardTypes } from "../../metamodel";
import { latestEvents } from "./activity";

const MONTH = 30 * DAY;
const IDLE = 90 * DAY;
/** Rows of each list, and events. */
const ROWS = 10;
const EVENTS = 50;

/** The types of events that count as contributions. */
const contributions = [
  "card.created card.updated card.archived card.restored",
  "card.approval_status.approve card.approval_status.reject card.approval_status.reset",
]
  .join(" ")
  .split(" ");

const visible = (parameter: string) => `c.status = 'ACTIVE' AND ${notInList("c.type", parameter)}`;

/** The figures; the parameters are today, a month ago and the hidden card types. */
const KPIS = `SELECT
  (SELECT count(*) FROM users WHERE is_active) AS total_users,
  (SELECT count(*) FROM users WHERE is_active AND last_login >= ?2) AS active_users_30d,
  (SELECT count(*) FROM todos WHERE status = 'open' AND due_date < ?1) AS overdue_todos_total,
  (SELECT count(*) FROM cards c WHERE ${visible("?3")} AND c.approval_status = 'DRAFT' AND c.updated_at < ?2) AS stuck_approvals,
  (SELECT count(*) FROM cards c WHERE ${visible("?3")} AND c.approval_status = 'BROKEN') AS broken_total,
  (SELECT count(*) FROM sso_invitations i WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.email = i.email)) AS pending_sso_invitations,
  (SELECT count(*) FROM todos WHERE status = 'open' AND assigned_to IS NULL) AS unassigned_todo_count`;

const topContributors = () =>
  statement(
    `SELECT u.id AS user_id, u.display_name, u.email, count(*) AS event_count FROM events e JOIN users u ON u.id = e.user_id
     WHERE e.created_at >= ? AND ${inList("e.event_type")} GROUP BY u.id ORDER BY event_count DESC, u.display_name, u.id LIMIT ?`,
  ).all(fromNow(-MONTH), listOf(contributions), ROWS);

type Coverage = { type: string; total: number; with_stakeholders: number; missing: number };

const stakeholderCoverage = (hidden: string) =>
  statement<Coverage>(
    `WITH held AS MATERIALIZED (
       SELECT c.type, count(*) AS count FROM (SELECT DISTINCT card_id FROM stakeholders) s CROSS JOIN cards c ON c.id = s.card_id
       WHERE c.status = 'ACTIVE' GROUP BY c.type)
     SELECT type, total, with_stakeholders, total - with_stakeholders AS missing FROM (
       SELECT c.type, sum(c.count) AS total, coalesce((SELECT count FROM held WHERE held.type = c.type), 0) AS with_stakeholders
       FROM card_counts c WHERE ${visible("?")} GROUP BY c.type)
     WHERE total > 0 ORDER BY missing DESC, type`,
  ).all(hidden);

const idleUsers = () =>
  statement(
    `SELECT id AS user_id, display_name, email, last_login, role FROM users
     WHERE is_active AND (last_login IS NULL OR last_login < ?) ORDER BY last_login NULLS FIRST, display_name, id LIMIT ?`,
  ).all(fromNow(-IDLE), ROWS);

const approvalPipeline = (hidden: string) =>
  statement(
    `SELECT type, draft, broken, rejected, draft + broken + rejected AS total FROM (
       SELECT c.type, sum((c.approval_status = 'DRAFT') * count) AS draft, sum((c.approval_status = 'BROKEN') * count) AS broken,
         sum((c.approval_status = 'REJECTED') * count) AS rejected
       FROM card_counts c WHERE ${visible("?")} GROUP BY c.type)
     WHERE draft + broken + rejected > 0 ORDER BY total DESC, type`,
  ).all(hidden);

const oldestOverdueTodos = () =>
  statement(
    `SELECT t.id, t.description AS title, t.due_date, t.card_id, t.assigned_to AS assignee_id, u.display_name AS assignee_name
     FROM todos t LEFT JOIN users u ON u.id = t.assigned_to
     WHERE t.status = 'open' AND t.due_date < ? ORDER BY t.due_date, t.id LIMIT ?`,
  ).all(today(), ROWS);

/** Returns the dashboard of administrators, as JSON. */
export function adminDashboard(actor: Actor): string {
  const hidden = listOf(hiddenCardTypes());
  const coverage = stakeholderCoverage(hidden);
  const cards_without_stakeholders = coverage.reduce((sum, { missing }) => sum + missing, 0);
  return JSON.stringify({
    kpis: { ...statement<object>(KPIS).get(today(), fromNow(-MONTH), hidden), cards_without_stakeholders },
    top_contributors: topContributors(),
    stakeholder_coverage: coverage,
    idle_users: idleUsers(),
    approval_pipeline: approvalPipeline(hidden),
    recent_activity: latestEvents(actor, EVENTS),
    oldest_overdue_todos: oldestOverdueTodos(),
  });
}
