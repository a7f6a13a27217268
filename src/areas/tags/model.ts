/** Tags, the groups that they are in, and their assignment to cards. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { changesOf, Flag, Id, LONG, namedObject, orNull, Text, Uuid } from "../../http/schemas";
import { Label } from "../metamodel";

/** The longest name of a group or tag. */
const LONGEST_NAME = 200;
/** Tags that one request adds to a card. */
const MAX_TAGS = 500;
/** Card types that a group is for. */
const MAX_TYPES = 200;

export const Tag = namedObject("Tag", {
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  color: z.string().nullable(),
  tag_group_id: Id,
});
export type Tag = z.infer<typeof Tag>;

export const CreatedTag = Tag.omit({ tag_group_id: true }).meta({ id: "CreatedTag" });
export type CreatedTag = z.infer<typeof CreatedTag>;

const Mode = z.enum(["multi", "single"]);

const group = {
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  mode: Mode.meta({ description: "`single`: a card has at most one tag of the group" }),
  mandatory: z.boolean().meta({ description: "A card needs a tag of the group before it can be approved" }),
  restrict_to_types: z
    .string()
    .array()
    .nullable()
    .meta({ description: "Card types whose cards may have its tags; null or empty: all" }),
};

export const ChangedTagGroup = namedObject("ChangedTagGroup", group);
export type ChangedTagGroup = z.infer<typeof ChangedTagGroup>;

export const TagGroup = namedObject("TagGroup", { ...group, tags: Tag.array() });
export type TagGroup = z.infer<typeof TagGroup>;

export const CreatedTagGroup = namedObject("CreatedTagGroup", { id: Id, name: z.string() });
export type CreatedTagGroup = z.infer<typeof CreatedTagGroup>;

export const TagGroupQuery = z.object(SliceQuery);

const Name = Label(LONGEST_NAME);
const Types = orNull(z.array(Text(100, 1)).max(MAX_TYPES));

export const NewTagGroup = z.object({
  name: Name,
  description: orNull(Text(LONG)),
  mode: Mode.default("multi"),
  mandatory: Flag.default(false),
  restrict_to_types: Types,
});
export type NewTagGroup = z.infer<typeof NewTagGroup>;

export const TagGroupChanges = changesOf(NewTagGroup);
export type TagGroupChanges = z.infer<typeof TagGroupChanges>;

export const NewTag = z.object({ name: Name, description: orNull(Text(LONG)), color: orNull(Text(20)) });
export type NewTag = z.infer<typeof NewTag>;

export const TagChanges = changesOf(NewTag);
export type TagChanges = z.infer<typeof TagChanges>;

/** Tags that an order names. */
const MAX_ORDER = 2_000;

export const TagOrder = z.object({
  tag_ids: z
    .array(Uuid)
    .max(MAX_ORDER)
    .meta({ description: "Tags of the group in their order; others of the group come after them" }),
});

export const TagGroupUsage = namedObject("TagGroupUsage", {
  tag_group_id: Id,
  card_count: z.int().meta({ description: "Cards, whatever their status, that have a tag of the group" }),
  tags: z
    .object({
      tag_id: Id,
      card_count: z.int().meta({ description: "Cards, whatever their status, that have the tag" }),
    })
    .array(),
});
export type TagGroupUsage = z.infer<typeof TagGroupUsage>;

/** Ids of tags. They are validated by the service, once the permission is checked. */
export const TagIds = z.array(z.string().max(64)).max(MAX_TAGS).meta({ description: "Ids of tags" });

export const Tagged = namedObject("Tagged", { status: z.literal("ok") });

/** Cards of one request. */
const MAX_CARDS = 10_000;

const Tags = z.array(Text(64)).max(MAX_TAGS).default([]);

export const BulkTags = namedObject("BulkTags", {
  card_ids: z.array(Uuid).min(1).max(MAX_CARDS),
  add: Tags.meta({ description: "Ids of tags that the cards are to have" }),
  remove: Tags.meta({ description: "Ids of tags that the cards are not to have any more" }),
});
export type BulkTags = z.infer<typeof BulkTags>;

export const BulkTagged = namedObject("BulkTagged", {
  changed: z.int().meta({ description: "The cards that have other tags than before" }),
});
