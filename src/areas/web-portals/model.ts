/** Portals: as administrators build them, and as visitors see them. */
import { z } from "zod";
import { Page, SliceQuery, Sorting } from "../../http/pagination";
import {
  changesOf,
  Flag,
  FreeObject,
  Id,
  Instant,
  LONG,
  namedObject,
  orNull,
  StoredObject,
  Text,
  Uuid,
  Whole,
  withinLimits,
} from "../../http/schemas";
import { ApprovalStatus } from "../cards";
import { Label, RelationTypeRef, Subtype, TypeSection } from "../metamodel";

/** The longest name, and the longest slug. */
const LONGEST_NAME = 200;
/** Subtypes that a portal may be restricted to, and tags. */
const MAX_SUBTYPES = 200;
const MAX_TAGS = 500;
/** Attributes that a portal may be restricted by, their values, and the longest of these. */
const MAX_ATTRIBUTES = 20;
const MAX_VALUES = 100;
const LONGEST_VALUE = 500;
/** Entries of the list of fields to show. */
const MAX_FIELDS = 500;
/** Keys of card types and subtypes. */
const Key = Text(100);

const portal = {
  id: Id,
  name: z.string(),
  slug: z.string().meta({ description: "Where visitors find it" }),
  description: z.string().nullable(),
  card_type: z.string().meta({ description: "Key of the card type whose cards it shows" }),
  filters: StoredObject.nullable().meta({ description: "Which cards of the type it shows" }),
  display_fields: z.array(z.unknown()).nullable().meta({ description: "Stored for the front end" }),
  card_config: StoredObject.nullable().meta({ description: "How the front end shows a card" }),
};

