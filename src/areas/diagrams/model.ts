/** Diagrams and their groups on the wire. */
import { z } from "zod";
import { isPicture, PICTURE_RULE } from "../../core/pictures";
import { SliceQuery } from "../../http/pagination";
import {
  Flag,
  Id,
  Instant,
  LINE,
  LONG,
  namedObject,
  nullableChangesOf,
  objection,
  orNull,
  StoredObject,
  Text,
  Uuid,
  Whole,
} from "../../http/schemas";

/** Characters of a drawing and of a preview. */
const LONGEST_XML = 4_500_000;
const LONGEST_THUMBNAIL = 1_000_000;
/** Cards that a diagram may be linked to. */
const MAX_LINKS = 2_000;
/** Groups that a diagram may be in. */
const MAX_GROUPS = 200;
/** Characters of a group's name and of its color. */
const LONGEST_GROUP_NAME = 200;
const LONGEST_COLOR = 20;

const Described = z.object({
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  card_ids: Id.array().meta({ description: "The cards that it is linked to" }),
  group_ids: Id.array(),
  created_by: Id.nullable(),
  created_by_name: z.string().nullable(),
  is_favorite: z.boolean().meta({ description: "For the caller" }),
  created_at: Instant,
  updated_at: Instant,
});

export const DiagramSummary = Described.extend({
  thumbnail: z.string().nullable().meta({ description: "Preview: the data URL of a picture" }),
  card_count: z.int().meta({ description: "How many cards the drawing refers to" }),
}).meta({ id: "DiagramSummary" });

export const Diagram = Described.extend({
  data: StoredObject.nullable().meta({ description: "The drawing (`xml`), its preview, and what the editor keeps" }),
  card_refs: z.string().array().meta({ description: "Ids that the drawing refers to; there need not be such cards" }),
}).meta({ id: "Diagram" });

/** An id, or an empty text, which means none. */
const GivenId = z.preprocess((input) => (input === "" ? undefined : input), orNull(Uuid)).optional();

export const DiagramQuery = z.object({
  card_id: GivenId.meta({ description: "Linked to this card" }),
  shown_card_id: GivenId.meta({ description: "Linked to this card, or drawn with it" }),
  search: Text(LINE).trim().optional().meta({
    description: "With this text in the name, the description, the name of its creator or of a card in it",
  }),
  mine: Flag.default(false).meta({ description: "Created by the caller" }),
  favorites: Flag.default(false).meta({ description: "Starred by the caller" }),
  group_id: GivenId.meta({ description: "In this group" }),
  sort_by: Text(100).default("updated_at").meta({ description: "`name`, `created_at` or `updated_at`" }),
  sort_dir: Text(10).default("desc").meta({ description: "`asc` ascends, anything else descends" }),
  page: SliceQuery.page,
  page_size: SliceQuery.page_size,
});
export type DiagramQuery = z.infer<typeof DiagramQuery>;

const hasNoDoctype = (xml: string) => !/<!(DOCTYPE|ENTITY)/i.test(xml);

export const DiagramData = z
  .looseObject({
    xml: orNull(Text(LONGEST_XML).refine(hasNoDoctype, "must not declare a DOCTYPE or entities")).meta({
      description: "The drawing, stored as it is",
    }),
    thumbnail: orNull(Text(LONGEST_THUMBNAIL).refine(isPicture, PICTURE_RULE)).meta({
      description: "Preview: the data URL of a picture; SVG becomes one, without what could run in it",
    }),
  })
  .superRefine(({ xml: _, thumbnail: __, card_refs: ___, ...others }, context) => {
    const message = objection(others);
    if (message) context.addIssue({ code: "custom", message: `next to the drawing, it ${message}` });
  })
  .meta({ description: "What an editor keeps; unknown keys are stored as they are" });

const Name = Text(LINE);
const Description = orNull(Text(LONG));
const CardIds = orNull(z.array(Uuid).max(MAX_LINKS)).meta({ description: "The cards to link it to" });

export const NewDiagram = namedObject("NewDiagram", {
  name: Name,
  description: Description,
  data: orNull(DiagramData),
  card_ids: CardIds,
});
export type NewDiagram = z.infer<typeof NewDiagram>;

export const DiagramChanges = nullableChangesOf(NewDiagram)
  .extend({
    description: Description.meta({ description: "null clears it" }),
    data: orNull(DiagramData).meta({ description: "In place of all that was stored" }),
    card_ids: CardIds.meta({ description: "In place of all links" }),
    dry_run: Flag.default(false).meta({ description: "Whether to answer as if it were changed, and change nothing" }),
  })
  .meta({ id: "DiagramChanges" });
export type DiagramChanges = z.infer<typeof DiagramChanges>;

export const WrittenDiagram = namedObject("WrittenDiagram", { id: Id, name: z.string(), card_ids: Id.array() });
export type WrittenDiagram = z.infer<typeof WrittenDiagram>;

export const CardLink = z.object({ card_id: GivenId.meta({ description: "Required" }) });
export const DiagramLink = namedObject("DiagramLink", { diagram_id: Id, card_id: Id });
export type DiagramLink = z.infer<typeof DiagramLink>;

export const FavoriteIds = Id.array();
export const FavoriteResult = z.union([
  z.object({ diagram_id: Id }),
  z.object({ status: z.literal("already_favorited") }),
]);
export type FavoriteResult = z.infer<typeof FavoriteResult>;

export const Membership = z.object({ group_ids: z.array(Uuid).max(MAX_GROUPS) });
export const DiagramGroups = namedObject("DiagramGroups", { diagram_id: Id, group_ids: Id.array() });

export const DiagramGroup = namedObject("DiagramGroup", {
  id: Id,
  name: z.string(),
  color: z.string().nullable(),
  sort_order: z.int(),
  diagram_count: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type DiagramGroup = z.infer<typeof DiagramGroup>;

export const ListQuery = z.object(SliceQuery);

const GroupName = Text(LONGEST_GROUP_NAME);
const groupFields = {
  color: orNull(Text(LONGEST_COLOR)),
  sort_order: orNull(Whole(-2_147_483_648, 2_147_483_647)),
};
export const NewGroup = namedObject("NewDiagramGroup", { name: GroupName, ...groupFields });
export type NewGroup = z.infer<typeof NewGroup>;
export const GroupChanges = nullableChangesOf(NewGroup).meta({ id: "DiagramGroupChanges" });
export type GroupChanges = z.infer<typeof GroupChanges>;
