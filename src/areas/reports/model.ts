/** Schemas of what the reports answer. */
import { z } from "zod";
import { Id, Instant, StoredObject } from "../../http/schemas";
import { ApprovalStatus } from "../cards";
import { TypeField, TypeSection } from "../metamodel";

const Day = z.string().meta({ format: "date" });
const Count = z.int();
const Name = z.string();
const Stored = StoredObject.nullable();
const Phase = z.string().nullable().optional().meta({ description: "At the date asked for; only with `at`" });
const Value = z.unknown().meta({ description: "As it is stored; null without one" });

export const CardRef = z.object({ id: Id, name: Name, type: z.string() }).meta({ id: "CardRef" });
const CardRefs = z.record(z.string(), CardRef.array()).meta({ description: "Card type → cards, by name" });

const TagGroupRef = z
  .object({
    id: Id,
    name: Name,
    mode: z.enum(["single", "multi"]),
    tags: z.object({ id: Id, name: Name, color: z.string().nullable() }).array(),
  })
  .meta({ id: "TagGroupRef" });

const ActivityEvent = z
  .object({
    id: Id,
    card_id: Id.nullable(),
    card_name: Name.nullable(),
    event_type: z.string(),
    data: Stored,
    user_display_name: Name.nullable(),
    created_at: Instant.nullable(),
  })
  .meta({ id: "ActivityEvent" });

const KpiTrend = z
  .object({
    current: z.number(),
    previous: z.number().nullable(),
    delta_abs: z.number().nullable(),
    delta_pct: z.number().nullable(),
  })
  .meta({ id: "KpiTrend" });

const Trends = z
  .object({
    comparison_days: Count,
    snapshot_available: z.boolean(),
    snapshot_date: Day.nullable(),
    total_cards: KpiTrend,
    avg_data_quality: KpiTrend,
    approved_count: KpiTrend,
    broken_count: KpiTrend,
  })
  .meta({ id: "Trends" });

export const Dashboard = z
  .object({
    total_cards: Count,
    by_type: z.record(z.string(), Count),
    avg_data_quality: z.number(),
    approval_statuses: z.partialRecord(ApprovalStatus, Count),
    data_quality_distribution: z.object({ "0-25": Count, "25-50": Count, "50-75": Count, "75-100": Count }),
    lifecycle_distribution: z.record(z.string(), Count),
    recent_events: ActivityEvent.array(),
    trends: Trends,
  })
  .meta({ id: "Dashboard" });

export const MyWorkspace = z
  .object({
    favorite_count: Count,
    stakeholder_card_count: Count,
    open_todo_count: Count,
    pending_survey_count: Count,
    overdue_todo_count: Count,
    broken_card_count: Count,
    attention_count: Count,
    created_count: Count,
  })
  .meta({ id: "MyWorkspace" });

const UserRef = { user_id: Id, display_name: Name, email: z.string() };

export const AdminDashboard = z
  .object({
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
    stakeholder_coverage: z
      .object({ type: z.string(), total: Count, with_stakeholders: Count, missing: Count })
      .array(),
    idle_users: z.object({ ...UserRef, last_login: Instant.nullable(), role: z.string() }).array(),
    approval_pipeline: z
      .object({ type: z.string(), draft: Count, broken: Count, rejected: Count, total: Count })
      .array(),
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
  })
  .meta({ id: "AdminDashboard" });

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

export const StakeholderDirectory = z
  .object({
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
  })
  .meta({ id: "StakeholderDirectory" });

const LandscapeCard = CardRef.extend({ attributes: Stored, phase: Phase });

export const Landscape = z
  .object({
    groups: z.object({ id: Id, name: Name, items: LandscapeCard.extend({ lifecycle: Stored }).array() }).array(),
    ungrouped: LandscapeCard.array(),
  })
  .meta({ id: "Landscape" });

export const Portfolio = z
  .object({
    items: z
      .object({ id: Id, name: Name, x: Value, y: Value, size: Value, color: Value, lifecycle: Stored, phase: Phase })
      .array(),
    x_axis: z.string(),
    y_axis: z.string(),
  })
  .meta({ id: "Portfolio" });

const AppCard = z.object({ id: Id, name: Name, subtype: z.string().nullable(), attributes: Stored, lifecycle: Stored });

export const AppPortfolio = z
  .object({
    items: AppCard.extend({
      phase: Phase,
      relations: z
        .object({
          relation_type: z.string(),
          related_id: Id,
          related_name: Name,
          related_type: z.string(),
          attributes: StoredObject,
        })
        .array(),
      org_ids: Id.array(),
      tag_ids: Id.array(),
    }).array(),
    fields_schema: TypeSection.array(),
    relation_types: z
      .object({
        key: z.string(),
        label: z.string(),
        reverse_label: z.string().nullable(),
        source_type_key: z.string(),
        target_type_key: z.string(),
        other_type_key: z.string(),
        translations: StoredObject,
        attributes_schema: TypeField.array(),
      })
      .array(),
    groupable_types: CardRefs,
    organizations: z.object({ id: Id, name: Name }).array(),
    tag_groups: TagGroupRef.array(),
  })
  .meta({ id: "AppPortfolio" });

