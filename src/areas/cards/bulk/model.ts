/** Schemas of operations on many cards. */
import { z } from "zod";
import {
  Flag,
  FreeObject,
  Id,
  LINE,
  LONG,
  namedObject,
  orNull,
  StoredObject,
  Text,
  Uuid,
  Whole,
} from "../../../http/schemas";
import { ApprovalStatus, Card, CardChanges, Lifecycle } from "../model";

/** Cards that one request may name. */
const MAX_CARDS = 10_000;
/** References in one request. */
const MAX_REFERENCES = 5_000;

const RowIndex = Whole(0, 1_000_000_000);
const Names = z.array(Text(LINE)).max(32);

export const NewCardRow = z.object({
  row_index: RowIndex,
  type: Text(100),
  name: Text(LINE),
  subtype: orNull(Text(100)),
  description: orNull(Text(LONG)),
  parent_id: orNull(Text(64)),
  parent_path: orNull(Names),
  parent_name: orNull(Text(LINE)),
  lifecycle: orNull(Lifecycle),
  attributes: orNull(FreeObject),
  external_id: orNull(Text(LINE)),
  alias: orNull(Text(LINE)),
  approval_status: orNull(ApprovalStatus),
});
export type NewCardRow = z.infer<typeof NewCardRow>;

/** Checks whether a failing row stops everything or is skipped. */
export const OnError = (usually: "skip" | "stop") =>
  z.enum(["skip", "stop"]).default(usually).meta({
    description: "What a row that fails does to the others: they continue without it, or nothing at all is changed",
  });

export const BulkCreate = namedObject("BulkCreate", {
  cards: z.array(NewCardRow).min(1).max(MAX_CARDS),
  dry_run: Flag.default(false),
  on_error: OnError("skip"),
});
export type BulkCreate = z.infer<typeof BulkCreate>;

export const BulkCreateResult = namedObject("BulkCreateResult", {
  results: z
    .object({
      row_index: z.int(),
      status: z.enum(["created", "failed"]),
      id: Id.nullable(),
      error: z.string().nullable(),
    })
    .array(),
  created: z.int(),
  failed: z.int(),
  dry_run: z.boolean(),
});
export type BulkCreateResult = z.infer<typeof BulkCreateResult>;

const OwnChange = CardChanges.extend({ id: Uuid });

export const BulkChange = z
  .object({
    ids: z
      .array(Uuid)
      .max(MAX_CARDS)
      .optional()
      .meta({ description: "Cards that are changed in the same way, by `updates`" }),
    updates: CardChanges.optional(),
    cards: z.array(OwnChange).max(MAX_CARDS).optional().meta({
      description: "Cards with changes of their own, in place of `ids` and `updates`; each needs the right to edit it",
    }),
    dry_run: Flag.default(false),
    on_error: OnError("stop"),
  })
  .superRefine(({ ids, updates, cards }, context) => {
    const refuse = (path: string, message: string, type: string) =>
      context.addIssue({ code: "custom", path: [path], message, params: { type, msg: message } });
    if (cards === undefined && ids === undefined) refuse("ids", "is required", "missing");
    if (cards === undefined && updates === undefined) refuse("updates", "is required", "missing");
    if (cards !== undefined && (updates !== undefined || ids !== undefined))
      refuse("cards", "must not be given together with ids and updates", "value_error");
    if (new Set(cards?.map(({ id }) => id)).size !== (cards?.length ?? 0))
      refuse("cards", "must not name a card twice", "value_error");
  })
  .meta({
    id: "BulkChange",
    examples: [{ ids: ["7fc56270-e7a7-4fa8-9d6a-6b1e5c2f0d11"], updates: { subtype: "businessApplication" } }],
  });
export type BulkChange = z.infer<typeof BulkChange>;

export const BulkChangeReport = namedObject("BulkChangeReport", {
  dry_run: z.boolean(),
  results: z
    .object({
      row_index: z.int(),
      card_id: Id,
      id: Id,
      status: z.enum(["would_update", "updated", "failed"]),
      before: StoredObject,
      after: StoredObject,
      error: z.string().nullable(),
    })
    .array()
    .meta({ description: "The cards that differ, and those that failed" }),
  updated: z.int(),
  would_update: z.int(),
  failed: z.int(),
});
export type BulkChangeReport = z.infer<typeof BulkChangeReport>;

