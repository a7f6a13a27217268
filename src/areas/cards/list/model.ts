/** Schemas of lists of cards and of their exports. */
import { z } from "zod";
import { phases } from "../../../../db/query";
import { Page, PageSize, Sorting } from "../../../http/pagination";
import { Day, Flag, Id, namedObject, StoredObject, Text, Uuid } from "../../../http/schemas";
import { FileQuery } from "../../../http/tables";
import { Card, MissingItem, ParentId, StakeholderRef, TagRef } from "../model";

const Facet = z
  .object({
    value: z.union([z.string(), z.number()]).nullable(),
    count: z.int(),
    label: z.string().nullable().optional().meta({ description: "The name of a linked card, person or tag" }),
  })
  .array();

const Bound = z.union([z.string(), z.number()]);
const Histogram = namedObject(
  "Histogram",
  {
    min: Bound.nullable(),
    max: Bound.nullable(),
    filled: z.int(),
    missing: z.int(),
    buckets: z.object({ from: Bound, to: Bound, count: z.int() }).array(),
  },
  "Steps of one width; of days, min and max name the first days of their months. `to` is not included, but for the last",
);
export type Histogram = z.infer<typeof Histogram>;

const Total = namedObject(
  "CardTotal",
  {
    filled: z.int().meta({ description: "The matching cards that have a value" }),
    sum: z.number().optional(),
    mean: z.number().nullable().optional(),
    min: z.number().nullable().optional(),
    max: z.number().nullable().optional(),
  },
  "Only `filled` for what is no number",
);
export type Total = z.infer<typeof Total>;

const Group = namedObject("CardGroup", {
  value: z.union([z.string(), z.number()]).nullable().meta({ description: "Null: the cards without a value" }),
  label: z.string().nullable().meta({ description: "The name of what is linked, or the label of an option" }),
  count: z.int(),
  totals: z.record(z.string(), Total).optional().meta({ description: "The `totals` of the group" }),
});
export type Group = z.infer<typeof Group>;

const Branch = namedObject("CardBranch", {
  level: z.int().meta({ description: "0 for the top" }),
  children: z.int().meta({ description: "The cards of the tree directly below it" }),
  is_open: z.boolean().meta({ description: "Whether these follow it" }),
  matches: z.boolean().meta({ description: "False for a card that is only there because one below it matches" }),
});
export type Branch = z.infer<typeof Branch>;

const CardName = z.object({ id: Id, name: z.string(), type: z.string() });

const ListedRelations = namedObject("ListedRelations", {
  total: z.int().meta({ description: "The relations that there are, counted up to 1,000" }),
  items: z
    .object({
      relation_id: Id,
      ...CardName.shape,
      subtype: z.string().nullable(),
      attributes: StoredObject.nullable(),
    })
    .array()
    .meta({ description: "The first 20, oldest first, with the cards at their other ends" }),
});
export type ListedRelations = z.infer<typeof ListedRelations>;

/** The additions of a list to a card, by `fields`. */
export const CardLinks = z.object({
  phase: z.enum(phases).nullable().optional(),
  parent: CardName.nullable().optional(),
  path: CardName.array().optional().meta({ description: "The ancestors, root first" }),
  relations: z.record(z.string(), ListedRelations).optional(),
  stakeholders_by_role: z.record(z.string(), StakeholderRef.array()).optional(),
  tags_by_group: z.record(z.string(), TagRef.array()).optional(),
  missing: MissingItem.array().optional().meta({ description: "What the card lacks, with what adds most first" }),
  branch: Branch.optional().meta({ description: "Its place in the tree, with `tree`" }),
});
export type CardLinks = z.infer<typeof CardLinks>;

/** A card of a list. */
export const ListedCard = Card.extend(CardLinks.shape).meta({
  id: "ListedCard",
  description: "A card; with `fields`, its links in addition and of its attributes only those asked for",
});
export type ListedCard = z.infer<typeof ListedCard>;

export const CardList = namedObject("CardList", {
  items: ListedCard.array(),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
  facets: z.record(z.string(), Facet).optional().meta({ description: "Only when asked for" }),
  histograms: z.record(z.string(), Histogram).optional().meta({ description: "Only when asked for" }),
  totals: z.record(z.string(), Total).optional().meta({ description: "Only when asked for" }),
  rows: z.int().optional().meta({
    description:
      "Of a list with `group_by` or `tree`: the entries of all pages. A card counts once for each of its groups, ancestors in a tree count, and what is in closed branches doesn't",
  }),
  groups: Group.array().optional().meta({ description: "The groups of `group_by`, in the order of the cards" }),
  more_groups: z.int().optional().meta({ description: "The groups that are left out, the smallest ones" }),
});

/** A number from 0 to 100. */
const Percent = z.preprocess(
  (input) => (typeof input === "string" && input.trim() !== "" ? Number(input) : input),
  z.number().min(0).max(100),
);

const commaList = (what: string) =>
  Text(5_000)
    .optional()
    .meta({ description: `${what}, comma-separated` });

const IdFilter = <T extends z.ZodType>(schema: T, description: string) =>
  schema.optional().meta({ type: "string", format: "uuid", description });

