/** Schemas of what the reports answer. */
import { z } from "zod";
import { Id, Instant, namedObject, StoredObject } from "../../http/schemas";
import { RelationTypeRef, TypeField, TypeSection } from "../metamodel";

export const Day = z.string().meta({ format: "date" });
export const Count = z.int();
export const Name = z.string();
export const Stored = StoredObject.nullable();
export const Phase = z.string().nullable().optional().meta({ description: "At the date asked for; only with `at`" });
const Value = z.unknown().meta({ description: "As it is stored; null without one" });

export const CardRef = namedObject("CardRef", { id: Id, name: Name, type: z.string() });
const CardRefs = z.record(z.string(), CardRef.array()).meta({ description: "Card type → cards, by name" });

const TagGroupRef = namedObject("TagGroupRef", {
  id: Id,
  name: Name,
  mode: z.enum(["single", "multi"]),
  tags: z.object({ id: Id, name: Name, color: z.string().nullable() }).array(),
});

const LandscapeCard = CardRef.extend({ attributes: Stored, phase: Phase });

export const Landscape = namedObject("Landscape", {
  groups: z.object({ id: Id, name: Name, items: LandscapeCard.extend({ lifecycle: Stored }).array() }).array(),
  ungrouped: LandscapeCard.array(),
});

export const Portfolio = namedObject("Portfolio", {
  items: z
    .object({
      id: Id,
      name: Name,
      x: Value,
      y: Value,
      size: Value,
      color: Value,
      letter: Value.optional().meta({ description: "Only with `letter_field`" }),
      lifecycle: Stored,
      phase: Phase,
    })
    .array(),
  x_axis: z.string(),
  y_axis: z.string(),
});

const AppCard = z.object({ id: Id, name: Name, subtype: z.string().nullable(), attributes: Stored, lifecycle: Stored });

export const AppPortfolio = namedObject("AppPortfolio", {
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
  relation_types: RelationTypeRef.extend({
    translations: StoredObject,
    attributes_schema: TypeField.array(),
  }).array(),
  groupable_types: CardRefs,
  organizations: z.object({ id: Id, name: Name }).array(),
  tag_groups: TagGroupRef.array(),
});

const MatrixCard = z.object({ id: Id, name: Name, parent_id: Id.nullable(), phase: Phase });

export const Matrix = namedObject("Matrix", {
  rows: MatrixCard.array(),
  columns: MatrixCard.array(),
  intersections: z
    .object({
      row_id: Id,
      col_id: Id,
      relations: z
        .object({ id: Id, type: z.string(), source_id: Id, attributes: Stored })
        .array()
        .optional()
        .meta({ description: "Only with `relations`: by which the two are related; `source_id` is one of both" }),
    })
    .array(),
});

const CostAt = z.number().optional().meta({ description: "Only of one card type, and for those who may see costs" });

const RoadmapFigures = namedObject("RoadmapFigures", {
  live_today: Count,
  live_at: Count,
  ended: Count.meta({ description: "Live today, and not at the date" }),
  begun: Count.meta({ description: "Live at the date, and not today" }),
  cost_today: CostAt,
  cost_at: CostAt,
});

export const Roadmap = namedObject("Roadmap", {
  items: CardRef.extend({
    subtype: z.string().nullable(),
    lifecycle: StoredObject,
    attributes: StoredObject,
    phase: Phase,
    group_id: Id.nullable().optional().meta({ description: "Only with `group_by`; null in no group" }),
    successors: CardRef.array().optional().meta({ description: "Only with `successors`" }),
  }).array(),
  groups: z
    .object({ id: Id.nullable(), name: Name.nullable(), figures: RoadmapFigures.optional() })
    .array()
    .optional()
    .meta({ description: "Only with `group_by`: those that have cards, by name, and last what is in none" }),
  figures: RoadmapFigures.optional().meta({ description: "Only with `figures_at`" }),
});

const Cost = { id: Id, name: Name, cost: z.number() };

export const Costs = namedObject("Costs", { items: z.object(Cost).array(), total: z.number() });

export const CostTreemap = namedObject("CostTreemap", {
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
});

export const CapabilityHeatmap = namedObject("CapabilityHeatmap", {
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
        related_truncated: z.literal(true).optional().meta({
          description: "Among what it is related to there is more: thousands of cards, under many capabilities",
        }),
        tag_ids: Id.array(),
      }).array(),
    })
    .array(),
  metric: z.enum(["app_count", "total_cost", "risk_count"]),
  filterable_types: CardRefs,
  fields_schema: TypeSection.array(),
  tag_groups: TagGroupRef.array(),
});

