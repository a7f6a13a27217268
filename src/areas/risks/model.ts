/** The risk register on the wire. */
import { z } from "zod";
import {
  CARD_ROLES,
  CATEGORIES,
  IMPACTS,
  LEVELS,
  OCCURRENCE_STATUSES,
  PROBABILITIES,
  RECURRENCE_UNITS,
  RISK_STATUSES,
} from "../../../db/schema/risks";
import { Page, PageSize } from "../../http/pagination";
import {
  changesOf,
  Day,
  Flag,
  Id,
  Instant,
  LINE,
  LONG,
  namedObject,
  nullableChangesOf,
  orNull,
  Text,
  Whole,
} from "../../http/schemas";
import { FileQuery } from "../../http/tables";
import { describeWhere } from "../../http/where";
import { RISK_FIELDS } from "./register/where";

export const Level = z.enum(LEVELS);
export type Level = z.infer<typeof Level>;
export const Category = z.enum(CATEGORIES);
export type Category = z.infer<typeof Category>;
export const Status = z.enum(RISK_STATUSES);
export type Status = z.infer<typeof Status>;
const CardRole = z.enum(CARD_ROLES);
export type CardRole = z.infer<typeof CardRole>;
const Unit = z.enum(RECURRENCE_UNITS);

/** The steps that an installation uses are set under `/settings/risk-matrix`. */
const IN_USE = { description: "One of the steps that `GET /settings/risk-matrix` answers" };
export const Probability = z.enum(PROBABILITIES).meta(IN_USE);
export type Probability = z.infer<typeof Probability>;
export const Impact = z.enum(IMPACTS).meta(IN_USE);
export type Impact = z.infer<typeof Impact>;

const Name = z.string().nullable();
const Due = z.string().nullable().meta({ format: "date" });

const LinkedCard = namedObject("RiskCard", {
  card_id: Id,
  card_name: z.string(),
  card_type: z.string(),
  role: CardRole,
});

export const Risk = namedObject("Risk", {
  id: Id,
  reference: z.string().meta({ examples: ["R-000001"] }),
  title: z.string(),
  description: z.string(),
  category: Category,
  source_type: z.enum(["manual", "compliance"]),
  source_ref: Name.meta({ description: "The regulation of a finding that was promoted" }),
  initial_probability: Probability,
  initial_impact: Impact,
  initial_level: Level,
  residual_probability: Probability.nullable(),
  residual_impact: Impact.nullable(),
  residual_level: Level.nullable().meta({ description: "Null unless both of what it follows from are set" }),
  owner_id: Id.nullable(),
  owner_name: Name,
  target_resolution_date: Due,
  status: Status,
  acceptance_rationale: Name,
  accepted_by: Id.nullable(),
  accepted_at: Instant.nullable(),
  created_by: Id.nullable(),
  created_at: Instant,
  updated_at: Instant,
  cards: LinkedCard.array().meta({ description: "By name" }),
});
export type Risk = z.infer<typeof Risk>;

export const RiskPage = namedObject("RiskPage", {
  items: Risk.array(),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});

const Counts = z.int().array().array();

const NamedRisk = namedObject("NamedRisk", { id: Id, reference: z.string(), title: z.string() });

export const RiskMetrics = namedObject("RiskMetrics", {
  total: z.int(),
  by_status: z.record(z.string(), z.int()).meta({ description: "Every status" }),
  by_level: z.record(z.string(), z.int()).meta({ description: "Every level; the residual one counts if there is one" }),
  by_category: z.record(z.string(), z.int()).meta({ description: "The categories that occur" }),
  overdue: z.int(),
  created_this_month: z.int().meta({ description: "In the current month, in UTC" }),
  initial_matrix: Counts.meta({
    description: "A row for each probability, a column for each impact, the gravest first",
  }),
  residual_matrix: Counts.meta({ description: "The same of those risks that have a residual level" }),
  cells: z
    .object({
      assessment: z.enum(["initial", "residual"]),
      probability: Probability,
      impact: Impact,
      risks: NamedRisk.array().meta({ description: "The first ones by reference" }),
    })
    .array()
    .optional()
    .meta({ description: "With `named`: the cells of both matrices that have a risk" }),
  without_tasks: z.int().optional().meta({ description: "With `named`: those without a mitigation task" }),
});
export type RiskMetrics = z.infer<typeof RiskMetrics>;

export const RiskStatusRule = namedObject("RiskStatusRule", {
  status: Status,
  next: Status.array().meta({ description: "The statuses that may follow it" }),
});
export type RiskStatusRule = z.infer<typeof RiskStatusRule>;

export const Occurrence = namedObject("MitigationOccurrence", {
  id: Id,
  task_id: Id,
  sequence: z.int(),
  assigned_owner_id: Id.nullable().meta({ description: "Who carries this cycle" }),
  assigned_owner_name: Name,
  due_date: Due,
  status: z.enum(OCCURRENCE_STATUSES),
  activated_at: Instant.nullable().meta({ description: "Only of one that was scheduled" }),
  completed_at: Instant.nullable().meta({ description: "Also of one that was skipped" }),
  completed_by: Id.nullable(),
  completed_by_name: Name,
  owner_at_completion: Id.nullable().meta({ description: "The owner of the task at that moment" }),
  owner_at_completion_name: Name,
  completion_notes: Name,
  created_at: Instant,
  updated_at: Instant.meta({ description: "The same as `created_at`" }),
});
export type Occurrence = z.infer<typeof Occurrence>;