export const WebPortal = namedObject("WebPortal", {
  ...portal,
  is_published: z.boolean().meta({ description: "Whether anybody may read it" }),
  created_by: Id.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type WebPortal = z.infer<typeof WebPortal>;

export const PortalQuery = z.object(SliceQuery);

const Attributes = z
  .record(Key, z.array(Text(LONGEST_VALUE)).max(MAX_VALUES))
  .refine(
    (attributes) => Object.keys(attributes).length <= MAX_ATTRIBUTES,
    `must not have more than ${MAX_ATTRIBUTES} keys`,
  )
  .meta({ examples: [{ businessCriticality: ["missionCritical"] }] });

const Filters = z
  .looseObject({
    subtypes: orNull(z.array(Key).max(MAX_SUBTYPES)).meta({ description: "Only cards of these subtypes" }),
    tag_ids: orNull(z.array(Uuid).max(MAX_TAGS)).meta({ description: "Only cards with one of these tags" }),
    approval_statuses: orNull(z.array(ApprovalStatus).max(20)).meta({ description: "Only cards with these statuses" }),
    attributes: orNull(Attributes).meta({
      description: "Only cards that have one of these values in each of these attributes; costs are not looked at",
    }),
  })
  .superRefine(withinLimits);

const CardConfig = FreeObject.meta({
  description:
    '`toggles`: what of a card the front end shows, as in `{"field:url": {"card": true, "detail": true}}`, and `show_logo`. What is off in both places is still sent, but for `subscribers` and `rel:<key>`',
});

const rest = {
  description: orNull(Text(LONG)),
  filters: orNull(Filters),
  display_fields: orNull(z.array(z.unknown()).max(MAX_FIELDS).superRefine(withinLimits)),
  card_config: orNull(CardConfig),
};

const Slug = Text(LONGEST_NAME).meta({ description: "Words of small letters and digits, with hyphens between them" });

export const NewWebPortal = namedObject("NewWebPortal", {
  name: Label(LONGEST_NAME),
  slug: Slug,
  card_type: Key,
  ...rest,
  is_published: Flag.default(false),
});
export type NewWebPortal = z.infer<typeof NewWebPortal>;

export const WebPortalChanges = changesOf(NewWebPortal).meta({ id: "WebPortalChanges" });
export type WebPortalChanges = z.infer<typeof WebPortalChanges>;

const Translations = z.record(z.string(), z.record(z.string(), z.string()));

export const PublicPortal = namedObject("PublicPortal", {
  ...portal,
  type_info: z
    .object({
      key: z.string(),
      label: z.string(),
      icon: z.string(),
      color: z.string(),
      fields_schema: TypeSection.array().meta({ description: "Without the fields that hold costs" }),
      subtypes: Subtype.array(),
      translations: Translations,
    })
    .nullable()
    .meta({ description: "The card type; null when it is gone" }),
  relation_types: RelationTypeRef.extend({ other_type_label: z.string(), translations: Translations }).array(),
  tag_groups: z
    .object({
      id: Id,
      name: z.string(),
      tags: z.object({ id: Id, name: z.string(), color: z.string().nullable() }).array(),
    })
    .array()
    .meta({ description: "Those whose tags cards of the type may have" }),
});
export type PublicPortal = z.infer<typeof PublicPortal>;

export const OptionsQuery = z.object({
  type_key: Key.meta({ description: "Key of the card type of the related cards" }),
  ...SliceQuery,
});
export const RelationOption = namedObject("PortalRelationOption", { id: Id, name: z.string() });
export type RelationOption = z.infer<typeof RelationOption>;

/** The longest list of ids, or JSON text, in a query. */
const LONGEST_FILTER = 5_000;

export const PortalCardsQuery = z.object({
  search: Text(200).optional().meta({
    description: "Text anywhere in the name or description, whatever its case; `%` stands for any letters, `_` for one",
  }),
  subtype: Key.optional().meta({ description: "Only cards of this subtype" }),
  tag_ids: Text(LONGEST_FILTER)
    .optional()
    .meta({ description: "Only cards with one of these tags: ids, comma-separated" }),
  attr_filters: Text(LONGEST_FILTER).optional().meta({
    description:
      'JSON object: the attributes that a card must have, as in `{"hostingType": "onPremise"}`. A list has the value when it holds it. Costs are not looked at',
  }),
  relation_filters: Text(LONGEST_FILTER)
    .optional()
    .meta({ description: "JSON object: relation type → id of the card that a card must have such a relation to" }),
  related_type: Key.optional().meta({ description: "One relation type, with `related_id` in addition" }),
  related_id: Text(64).optional().meta({ description: "Id of the card at the other end of a `related_type`" }),
  page: Page,
  page_size: Whole(1, 100).default(24).meta({ description: "Cards of a page" }),
  sort_by: Text(100).default("name").meta({
    description:
      "name, type, status, approval_status, data_quality, created_at, updated_at or subtype; anything else means name",
  }),
  sort_dir: Sorting.sort_dir,
});
export type PortalCardsQuery = z.infer<typeof PortalCardsQuery>;

export const PortalCard = namedObject("PortalCard", {
  id: Id,
  name: z.string(),
  type: z.string(),
  subtype: z.string().nullable(),
  description: z.string().nullable(),
  lifecycle: StoredObject.nullable(),
  attributes: StoredObject.nullable().meta({ description: "Without costs" }),
  approval_status: ApprovalStatus,
  data_quality: z.number(),
  tags: z
    .object({ id: Id, name: z.string(), color: z.string().nullable(), group_name: z.string() })
    .array()
    .meta({ description: "In the order of the groups' and their tags' names" }),
  relations: z
    .object({
      type: z.string(),
      related_id: Id,
      related_name: z.string(),
      related_type: z.string(),
      direction: z.enum(["outgoing", "incoming"]),
    })
    .array()
    .meta({ description: "To active cards of types that are not hidden; at most 500 in each direction" }),
  stakeholders: z.object({ role: z.string(), display_name: z.string() }).array(),
  updated_at: Instant,
});
export type PortalCard = z.infer<typeof PortalCard>;

export const PortalCardPage = namedObject("PortalCardPage", {
  items: PortalCard.array(),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});
export type PortalCardPage = z.infer<typeof PortalCardPage>;