export const Dependencies = namedObject("Dependencies", {
  nodes: CardRef.extend({
    lifecycle: Stored,
    attributes: Stored,
    parent_id: Id.nullable(),
    phase: Phase,
    path: z.string().array(),
  }).array(),
  edges: z
    .object({
      id: Id.meta({ description: "That of the relation" }),
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
});

const Affected = CardRef.extend({
  subtype: z.string().nullable(),
  depth: Count.meta({ description: "Relations between it and the card" }),
  criticality: z.string().nullable(),
  phase: z.string().nullable().meta({ description: "At the date" }),
  lifecycle: Stored,
  cost: z.number().nullable().meta({ description: "The sum of its costs; null for those who may not see them" }),
  owners: z.object({ user_id: Id, display_name: Name, role: z.string() }).array(),
  organizations: z.object({ id: Id, name: Name }).array().meta({ description: "The organizations that own it" }),
  causes: z
    .object({ id: Id, relation_type: z.string(), label: z.string() })
    .array()
    .meta({ description: "Everything one step nearer by which it is affected, 50 at most; the label reads from it" }),
  path: CardRef.extend({ relation_type: z.string(), label: z.string() })
    .array()
    .meta({ description: "A shortest way from the card, which explains why it is affected; it ends with itself" }),
});

export const DomainFlows = namedObject("DomainFlows", {
  domains: z
    .object({
      id: Id.nullable(),
      name: Name.nullable(),
      systems: Count,
      within: Count.meta({ description: "The interfaces between systems of this domain alone" }),
    })
    .array()
    .meta({ description: "Those that have systems, by name, and last, without an id, what is in none" }),
  flows: z
    .object({
      source_id: Id.nullable(),
      target_id: Id.nullable(),
      count: Count.meta({ description: "The interfaces over which data goes this way" }),
      is_unknown: z
        .boolean()
        .meta({ description: "Whether nobody has said which way it goes; then a pair stands once" }),
    })
    .array()
    .meta({ description: "What flows from one domain to another, the most first" }),
  truncated: z.boolean().meta({ description: "Whether the smallest domains are left out, because there are too many" }),
});

export const Impact = namedObject("Impact", {
  card: Affected,
  at: Day,
  items: Affected.array().meta({ description: "The affected cards, the nearest first" }),
  by_depth: z
    .object({
      depth: Count,
      count: Count,
      cost: z.number().nullable(),
      by_type: z.object({ type: z.string(), count: Count }).array(),
    })
    .array()
    .meta({ description: "How many there are at each distance, and what they cost" }),
  total_cost: z.number().nullable(),
  truncated: z.boolean().meta({ description: "Whether there are more than can be shown" }),
});

const MissingCount = z.object({
  kind: z.enum(["field", "description", "lifecycle", "relation", "tag_group", "stakeholder"]),
  key: z.string(),
  label: z.string(),
  side: z.enum(["source", "target"]).optional().meta({ description: "The end of a relation at which the card is" }),
  weight: z.number(),
  count: Count.meta({ description: "How many lack it" }),
  gain: z.number().meta({ description: "The points that the mean of all these cards would gain if none lacked it" }),
});

/** The members that `missing` and `owners_of` add to a group of cards. */
const QualityDetails = z.object({
  spread: z
    .object({ low: Count, middle: Count, high: Count })
    .meta({ description: "How many are below 50, from 50, and from 80" }),
  orphaned: Count,
  missing: MissingCount.array().meta({ description: "What they lack, what would gain most first" }),
});

export const DataQuality = namedObject("DataQuality", {
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
      ...QualityDetails.partial().shape,
    })
    .array(),
  worst_items: CardRef.extend({ data_quality: z.number(), updated_at: Instant }).array(),
  histogram: Count.array()
    .optional()
    .meta({ description: "With `missing`: how many cards there are of each ten points of quality" }),
  owners: z
    .object({
      total: Count,
      items: QualityDetails.extend({ id: Id, name: Name, total: Count, avg_data_quality: z.number() }).array(),
    })
    .optional()
    .meta({
      description: "With `owners_of`: the organizations that own such cards, those of the lowest quality first",
    }),
});

export const EndOfLife = namedObject("EndOfLife", {
  items: CardRef.extend({
    subtype: z.string().nullable(),
    eol_product: z.string().nullable(),
    eol_cycle: z.string().nullable(),
    status: z.enum(["eol", "approaching", "supported", "unknown"]),
    source: z.enum(["api", "manual"]),
    cycle_data: Stored,
    lifecycle: Stored,
    affected_apps: z.object({ id: Id, name: Name, lifecycle: Stored }).array(),
    successors: CardRef.array().optional().meta({ description: "Only with `successors`" }),
  }).array(),
  summary: z.object({
    eol: Count,
    approaching: Count,
    supported: Count,
    impacted_apps: Count,
    approaching_impacted_apps: Count,
    manual: Count,
  }),
});