/** The filters of a list of cards, or of a report on them. */
export const CardFilters = z.object({
  type: commaList("Keys of card types"),
  status: commaList("Statuses; ACTIVE when neither this nor `ids` is given"),
  search: Text(200).optional().meta({
    description: "Text anywhere in the name or description, whatever its case and, from three letters on, its accents",
  }),
  parent_id: IdFilter(ParentId, "Only direct children of this card"),
  approval_status: commaList("Approval statuses"),
  mine: z
    .string()
    .regex(/^stakeholder$/, "must be `stakeholder`")
    .optional()
    .meta({ description: "`stakeholder`: only cards in which the caller has a part" }),
  ids: Text(50_000).optional().meta({ description: "Only these cards, comma-separated ids; archived ones too" }),
  subtype: commaList("Keys of subtypes"),
  tag: commaList("Ids of tags, of which a card must have one"),
  related_to: IdFilter(Uuid, "Only cards that are related to this card, in either direction"),
  relation_type: Text(200).optional().meta({ description: "With `related_to`: only by relations of this type" }),
  stakeholder: IdFilter(Uuid, "Only cards in which this user has a part"),
  stakeholder_role: Text(100).optional().meta({ description: "With `stakeholder`: only this part" }),
  quality_min: Percent.optional().meta({ description: "Only cards of at least this data quality, 0 to 100" }),
  quality_max: Percent.optional().meta({ description: "Only cards of at most this data quality, 0 to 100" }),
  phase: z.enum(phases).optional().meta({ description: "Only cards that are in this phase of their life" }),
  at: Day.optional().meta({ description: "With `phase`: at this date, as in 2026-01-31; today without it" }),
  where: Text(5_000).optional().meta({
    description:
      "Conditions between semicolons: `key:value` (of a list: it holds the value), `key:a|b` (one of them), `key:from..to` (both included, either may be left out), `key:empty`, `key:set`; `!` before one negates it. A key is that of an attribute of the one card type given, a column, parent, phase, lifecycle, lifecycle.<phase>, relation.<key> (from its source), reverse.<key> (from its target), stakeholder (of any role), stakeholder.<role> or tag.<group id>; what is linked is compared by ids, and `me` is the caller. A backslash takes the next character as it is",
  }),
  include_archived: Flag.optional().meta({ description: "Archived cards too, when no status is given" }),
});
export type CardFilters = z.infer<typeof CardFilters>;

export const CardQuery = CardFilters.extend({
  facets: commaList(
    "What to count the matching cards by: type, subtype, status, approval_status, tag, phase, parent, attributes.<key> of the one card type given, relation.<key>, reverse.<key>, stakeholder (of any role), stakeholder.<role>, tag.<group id>; with :histogram behind it, how numbers or days are spread: attributes.<key>, data_quality, created_at, updated_at, lifecycle.<phase>",
  ),
  fields: commaList(
    "What each card has of its attributes, and in addition to them: attributes (all), attributes.<key>, missing (what it lacks, and what that would add to its quality), phase, parent, path, relations (all), relation.<key> (from its source), reverse.<key> (from its target), stakeholders (by role), tags (by group)",
  ),
  totals: commaList(
    "What to sum up of the matching cards: attributes.<key> of the one card type given, data_quality, and by how many have it: any name that `where` knows",
  ),
  group_by: Text(200).optional().meta({
    description:
      "The cards come group by group, with their groups in a column of an export, one with several values in each of its groups; what `facets` counts by, without histograms. The answer has the groups with their counts and `totals`, at most 500",
  }),
  tree: z.enum(["open", "closed"]).optional().meta({
    description:
      "The cards come as a tree, with the ancestors of those that match: each followed by those below it, when its branch is open",
  }),
  branches: Text(8_000).optional().meta({
    description: "With `tree`: the cards whose branches are the other way round, comma-separated ids, at most 200",
  }),
  page: Page,
  page_size: PageSize,
  sort_by: Text(200).optional().meta({
    description:
      "name, type, status, approval_status, data_quality, created_at, updated_at, subtype, lifecycle.<phase>, or attributes.<key> of the one card type given; relevance when a search names none, else name",
  }),
  sort_dir: Sorting.sort_dir,
  nulls: z.enum(["last"]).optional().meta({
    description:
      "`last`: cards without a value come last in either direction; else they come first in a descending one",
  }),
});
export type CardQuery = z.infer<typeof CardQuery>;

/** Ids of one request. */
export const MAX_IDS = 10_000;

export const CardIds = namedObject("CardIds", {
  ids: Id.array().meta({ description: "At most 10,000, in order of creation" }),
  total: z.int(),
});
export type CardIds = z.infer<typeof CardIds>;

/** The parameters of exports: the filters and the order of the list. */
export const ExportQuery = CardQuery.omit({
  page: true,
  page_size: true,
  facets: true,
  fields: true,
  totals: true,
  group_by: true,
  tree: true,
  branches: true,
});

export const CsvQuery = ExportQuery.extend({ bom: FileQuery.bom });
export const TableQuery = ExportQuery.extend({
  ...FileQuery,
  ...CardQuery.pick({ group_by: true }).shape,
  tree: CardQuery.shape.tree.meta({
    description: "The cards come as a tree, all of whose branches are open, with their levels",
  }),
  columns: commaList("The columns in their order, by their names in `fields`, and `name`; all columns without it"),
});
export type TableQuery = Omit<z.infer<typeof TableQuery>, "format" | "bom">;

export const JsonExportQuery = ExportQuery.omit({ type: true }).extend({
  types: Text(2_500)
    .transform((list) =>
      list
        .split(",")
        .map((key) => key.trim())
        .filter(Boolean),
    )
    .meta({ type: "string", description: "Keys of card types, comma-separated" }),
  include_relations: Flag.default(false).meta({ description: "Also the relations among the cards" }),
  include_stakeholders: Flag.default(false).meta({ description: "Also the stakeholders of the cards" }),
});

export const ExportedCard = namedObject("ExportedCard", {
  ...Card.pick({ id: true, type: true, subtype: true, name: true, description: true, lifecycle: true }).shape,
  attributes: StoredObject,
  ...Card.pick({ status: true, data_quality: true, updated_at: true }).shape,
  tags: TagRef.omit({ id: true }).array(),
  owner: z.string().nullable(),
  owner_email: z.string().nullable(),
  provider_names: z.string().array(),
});