export const BulkChangeResult = z
  .union([Card.array(), BulkChangeReport])
  .meta({ description: "The cards; with `dry_run`, or when rows that fail are skipped, what becomes of each" });

const Ids = z.array(Uuid).min(1).max(MAX_CARDS);
const Skipped = (...reasons: [string, ...string[]]) => z.object({ card_id: Id, reason: z.enum(reasons) }).array();

export const BulkArchive = namedObject("BulkArchive", {
  card_ids: Ids,
  child_strategy: orNull(z.enum(["cascade", "disconnect", "reparent"])),
  cascade_all_related: Flag.default(false),
});
export type BulkArchive = z.infer<typeof BulkArchive>;

export const BulkArchiveResult = namedObject("BulkArchiveResult", {
  requested: z.int(),
  archived_card_ids: Id.array(),
  cascaded_card_ids: Id.array(),
  skipped: Skipped("already_archived", "not_found"),
});
export type BulkArchiveResult = z.infer<typeof BulkArchiveResult>;

export const BulkDelete = BulkArchive.extend({
  archived_only: Flag.default(false).meta({
    description: "Leave out the cards that are not archived any more, because somebody has brought them back",
  }),
}).meta({ id: "BulkDelete" });
export type BulkDelete = z.infer<typeof BulkDelete>;

export const BulkDeleteResult = namedObject("BulkDeleteResult", {
  requested: z.int(),
  deleted_card_ids: Id.array(),
  cascaded_card_ids: Id.array(),
  skipped: Skipped("not_found", "not_archived"),
});
export type BulkDeleteResult = z.infer<typeof BulkDeleteResult>;

export const BulkRestore = namedObject("BulkRestore", { card_ids: Ids });

export const BulkRestoreResult = namedObject("BulkRestoreResult", {
  requested: z.int(),
  restored_card_ids: Id.array(),
  skipped: Skipped("already_active", "not_found"),
});
export type BulkRestoreResult = z.infer<typeof BulkRestoreResult>;

export const ResolveReferences = namedObject("ResolveReferences", {
  refs: z
    .array(
      z.object({ row: Whole(-1_000_000_000, 1_000_000_000), column: Text(LINE), type: Text(100), ref: Text(20_000) }),
    )
    .max(MAX_REFERENCES),
});
export type ResolveReferences = z.infer<typeof ResolveReferences>;

export const ResolvedReferences = namedObject("ResolvedReferences", {
  results: z
    .object({
      row: z.int(),
      column: z.string(),
      status: z.enum(["resolved", "ambiguous", "missing"]),
      id: Id.nullable(),
      candidates: z.object({ id: Id, path: z.string() }).array().nullable(),
    })
    .array(),
});

const CardRef = z.object({ id: Id, name: z.string(), type: z.string(), subtype: z.string().nullable() });

export const ArchiveImpact = namedObject("ArchiveImpact", {
  child_count: z.int(),
  descendant_count: z.int(),
  approved_descendant_count: z.int(),
  grandparent: CardRef.nullable(),
  children: CardRef.extend({ descendants_count: z.int(), approval_status: ApprovalStatus }).array(),
  related_cards: CardRef.extend({
    relation_id: Id,
    relation_type_key: z.string(),
    relation_label: z.string(),
    direction: z.enum(["outgoing", "incoming"]),
  }).array(),
});
export type ArchiveImpact = z.infer<typeof ArchiveImpact>;

export const RestoreImpact = namedObject("RestoreImpact", {
  passengers: CardRef.extend({ role: z.enum(["child", "related"]) }).array(),
});
export type RestoreImpact = z.infer<typeof RestoreImpact>;

export const FixedNames = namedObject("FixedNames", {
  fixed: z.int(),
  details: z.object({ id: Id, old_name: z.string(), new_name: z.string() }).array(),
});
