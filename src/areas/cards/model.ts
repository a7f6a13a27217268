/** Schemas of cards. */
import { z } from "zod";
import { Page, PageSize, TimeSorting } from "../../http/pagination";
import {
  Flag,
  FreeObject,
  Id,
  Instant,
  LINE,
  LONG,
  namedObject,
  orNull,
  StoredObject,
  Text,
  Uuid,
  Whole,
} from "../../http/schemas";

export const TagRef = namedObject("TagRef", {
  id: Id,
  name: z.string(),
  color: z.string().nullable(),
  group_name: z.string().nullable(),
});

export const StakeholderRef = namedObject("StakeholderRef", {
  id: Id,
  user_id: Id,
  user_display_name: z.string().nullable(),
  user_email: z.string().nullable(),
  role: z.string(),
});

export const ApprovalStatus = z.enum(["DRAFT", "APPROVED", "BROKEN", "REJECTED"]);

/** The statuses of a card; those after ARCHIVED are kinds of active. */
export const statuses = ["ACTIVE", "ARCHIVED", "PHASING_IN", "PHASING_OUT", "END_OF_LIFE"] as const;

export const Card = namedObject("Card", {
  id: Id,
  type: z.string(),
  subtype: z.string().nullable(),
  name: z.string(),
  description: z.string().nullable(),
  parent_id: Id.nullable(),
  lifecycle: StoredObject.nullable(),
  attributes: StoredObject.nullable(),
  status: z.string(),
  approval_status: ApprovalStatus,
  data_quality: z.number(),
  external_id: z.string().nullable(),
  alias: z.string().nullable(),
  archived_at: Instant.nullable(),
  created_by: Id.nullable(),
  updated_by: Id.nullable(),
  created_at: Instant,
  updated_at: Instant,
  tags: TagRef.array(),
  stakeholders: StakeholderRef.array(),
});
export type Card = z.infer<typeof Card>;

/** The id of a parent; null and the empty text stand for none. */
export const ParentId = z.preprocess((input) => (input === "" ? null : input), Uuid.nullable());

const isEmptyDate = (date: unknown) => date === "" || date === null;

/** Phase → date; empty dates are dropped. */
export const Lifecycle = FreeObject.transform((dates) =>
  Object.fromEntries(Object.entries(dates).filter(([, date]) => !isEmptyDate(date))),
);

const fields = {
  subtype: orNull(Text(100)),
  description: orNull(Text(LONG)),
  parent_id: ParentId.optional(),
  lifecycle: orNull(Lifecycle),
  attributes: orNull(FreeObject),
  external_id: orNull(Text(LINE)),
  alias: orNull(Text(LINE)),
};

const strict = Flag.default(false).meta({
  description: "Refuse attributes that the card type does not declare, and values of another kind than it declares",
});

export const NewCard = namedObject("NewCard", {
  type: Text(100),
  name: Text(LINE),
  ...fields,
  strict_attributes: strict,
});
export type NewCard = z.infer<typeof NewCard>;

export const CardChanges = namedObject("CardChanges", {
  name: Text(LINE).optional(),
  ...fields,
  merge_attributes: orNull(FreeObject).meta({
    description: "Key → value, instead of `attributes`: only those given are changed; null clears one",
  }),
  status: z.enum(statuses).optional(),
  strict_attributes: strict,
});
export type CardChanges = z.infer<typeof CardChanges>;

export const Counts = namedObject("CardCounts", {
  by_type: z.object({ type: z.string(), count: z.int() }).array(),
  total: z.int(),
});

export const MyCreatedQuery = z.object({
  limit: Whole(1, 200).default(50).meta({ description: "How many cards there are at most" }),
  offset: Whole(0, 1_000_000_000).default(0).meta({ description: "How many cards come before the first" }),
});

export const MyStakeholderQuery = z.object({
  limit: Whole(1, 500).default(200).meta({ description: "How many cards there are at most" }),
  user_id: Uuid.optional().meta({ description: "The stakeholder, if not the caller" }),
});

export const MyCreated = namedObject("MyCreatedCards", {
  items: Card.array(),
  total: z.int(),
  offset: z.int(),
  limit: z.int(),
  has_more: z.boolean(),
});

const RoleDescriptor = z.object({
  key: z.string(),
  label: z.string(),
  color: z.string(),
  translations: z.record(z.string(), z.record(z.string(), z.string())),
});

