/** Compliance: what was found about cards, or the whole landscape, against the regulations. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { analysisRuns } from "./analyses";
import { cards } from "./cards";
import { flag, instant } from "./columns";
import { risks } from "./risks";
import { users } from "./users";

/** The statuses that a finding gives the requirement. */
export const FINDING_STATUSES = ["compliant", "not_applicable", "partial", "review_needed", "non_compliant"] as const;
/** The gravest first. */
export const SEVERITIES = ["critical", "high", "medium", "low", "info"] as const;
/** The states of the work on a finding. */
export const DECISIONS = [
  "new",
  "in_review",
  "mitigated",
  "verified",
  "risk_tracked",
  "accepted",
  "not_applicable",
] as const;

export const complianceFindings = sqliteTable(
  "compliance_findings",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    /** The run that found it, or the last one that found it again. */
    run_id: text("run_id")
      .notNull()
      .references(() => analysisRuns.id, { onDelete: "cascade" }),
    last_seen_run_id: text("last_seen_run_id").references(() => analysisRuns.id, { onDelete: "set null" }),
    /** The key of a regulation, which may be gone. */
    regulation: text("regulation").notNull(),
    regulation_article: text("regulation_article"),
    card_id: text("card_id").references(() => cards.id, { onDelete: "cascade" }),
    scope_type: text("scope_type", { enum: ["card", "landscape"] })
      .notNull()
      .generatedAlwaysAs(sql`iif(card_id IS NULL, 'landscape', 'card')`, { mode: "virtual" }),
    category: text("category").notNull().default(""),
    requirement: text("requirement").notNull(),
    status: text("status", { enum: FINDING_STATUSES }).notNull(),
    severity: text("severity", { enum: SEVERITIES }).notNull(),
    /** The place of the severity: 0 for the gravest. */
    severity_rank: integer("severity_rank")
      .notNull()
      .generatedAlwaysAs(
        sql`CASE severity WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 WHEN 'low' THEN 3 ELSE 4 END`,
        { mode: "virtual" },
      ),
    gap_description: text("gap_description").notNull().default(""),
    evidence: text("evidence"),
    remediation: text("remediation"),
    ai_detected: flag("ai_detected").notNull().default(false),
    /** The engine that found it: `local`, or the name of a language model; null for what was entered manually. */
    engine: text("engine"),
    risk_id: text("risk_id").references(() => risks.id, { onDelete: "set null" }),
    decision: text("decision", { enum: DECISIONS }).notNull().default("new"),
    reviewed_by: text("reviewed_by").references(() => users.id, { onDelete: "set null" }),
    reviewed_at: instant("reviewed_at"),
    review_note: text("review_note"),
    /** It is set only in rows of earlier systems. */
    auto_resolved: flag("auto_resolved").notNull().default(false),
    /** The key by which a scan finds the finding again. */
    finding_key: text("finding_key").notNull(),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    // All that findings are counted by.
    index("compliance_findings_figures").on(table.regulation, table.status, table.auto_resolved),
    index("compliance_findings_key").on(table.regulation, table.finding_key),
    index("compliance_findings_card").on(table.card_id),
    index("compliance_findings_run").on(table.run_id),
    index("compliance_findings_last_run").on(table.last_seen_run_id),
    index("compliance_findings_risk").on(table.risk_id),
    index("compliance_findings_decision").on(table.decision),
    index("compliance_findings_reviewer").on(table.reviewed_by),
  ],
);
