/** Schemas of cards. */
import { z } from "zod";
import { Page, PageSize, TimeSorting } from "../../http/pagination";
import { Flag, FreeObject, Id, Instant, LINE, LONG, orNull, StoredObject, Text, Uuid, Whole } from "../../http/schemas";

export const TagRef = z
  .object({ id: Id, name: z.string(), color: z.string().nullable(), group_name: z.string().nullable() })
  .meta({ id: "TagRef" });

export const StakeholderRef = z
  .object({
    id: Id,
    user_id: Id,
    user_display_name: z.string().nullable(),
    user_email: z.string().nullable(),
    role: z.string(),
  })
  .meta({ id: "StakeholderRef" });

export const ApprovalStatus = z.enum(["DRAFT", "APPROVED", "BROKEN", "REJECTED"]);

/** The statuses of a card; those after ARCHIVED are kinds of active. */
export const statuses = ["ACTIVE", "ARCHIVED", "PHASING_IN", "PHASING_OUT", "END_OF_LIFE"] as const;

export const Card = z
  .object({
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
  })
  .meta({ id: "Card" });
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

export const NewCard = z
  .object({ type: Text(100), name: Text(LINE), ...fields, strict_attributes: strict })
  .meta({ id: "NewCard" });
export type NewCard = z.infer<typeof NewCard>;

export const CardChanges = z
  .object({
    name: Text(LINE).optional(),
    ...fields,
    merge_attributes: orNull(FreeObject).meta({
      description: "Key → value, instead of `attributes`: only those given are changed; null clears one",
    }),
    status: z.enum(statuses).optional(),
    strict_attributes: strict,
  })
  .meta({ id: "CardChanges" });
export type CardChanges = z.infer<typeof CardChanges>;

export const Counts = z
  .object({ by_type: z.object({ type: z.string(), count: z.int() }).array(), total: z.int() })
  .meta({ id: "CardCounts" });

export const MyCreatedQuery = z.object({
  limit: Whole(1, 200).default(50).meta({ description: "How many cards there are at most" }),
  offset: Whole(0, 1_000_000_000).default(0).meta({ description: "How many cards come before the first" }),
});

export const MyStakeholderQuery = z.object({
  limit: Whole(1, 500).default(200).meta({ description: "How many cards there are at most" }),
  user_id: Uuid.optional().meta({ description: "The stakeholder, if not the caller" }),
});

export const MyCreated = z
  .object({ items: Card.array(), total: z.int(), offset: z.int(), limit: z.int(), has_more: z.boolean() })
  .meta({ id: "MyCreatedCards" });

const RoleDescriptor = z.object({
  key: z.string(),
  label: z.string(),
  color: z.string(),
  translations: z.record(z.string(), z.record(z.string(), z.string())),
});

export const MyStakeholderCards = z
  .object({ items: Card.array(), roles_by_card_id: z.record(z.string(), RoleDescriptor.array()) })
  .meta({ id: "MyStakeholderCards" });

const Node = z.object({ id: Id, name: z.string(), type: z.string() });
export const Hierarchy = z
  .object({ ancestors: Node.array(), children: Node.array(), level: z.int() })
  .meta({ id: "Hierarchy" });
export type Hierarchy = z.infer<typeof Hierarchy>;

const Direction = z.enum(["outgoing", "incoming"]);

export const RelationSummary = z
  .object({
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
  })
  .meta({ id: "RelationSummary" });
export type RelationSummary = z.infer<typeof RelationSummary>;

export const ApprovalQuery = z.object({
  action: z
    .enum(["approve", "reject", "reset"])
    .meta({ description: "What happens to the approval; `reset` makes it a draft again" }),
});
export const ApprovalResult = z.object({ approval_status: ApprovalStatus }).meta({ id: "ApprovalResult" });

/** Related cards that one request may name. */
const MAX_RELATED = 200;

export const ArchiveRequest = z
  .object({
    child_strategy: orNull(z.enum(["cascade", "disconnect", "reparent"])),
    related_card_ids: z.array(Uuid).max(MAX_RELATED).default([]),
    cascade_all_related: Flag.default(false),
  })
  .meta({ id: "ArchiveRequest" });
export type ArchiveRequest = z.infer<typeof ArchiveRequest>;

export const RestoreRequest = z
  .object({ also_restore_card_ids: z.array(Uuid).max(MAX_RELATED).default([]) })
  .meta({ id: "RestoreRequest" });
export type RestoreRequest = z.infer<typeof RestoreRequest>;

const affected = { affected_children_ids: Id.array(), affected_related_card_ids: Id.array() };

export const ArchiveResult = z.object({ primary: Card, ...affected }).meta({ id: "ArchiveResult" });

export const RestoreResult = z
  .object({ primary: Card, restored_passenger_ids: Id.array() })
  .meta({ id: "RestoreResult" });

export const DeleteResult = z.object({ deleted_card_ids: Id.array(), ...affected }).meta({ id: "DeleteResult" });
export type DeleteResult = z.infer<typeof DeleteResult>;

export const HistoryEvent = z
  .object({
    id: Id,
    event_type: z.string(),
    data: StoredObject.nullable(),
    user_id: Id.nullable(),
    user_display_name: z.string().nullable(),
    created_at: Instant.nullable(),
  })
  .meta({ id: "HistoryEvent" });
export type HistoryEvent = z.infer<typeof HistoryEvent>;

export const HistoryQuery = z.object({ page: Page, page_size: PageSize, ...TimeSorting });
export type HistoryQuery = z.infer<typeof HistoryQuery>;

const Flags = z.record(z.string(), z.boolean());
export const EffectivePermissions = z
  .object({ app_level: Flags, stakeholder_roles: z.string().array(), card_level: Flags, effective: Flags })
  .meta({ id: "EffectivePermissions" });
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

export const Quality = z
  .object({
    score: z.number().meta({ description: "From 0 to 100: the sum of what the items add that are filled" }),
    items: ExpectedItem.extend({
      weight: z.number(),
      is_filled: z.boolean(),
      adds: z.number().meta({ description: "Points of the score that it adds, or would add" }),
    })
      .array()
      .meta({ description: "Everything that is expected; without fields of costs that the caller may not see" }),
  })
  .meta({ id: "CardQuality" });
export type Quality = z.infer<typeof Quality>;
