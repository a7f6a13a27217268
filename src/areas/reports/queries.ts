/** Schemas of what the reports are asked. */
import { z } from "zod";
import { Day, Flag, Text, Uuid, Whole } from "../../http/schemas";
import { APPLICATION, BUSINESS_CAPABILITY } from "./card-types";
import { IMPACT_WHERE } from "./impact-filter";
import { FiltersAt } from "./population";
import { Format } from "./table";

const TypeKey = Text(100);
const Application = TypeKey.default(APPLICATION).meta({ description: "The card type of the report" });
const FieldKey = Text(200);

const Axis = (key: string, builtIn: string) =>
  FieldKey.optional().meta({
    default: key,
    description: `Without it ${key}, or ${builtIn} where the type has only that`,
  });

export const LandscapeQuery = FiltersAt.extend({
  type: TypeKey.optional().meta({ description: "Application when left out", default: APPLICATION }),
  type_key: TypeKey.optional().meta({ description: "Another name of `type`" }),
  group_by: TypeKey.default(BUSINESS_CAPABILITY).meta({ description: "The card type by whose cards they are grouped" }),
  ...Format,
});

export const PortfolioQuery = FiltersAt.extend({
  type: Application,
  x_axis: Axis("functionalFit", "functionalSuitability"),
  y_axis: Axis("technicalFit", "technicalSuitability"),
  size_field: FieldKey.default("costTotalAnnual").meta({ description: "The field that the size of a bubble shows" }),
  color_field: FieldKey.default("businessCriticality").meta({
    description: "The field that the colour of a bubble shows",
  }),
  letter_field: FieldKey.optional().meta({
    description: "The field whose value a bubble has as a letter; with it each card has its `letter`",
  }),
  ...Format,
});

export const AppPortfolioQuery = FiltersAt.extend({ type: Application, ...Format });

export const MatrixQuery = FiltersAt.extend({
  row_type: TypeKey.default(APPLICATION).meta({ description: "The card type of the rows" }),
  col_type: TypeKey.default(BUSINESS_CAPABILITY).meta({ description: "The card type of the columns" }),
  relations: Flag.default(false).meta({ description: "With the relations that make each intersection" }),
  ...Format,
});

export const RoadmapQuery = FiltersAt.extend({
  type: TypeKey.optional().meta({ description: "Only cards of this type" }),
  group_by: TypeKey.optional().meta({
    description: "The card type by whose cards they are grouped; each stands once, below the topmost of its group",
  }),
  successors: Flag.default(false).meta({ description: "With what follows each card" }),
  figures_at: Day.optional().meta({
    description: "With how many live today and at this date, and what they cost; of all, and by group",
  }),
  ...Format,
});

/** The date of a report of cards without their phases. */
const at = Day.optional().meta({ description: "Of the cards that are there at this date, as in 2026-01-31" });

export const CostQuery = FiltersAt.extend({ at, type: Application, ...Format });

export const TreemapQuery = FiltersAt.extend({
  at,
  type: Application,
  cost_field: FieldKey.default("costTotalAnnual").meta({ description: "The field with the costs" }),
  group_by: TypeKey.optional().meta({
    description: "The card type by whose cards the costs are grouped, or `tag.<id of a tag group>`",
  }),
  aggregate: z
    .preprocess((given) => [given].flat(), Text(300).array().max(20))
    .default([])
    .meta({ description: "Sums over related cards, each `<card type>:<cost field>`" }),
  parent_card_id: Uuid.optional().meta({ description: "Only the children of this card" }),
  ...Format,
});

export const HeatmapQuery = FiltersAt.extend({
  metric: Text(100).default("app_count").meta({ description: "app_count, total_cost (or cost), risk_count" }),
  ...Format,
});

export const DependencyQuery = FiltersAt.extend({
  center_id: Text(100).optional().meta({ description: "Only the neighbourhood of this card" }),
  depth: Whole(1, 3).default(2).meta({ description: "How many relations it goes from the centre" }),
  type: TypeKey.optional().meta({ description: "Only cards of this type" }),
  ...Format,
});

export const DomainFlowsQuery = FiltersAt.extend({
  type: TypeKey.default(APPLICATION).meta({ description: "The card type of the systems between which data flows" }),
  group_by: TypeKey.default(BUSINESS_CAPABILITY).meta({
    description: "The card type of the domains: the topmost of these cards",
  }),
  ...Format,
});

export const ImpactQuery = z.object({
  card_id: Uuid.meta({ description: "The card at which it begins" }),
  depth: Whole(1, 10).default(5).meta({ description: "How many relations it goes from the card" }),
  direction: z.enum(["downstream", "upstream"]).default("downstream").meta({
    description: "`downstream`: what depends on the card; `upstream`: what the card depends on",
  }),
  items_depth: Whole(1, 10).optional().meta({
    description: "Only the items that are so near; the counts and costs by depth are of all",
  }),
  where: Text(5_000).optional().meta({ description: IMPACT_WHERE }),
  search: Text(200).optional().meta({ description: "Only items whose name contains this" }),
  at: Day.optional().meta({ description: "What is affected of the landscape of this date; today without it" }),
  ...Format,
});

export const QualityQuery = FiltersAt.extend({
  at,
  missing: Flag.default(false).meta({
    description: "With what the cards of each type lack, and what filling it everywhere would gain",
  }),
  owners_of: TypeKey.optional().meta({
    description: "A card type: with the organizations that own cards of it, those of the lowest quality first",
  }),
  ...Format,
});

export const EndOfLifeQuery = FiltersAt.extend({
  at: Day.optional().meta({ description: "How it stands at this date; today without it" }),
  successors: Flag.default(false).meta({ description: "With what follows each card" }),
  ...Format,
});