const MatrixCard = z.object({ id: Id, name: Name, parent_id: Id.nullable(), phase: Phase });

export const Matrix = z
  .object({
    rows: MatrixCard.array(),
    columns: MatrixCard.array(),
    intersections: z.object({ row_id: Id, col_id: Id }).array(),
  })
  .meta({ id: "Matrix" });

export const Roadmap = z
  .object({
    items: CardRef.extend({
      subtype: z.string().nullable(),
      lifecycle: StoredObject,
      attributes: StoredObject,
      phase: Phase,
    }).array(),
  })
  .meta({ id: "Roadmap" });

const Cost = { id: Id, name: Name, cost: z.number() };

export const Costs = z.object({ items: z.object(Cost).array(), total: z.number() }).meta({ id: "Costs" });

export const CostTreemap = z
  .object({
    items: z
      .object({
        ...Cost,
        lifecycle: Stored,
        attributes: Stored,
        group: z.string().optional().meta({ description: "Only with `group_by`" }),
      })
      .array(),
    total: z.number(),
    groups: z.object({ name: Name, cost: z.number() }).array().nullable(),
  })
  .meta({ id: "CostTreemap" });

export const CapabilityHeatmap = z
  .object({
    items: z
      .object({
        id: Id,
        name: Name,
        parent_id: Id.nullable(),
        app_count: Count,
        total_cost: z.number(),
        risk_count: Count,
        attributes: Stored,
        apps: AppCard.extend({
          phase: Phase,
          org_ids: Id.array(),
          related_by_type: z.record(z.string(), Id.array()),
          tag_ids: Id.array(),
        }).array(),
      })
      .array(),
    metric: z.enum(["app_count", "total_cost", "risk_count"]),
    filterable_types: CardRefs,
    fields_schema: TypeSection.array(),
    tag_groups: TagGroupRef.array(),
  })
  .meta({ id: "CapabilityHeatmap" });

export const Dependencies = z
  .object({
    nodes: CardRef.extend({
      lifecycle: Stored,
      attributes: Stored,
      parent_id: Id.nullable(),
      path: z.string().array(),
    }).array(),
    edges: z
      .object({
        source: Id,
        target: Id,
        type: z.string(),
        label: z.string(),
        reverse_label: z.string().nullable(),
        description: z.string().nullable(),
        attributes: Stored,
      })
      .array(),
    truncated: z.literal(true).optional().meta({ description: "Only when there are more than can be shown" }),
  })
  .meta({ id: "Dependencies" });

const Affected = CardRef.extend({
  subtype: z.string().nullable(),
  depth: Count.meta({ description: "Relations between it and the card" }),
  criticality: z.string().nullable(),
  phase: z.string().nullable().meta({ description: "At the date" }),
  cost: z.number().nullable().meta({ description: "The sum of its costs; null for those who may not see them" }),
  owners: z.object({ user_id: Id, display_name: Name, role: z.string() }).array(),
  path: CardRef.extend({ relation_type: z.string(), label: z.string() })
    .array()
    .meta({ description: "A shortest way from the card, which explains why it is affected; it ends with itself" }),
});

export const Impact = z
  .object({
    card: Affected,
    at: Day,
    items: Affected.array().meta({ description: "The affected cards, the nearest first" }),
    total_cost: z.number().nullable(),
    truncated: z.boolean().meta({ description: "Whether there are more than can be shown" }),
  })
  .meta({ id: "Impact" });

export const DataQuality = z
  .object({
    overall_data_quality: z.number(),
    total_items: Count,
    with_lifecycle: Count,
    orphaned: Count,
    stale: Count,
    by_type: z
      .object({
        type: z.string(),
        total: Count,
        complete: Count,
        partial: Count,
        minimal: Count,
        avg_data_quality: z.number(),
      })
      .array(),
    worst_items: CardRef.extend({ data_quality: z.number(), updated_at: Instant }).array(),
  })
  .meta({ id: "DataQuality" });

export const EndOfLife = z
  .object({
    items: CardRef.extend({
      subtype: z.string().nullable(),
      eol_product: z.string().nullable(),
      eol_cycle: z.string().nullable(),
      status: z.enum(["eol", "approaching", "supported", "unknown"]),
      source: z.enum(["api", "manual"]),
      cycle_data: Stored,
      lifecycle: Stored,
      affected_apps: z.object({ id: Id, name: Name, lifecycle: Stored }).array(),
    }).array(),
    summary: z.object({
      eol: Count,
      approaching: Count,
      supported: Count,
      impacted_apps: Count,
      approaching_impacted_apps: Count,
      manual: Count,
    }),
  })
  .meta({ id: "EndOfLife" });
