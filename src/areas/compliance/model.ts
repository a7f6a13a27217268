/** Compliance on the wire. */
import { z } from "zod";
import { DECISIONS, FINDING_STATUSES, SEVERITIES } from "../../../db/schema/compliance";
import { Page, PageSize, SliceQuery } from "../../http/pagination";
import { Day, Flag, Id, Instant, LINE, LONG, namedObject, orNull, StoredObject, Text } from "../../http/schemas";
import { describeWhere } from "../../http/where";
import { AnalysisRun } from "../analyses";
import { Category, Impact, Probability } from "../risks";
import { FINDING_FIELDS } from "./findings/where";

const FindingStatus = z.enum(FINDING_STATUSES);
export type FindingStatus = z.infer<typeof FindingStatus>;
const Severity = z.enum(SEVERITIES);
export type Severity = z.infer<typeof Severity>;
const Decision = z.enum(DECISIONS);
export type Decision = z.infer<typeof Decision>;

const Words = z.string().nullable();

export const ComplianceFinding = namedObject("ComplianceFinding", {
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
});
export type ComplianceFinding = z.infer<typeof ComplianceFinding>;

const Score = z.int().meta({ description: "From 0 to 100; 100 without findings" });

export const ComplianceBundle = namedObject("ComplianceBundle", {
  regulation: z.string(),
  label: Words,
  is_enabled: z.boolean(),
  is_known: z.boolean(),
  score: Score,
  findings: ComplianceFinding.array(),
});
export type ComplianceBundle = z.infer<typeof ComplianceBundle>;

const ScanRun = namedObject("ScanRun", {
  run_id: Id.nullable(),
  status: Words,
  error: Words,
  started_at: Instant.nullable(),
  completed_at: Instant.nullable(),
  progress: StoredObject.nullable().meta({ description: "How far a running scan is" }),
  summary: StoredObject.nullable().meta({ description: "What it has come to" }),
  is_inherited: z.boolean().optional().meta({ description: "Whether the landscape has made it; in scenarios only" }),
});

export const ComplianceOverview = namedObject("ComplianceOverview", {
  compliance_run: ScanRun.meta({ description: "The latest scan, or nulls" }),
  compliance_scores: z.record(z.string(), Score),
  compliance_by_status: z.record(z.string(), z.record(z.string(), z.int())),
});
export type ComplianceOverview = z.infer<typeof ComplianceOverview>;

export const ActiveRuns = namedObject("ActiveComplianceRuns", { compliance: AnalysisRun.nullable() });

export const BulkResult = namedObject("ComplianceBulkResult", {
  updated: z.int(),
  skipped: z.object({ id: z.string(), reason: z.string() }).array(),
});
export type BulkResult = z.infer<typeof BulkResult>;

const IncludeAutoResolved = Flag.default(false).meta({ description: "Also what an earlier system has resolved" });

export const FindingQuery = z.object({
  regulation: Text(100).optional().meta({ description: "Only this regulation, also when it is unknown" }),
  status: Text(100).optional().meta({ description: "Only findings of this status" }),
  include_auto_resolved: IncludeAutoResolved,
  ...SliceQuery,
});
export type FindingQuery = z.infer<typeof FindingQuery>;

export const FindingFilters = z.object({
  search: orNull(Text(LINE)).meta({
    description: "With this text in the requirement, the gap, what would help, the article or the name of the card",
  }),
  where: orNull(Text(5_000)).meta({ description: describeWhere(FINDING_FIELDS) }),
});
export type FindingFilters = z.infer<typeof FindingFilters>;

export const FindingListQuery = FindingFilters.extend({
  page: Page,
  page_size: PageSize,
  sort_by: orNull(Text(100)).meta({
    description:
      "`severity` (the default), `status`, `decision` or `card_name`, within each regulation; `found` sorts over all, the last first",
  }),
  sort_dir: orNull(Text(10)).meta({ description: "`desc` turns the order around" }),
});
export type FindingListQuery = z.infer<typeof FindingListQuery>;

export const FindingPage = namedObject("ComplianceFindingPage", {
  items: ComplianceFinding.array(),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});

const FindingCause = namedObject("ComplianceCause", {
  cause_of: Id.meta({ description: "The first finding of the cause, for `where=cause_of:`" }),
  cause: z.string().meta({ description: "What would help, or the gap itself" }),
  severity: Severity.meta({ description: "The gravest" }),
  findings: z.int(),
  cards: z.int(),
  regulations: z.string().array(),
});

export const FindingSummary = namedObject("ComplianceFindingSummary", {
  total: z.int(),
  regulations: z
    .object({
      regulation: z.string(),
      label: Words,
      description: Words,
      is_enabled: z.boolean(),
      is_known: z.boolean(),
      score: Score,
      total: z.int(),
      by_status: z.record(z.string(), z.int()),
    })
    .array()
    .meta({ description: "In the order of the list" }),
  undecided: z.int().meta({ description: "Gaps of which nobody has decided anything" }),
  gaps_without_risk: z
    .int()
    .meta({ description: "Gaps that no risk tracks, and of which nobody has decided that none is needed" }),
  causes: FindingCause.array().meta({
    description: "Those of gaps, those that concern most cards first, 20 at most",
  }),
});
export type FindingSummary = z.infer<typeof FindingSummary>;

export const DecisionRule = namedObject("ComplianceDecisionRule", {
  decision: Decision,
  next: Decision.array().meta({ description: "The decisions that may follow it" }),
});
export type DecisionRule = z.infer<typeof DecisionRule>;

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