export const MitigationTask = namedObject("MitigationTask", {
  id: Id,
  risk_id: Id,
  reference: z.string().meta({ examples: ["T-000001"] }),
  title: z.string(),
  description: Name,
  owner_id: Id.nullable(),
  owner_name: Name,
  recurrence_unit: Unit,
  recurrence_interval: z.int(),
  lead_time_days: z.int().meta({ description: "Days before it is due that an occurrence opens" }),
  is_active: z.boolean(),
  created_by: Id.nullable(),
  created_at: Instant,
  updated_at: Instant,
  occurrences: Occurrence.array().meta({ description: "The latest first" }),
});
export type MitigationTask = z.infer<typeof MitigationTask>;

/** Returns a parameter that may be repeated: any of its values counts. */
const Repeated = (description: string) =>
  z
    .preprocess((given) => [given].flat(), Text(100).array().max(200))
    .optional()
    .meta({ description: `${description}; several are alternatives` });

export const RiskFilters = z.object({
  status: Repeated("With this status"),
  category: Repeated("Of this category"),
  level: Repeated("On this level, which is the residual one if there is one"),
  source_type: Repeated("From this source"),
  owner_id: Repeated("Owned by this user"),
  card_id: Repeated("Linked to this card"),
  search: orNull(Text(LINE)).meta({
    description: "With this text in title, description or reference; `%` and `_` stand for any letters and any letter",
  }),
  overdue: Flag.default(false).meta({
    description: "To be resolved before today, and not closed, accepted or mitigated",
  }),
  where: orNull(Text(5_000)).meta({ description: describeWhere(RISK_FIELDS) }),
});
export type RiskFilters = z.infer<typeof RiskFilters>;

/** Risks that one cell of the matrices names at most. */
const MAX_NAMED = 10;

export const MetricsQuery = RiskFilters.extend({
  named: Whole(1, MAX_NAMED)
    .optional()
    .meta({ description: "Name up to that many risks of each cell, in `cells`, and count those without a task" }),
});
export type MetricsQuery = z.infer<typeof MetricsQuery>;

export const RiskQuery = RiskFilters.extend({
  page: Page,
  page_size: PageSize,
  sort_by: Text(100).default("updated_at").meta({
    description:
      "`updated_at`, `target_resolution_date`, `level`, `reference`, `name` (the title), `category`, `status`, `initial_level`, `residual_level` or `owner_name`; ascending levels begin with the gravest",
  }),
  sort_dir: Text(10).default("desc").meta({ description: "`desc` descends, anything else ascends" }),
});
export type RiskQuery = z.infer<typeof RiskQuery>;

/** The parameters of an export: those of the list. */
export const ExportQuery = RiskQuery.omit({ page: true, page_size: true }).extend(FileQuery);

/** Cards that a risk may be linked to. */
export const MAX_CARDS = 500;

const Title = Text(LINE, 1);
const OwnerId = orNull(Text(64)).meta({ format: "uuid" });
const CardIds = Text(100)
  .array()
  .max(MAX_CARDS)
  .meta({ description: "Ids that are malformed or unknown are passed over" });

export const NewRisk = z.object({
  title: Title,
  description: Text(LONG).default(""),
  category: Category.default("operational"),
  initial_probability: Probability.default("medium"),
  initial_impact: Impact.default("medium"),
  owner_id: OwnerId.meta({ description: "An empty text means nobody" }),
  target_resolution_date: orNull(Day),
  card_ids: CardIds.default([]),
});
export type NewRisk = z.infer<typeof NewRisk>;

export const RiskChanges = changesOf(NewRisk.omit({ card_ids: true })).extend({
  title: Text(LINE).optional(),
  owner_id: OwnerId,
  residual_probability: orNull(Probability),
  residual_impact: orNull(Impact),
  status: orNull(Status),
  acceptance_rationale: orNull(Text(LONG)),
});
export type RiskChanges = z.infer<typeof RiskChanges>;

export const CardLinks = z.object({ card_ids: CardIds, role: CardRole.default("affected") });
export type CardLinks = z.infer<typeof CardLinks>;

const Interval = Whole(1, 365);
const LeadTime = Whole(0, 3_650);

export const NewTask = z.object({
  title: Title,
  description: orNull(Text(LONG)),
  owner_id: OwnerId.meta({ description: "An empty text means nobody" }),
  due_date: orNull(Day),
  recurrence_unit: Unit.default("none"),
  recurrence_interval: Interval.default(1),
  lead_time_days: orNull(LeadTime).meta({ description: "By default what suits the unit; 0 for what doesn't recur" }),
});
export type NewTask = z.infer<typeof NewTask>;

export const TaskChanges = nullableChangesOf(NewTask).extend({
  title: orNull(Text(LINE)),
  owner_id: OwnerId,
  due_date: orNull(Day).meta({ description: "Of the occurrence that is to be done" }),
  lead_time_days: orNull(LeadTime),
  is_active: orNull(Flag),
});
export type TaskChanges = z.infer<typeof TaskChanges>;

export const Completion = z.object({ notes: orNull(Text(LONG)) });
export const Nothing = z.object({});

/** The levels that follow from probabilities and impacts. */
export const RiskMatrix = namedObject("RiskMatrix", {
  probabilities: z
    .enum(PROBABILITIES)
    .array()
    .min(2)
    .max(PROBABILITIES.length)
    .meta({ description: "The rows, the gravest first" }),
  impacts: z.enum(IMPACTS).array().min(2).max(IMPACTS.length).meta({ description: "The columns, the gravest first" }),
  levels: Level.array()
    .max(IMPACTS.length)
    .array()
    .max(PROBABILITIES.length)
    .meta({ description: "A row for each probability, with a level for each impact" }),
});
export type RiskMatrix = z.infer<typeof RiskMatrix>;
