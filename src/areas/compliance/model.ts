/** Compliance on the wire. */
import { z } from "zod";
import { DECISIONS, FINDING_STATUSES, SEVERITIES } from "../../../db/schema/compliance";
import { SliceQuery } from "../../http/pagination";
import { Day, Flag, Id, Instant, LINE, LONG, orNull, StoredObject, Text } from "../../http/schemas";
import { AnalysisRun } from "../analyses";
import { Category, Impact, Probability } from "../risks";

const FindingStatus = z.enum(FINDING_STATUSES);
export type FindingStatus = z.infer<typeof FindingStatus>;
const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;
const Decision = z.enum(DECISIONS);
export type Decision = z.infer<typeof Decision>;

const Words = z.string().nullable();

export const ComplianceFinding = z
  .object({
    id: Id,
    run_id: Id.meta({ description: "The run that found it, or the last one that found it again" }),
    regulation: z.string(),
    regulation_article: Words,
    card_id: Id.nullable(),
    card_name: Words,
    card_type: Words,
    card_has_ai_features: z.boolean().nullable().meta({ description: "What the card itself says of it" }),
    scope_type: z.enum(["card", "landscape"]),
    category: z.string(),
    requirement: z.string(),
    status: FindingStatus,
    severity: Severity,
    gap_description: z.string(),
    evidence: Words,
    remediation: Words,
    ai_detected: z.boolean(),
    engine: Words.meta({ description: "`local`, or the model; null for what was entered manually" }),
    risk_id: Id.nullable(),
    risk_reference: Words,
    decision: Decision,
    reviewed_by: Id.nullable(),
    reviewer_name: Words,
    reviewed_at: Instant.nullable(),
    review_note: Words,
    auto_resolved: z.boolean().meta({ description: "Only of findings of earlier systems" }),
    last_seen_run_id: Id.nullable(),
    created_at: Instant,
    updated_at: Instant,
  })
  .meta({ id: "ComplianceFinding" });
export type ComplianceFinding = z.infer<typeof ComplianceFinding>;

const Score = z.int().meta({ description: "From 0 to 100; 100 without findings" });

export const ComplianceBundle = z
  .object({
    regulation: z.string(),
    label: Words,
    is_enabled: z.boolean(),
    is_known: z.boolean(),
    score: Score,
    findings: ComplianceFinding.array(),
  })
  .meta({ id: "ComplianceBundle" });
export type ComplianceBundle = z.infer<typeof ComplianceBundle>;

const ScanRun = z
  .object({
    run_id: Id.nullable(),
    status: Words,
    error: Words,
    started_at: Instant.nullable(),
    completed_at: Instant.nullable(),
    progress: StoredObject.nullable().meta({ description: "How far a running scan is" }),
    summary: StoredObject.nullable().meta({ description: "What it has come to" }),
  })
  .meta({ id: "ScanRun" });

export const ComplianceOverview = z
  .object({
    compliance_run: ScanRun.meta({ description: "The latest scan, or nulls" }),
    compliance_scores: z.record(z.string(), Score),
    compliance_by_status: z.record(z.string(), z.record(z.string(), z.int())),
  })
  .meta({ id: "ComplianceOverview" });
export type ComplianceOverview = z.infer<typeof ComplianceOverview>;

export const ActiveRuns = z.object({ compliance: AnalysisRun.nullable() }).meta({ id: "ActiveComplianceRuns" });

export const BulkResult = z
  .object({ updated: z.int(), skipped: z.object({ id: z.string(), reason: z.string() }).array() })
  .meta({ id: "ComplianceBulkResult" });
export type BulkResult = z.infer<typeof BulkResult>;

const IncludeAutoResolved = Flag.default(false).meta({ description: "Also what an earlier system has resolved" });

export const FindingQuery = z.object({
  regulation: Text(100).optional().meta({ description: "Only this regulation, also when it is unknown" }),
  status: Text(100).optional().meta({ description: "Only findings of this status" }),
  include_auto_resolved: IncludeAutoResolved,
  ...SliceQuery,
});
export type FindingQuery = z.infer<typeof FindingQuery>;

export const CardFindingQuery = z.object({ include_auto_resolved: IncludeAutoResolved, ...SliceQuery });

/** Regulations of one scan. */
const MAX_REGULATIONS = 500;

export const ScanRequest = z.object({
  regulations: orNull(Text(100).array().max(MAX_REGULATIONS)).meta({
    description: "Keys; all that are enabled without any, and unknown ones are passed over",
  }),
});
export type ScanRequest = z.infer<typeof ScanRequest>;

const Category64 = Text(64);
const Article = orNull(Text(128));
const CardId = orNull(Text(64)).meta({ format: "uuid", description: "Empty for the whole landscape" });
/** Values that the services check, because a wrong one is a 400. */
const Word = Text(100);
const Prose = Text(LONG);

export const NewFinding = z.object({
  regulation: Word,
  regulation_article: Article,
  card_id: CardId,
  category: Category64.default(""),
  requirement: Prose,
  status: Word.meta({ description: `One of ${FINDING_STATUSES.toSorted().join(", ")}` }),
  severity: Word.meta({ description: `One of ${SEVERITIES.toSorted().join(", ")}` }),
  gap_description: Prose.default(""),
  evidence: orNull(Prose),
  remediation: orNull(Prose),
});
export type NewFinding = z.infer<typeof NewFinding>;

export const FindingDetails = z.object({
  regulation: orNull(Word),
  regulation_article: Article,
  card_id: CardId,
  category: orNull(Category64),
  requirement: orNull(Prose),
  status: orNull(Word),
  severity: orNull(Word),
  gap_description: orNull(Prose),
  evidence: orNull(Prose),
  remediation: orNull(Prose),
});
export type FindingDetails = z.infer<typeof FindingDetails>;

const Note = orNull(Prose).meta({ description: "Without one the last note is erased; `accepted` needs one" });

export const DecisionChange = z.object({ decision: Word, review_note: Note });
export type DecisionChange = z.infer<typeof DecisionChange>;

/** Findings of one bulk change. */
const MAX_FINDINGS = 10_000;

const Ids = Text(64).array().max(MAX_FINDINGS);
export const BulkDecision = z.object({ ids: Ids, decision: Word, review_note: Note });
export type BulkDecision = z.infer<typeof BulkDecision>;
export const BulkDeletion = z.object({ ids: Ids });

export const Verdict = z.object({ verdict: Word.meta({ description: "`confirmed` or `rejected`" }) });

export const Promotion = z.object({
  title: orNull(Text(LINE)),
  description: orNull(Prose),
  category: orNull(Category),
  initial_probability: orNull(Probability),
  initial_impact: orNull(Impact),
  owner_id: orNull(Text(64)).meta({ format: "uuid" }),
  target_resolution_date: orNull(Day),
});
export type Promotion = z.infer<typeof Promotion>;
