/** Schemas of what the dashboards and the directory answer. */
import { z } from "zod";
import { Id, Instant, namedObject, StoredObject } from "../../../http/schemas";
import { ApprovalStatus } from "../../cards";
import { Count, Day, Name, Stored } from "../model";
import { Format } from "../table";

export const DirectoryQuery = z.object(Format);

const ActivityEvent = namedObject("ActivityEvent", {
  id: Id,
  card_id: Id.nullable(),
  card_name: Name.nullable(),
  event_type: z.string(),
  data: Stored,
  user_display_name: Name.nullable(),
  created_at: Instant.nullable(),
});

const KpiTrend = namedObject("KpiTrend", {
  current: z.number(),
  previous: z.number().nullable(),
  delta_abs: z.number().nullable(),
  delta_pct: z.number().nullable(),
});

const Trends = namedObject("Trends", {
  comparison_days: Count,
  snapshot_available: z.boolean(),
  snapshot_date: Day.nullable(),
  total_cards: KpiTrend,
  avg_data_quality: KpiTrend,
  approved_count: KpiTrend,
  broken_count: KpiTrend,
});

export const Dashboard = namedObject("Dashboard", {
  total_cards: Count,
  by_type: z.record(z.string(), Count),
  avg_data_quality: z.number(),
  approval_statuses: z.partialRecord(ApprovalStatus, Count),
  data_quality_distribution: z.object({ "0-25": Count, "25-50": Count, "50-75": Count, "75-100": Count }),
  lifecycle_distribution: z.record(z.string(), Count),
  recent_events: ActivityEvent.array(),
  trends: Trends,
});

export const MyWorkspace = namedObject("MyWorkspace", {
  favorite_count: Count,
  stakeholder_card_count: Count,
  open_todo_count: Count,
  pending_survey_count: Count,
  overdue_todo_count: Count,
  broken_card_count: Count,
  attention_count: Count,
  created_count: Count,
});

const UserRef = { user_id: Id, display_name: Name, email: z.string() };

export const AdminDashboard = namedObject("AdminDashboard", {
  kpis: z.object({
    total_users: Count,
    active_users_30d: Count,
    cards_without_stakeholders: Count,
    overdue_todos_total: Count,
    stuck_approvals: Count,
    broken_total: Count,
    pending_sso_invitations: Count,
    unassigned_todo_count: Count,
  }),
  top_contributors: z.object({ ...UserRef, event_count: Count }).array(),
  stakeholder_coverage: z.object({ type: z.string(), total: Count, with_stakeholders: Count, missing: Count }).array(),
  idle_users: z.object({ ...UserRef, last_login: Instant.nullable(), role: z.string() }).array(),
  approval_pipeline: z.object({ type: z.string(), draft: Count, broken: Count, rejected: Count, total: Count }).array(),
  recent_activity: ActivityEvent.array(),
  oldest_overdue_todos: z
    .object({
      id: Id,
      title: z.string(),
      due_date: Day,
      card_id: Id.nullable(),
      assignee_id: Id.nullable(),
      assignee_name: Name.nullable(),
    })
    .array(),
});

const Holder = z.object({
  user_id: Id,
  display_name: Name,
  email: z.string().nullable(),
  card_count: Count,
  cards: z.object({ id: Id, name: Name }).array(),
});
const HeldRole = z.object({
  role_key: z.string(),
  role_label: z.string(),
  role_color: z.string(),
  role_translations: StoredObject,
  users: Holder.array(),
});

export const StakeholderDirectory = namedObject("StakeholderDirectory", {
  card_types: z
    .object({
      type_key: z.string(),
      type_label: z.string(),
      type_icon: z.string(),
      type_color: z.string(),
      holders_count: Count,
      roles: HeldRole.array(),
    })
    .array(),
});