export const MyStakeholderCards = namedObject("MyStakeholderCards", {
  items: Card.array(),
  roles_by_card_id: z.record(z.string(), RoleDescriptor.array()),
});

const Node = z.object({ id: Id, name: z.string(), type: z.string() });
export const Hierarchy = namedObject("Hierarchy", { ancestors: Node.array(), children: Node.array(), level: z.int() });
export type Hierarchy = z.infer<typeof Hierarchy>;

const Direction = z.enum(["outgoing", "incoming"]);

export const RelationSummary = namedObject("RelationSummary", {
  by_type: z
    .object({
      relation_type_key: z.string(),
      label: z.string(),
      direction: Direction,
      peer_type_key: z.string(),
      count: z.int(),
    })
    .array(),
  hierarchy: z.object({
    children_count: z.int(),
    parent_id: Id.nullable(),
    parent_name: z.string().nullable(),
    parent_type: z.string().nullable(),
  }),
});
export type RelationSummary = z.infer<typeof RelationSummary>;

export const ApprovalQuery = z.object({
  action: z
    .enum(["approve", "reject", "reset"])
    .meta({ description: "What happens to the approval; `reset` makes it a draft again" }),
});
export const ApprovalResult = namedObject("ApprovalResult", { approval_status: ApprovalStatus });

/** Related cards that one request may name. */
const MAX_RELATED = 200;

export const ArchiveRequest = namedObject("ArchiveRequest", {
  child_strategy: orNull(z.enum(["cascade", "disconnect", "reparent"])),
  related_card_ids: z.array(Uuid).max(MAX_RELATED).default([]),
  cascade_all_related: Flag.default(false),
});
export type ArchiveRequest = z.infer<typeof ArchiveRequest>;

export const RestoreRequest = namedObject("RestoreRequest", {
  also_restore_card_ids: z.array(Uuid).max(MAX_RELATED).default([]),
});
export type RestoreRequest = z.infer<typeof RestoreRequest>;

const affected = { affected_children_ids: Id.array(), affected_related_card_ids: Id.array() };

export const ArchiveResult = namedObject("ArchiveResult", { primary: Card, ...affected });

export const RestoreResult = namedObject("RestoreResult", { primary: Card, restored_passenger_ids: Id.array() });

export const DeleteResult = namedObject("DeleteResult", { deleted_card_ids: Id.array(), ...affected });
export type DeleteResult = z.infer<typeof DeleteResult>;

export const HistoryEvent = namedObject("HistoryEvent", {
  id: Id,
  event_type: z.string(),
  data: StoredObject.nullable(),
  user_id: Id.nullable(),
  user_display_name: z.string().nullable(),
  created_at: Instant.nullable(),
});
export type HistoryEvent = z.infer<typeof HistoryEvent>;

export const HistoryQuery = z.object({ page: Page, page_size: PageSize, ...TimeSorting });
export type HistoryQuery = z.infer<typeof HistoryQuery>;

const Flags = z.record(z.string(), z.boolean());
export const EffectivePermissions = namedObject("EffectivePermissions", {
  app_level: Flags,
  stakeholder_roles: z.string().array(),
  card_level: Flags,
  effective: Flags,
});
export type EffectivePermissions = z.infer<typeof EffectivePermissions>;

const ExpectedItem = z.object({
  kind: z.enum(["field", "description", "lifecycle", "relation", "tag_group", "stakeholder"]),
  key: z.string().meta({ description: "Of the field, relation type or stakeholder role; the id of a tag group" }),
  label: z.string(),
  side: z.enum(["source", "target"]).optional().meta({ description: "The card's end of the relation" }),
});

/** Something that a card lacks. */
export const MissingItem = ExpectedItem.extend({
  adds: z.number().meta({ description: "Points of the score that it would add" }),
}).meta({ id: "MissingItem" });

export const Quality = namedObject("CardQuality", {
  score: z.number().meta({ description: "From 0 to 100: the sum of what the items add that are filled" }),
  items: ExpectedItem.extend({
    weight: z.number(),
    is_filled: z.boolean(),
    adds: z.number().meta({ description: "Points of the score that it adds, or would add" }),
  })
    .array()
    .meta({ description: "Everything that is expected; without fields of costs that the caller may not see" }),
});
export type Quality = z.infer<typeof Quality>;
