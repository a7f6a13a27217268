/** Saved views, their feeds and the tokens for these, on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import {
  changesOf,
  Flag,
  FreeObject,
  Id,
  Instant,
  Moment,
  namedObject,
  objection,
  orNull,
  StoredObject,
  Text,
} from "../../http/schemas";
import { MAX_SHARES, SharingFilter, Visibility } from "./sharing";

/** The longest name of a view, a report or a token. */
export const LONGEST_NAME = 200;
/** Columns of a view. */
const MAX_COLUMNS = 500;

const Share = z.object({
  user_id: Id,
  display_name: z.string(),
  email: z.string(),
  can_edit: z.boolean(),
});
export type Share = z.infer<typeof Share>;

export const Bookmark = namedObject("Bookmark", {
  id: Id,
  name: z.string(),
  card_type: z.string().nullable().meta({ description: "For the front end" }),
  filters: StoredObject.nullable().meta({ description: "Which cards the view shows, as the front end writes it" }),
  columns: z.array(z.unknown()).nullable().meta({ description: "Keys of the columns that the view shows" }),
  sort: StoredObject.nullable().meta({ description: '`{"field", "direction"}`' }),
  is_default: z.boolean(),
  visibility: Visibility,
  odata_enabled: z.boolean().meta({ description: "Whether the view can be read as a feed" }),
  owner_id: Id,
  owner_name: z.string().nullable(),
  is_owner: z.boolean(),
  can_edit: z.boolean(),
  shared_with: Share.array(),
  created_at: Instant,
  odata_url: z.string().nullable().meta({ description: "Address of the feed, if there is one" }),
});
export type Bookmark = z.infer<typeof Bookmark>;

export const BookmarkQuery = z.object({ filter: SharingFilter, ...SliceQuery });
export type BookmarkQuery = z.infer<typeof BookmarkQuery>;

const Columns = z
  .array(z.unknown())
  .max(MAX_COLUMNS)
  .superRefine((value, context) => {
    const message = objection({ value });
    if (message) context.addIssue({ code: "custom", message, input: value });
  });

const Shares = z.array(z.object({ user_id: Text(64), can_edit: Flag.default(false) })).max(MAX_SHARES);

const fields = {
  card_type: orNull(Text(100)),
  filters: orNull(FreeObject),
  columns: orNull(Columns),
  sort: orNull(FreeObject),
  shared_with: orNull(Shares).meta({
    description: "The users who see a shared view, in place of those before; ids of nobody are left out",
  }),
};

const VISIBILITY = { description: "`private`, `public` or `shared`" };

export const NewBookmark = namedObject("NewBookmark", {
  name: Text(LONGEST_NAME),
  ...fields,
  is_default: Flag.default(false),
  visibility: Text(20).default("private").meta(VISIBILITY),
  odata_enabled: Flag.default(false),
});
export type NewBookmark = z.infer<typeof NewBookmark>;

export const BookmarkChanges = changesOf(NewBookmark)
  .extend({ visibility: orNull(Text(20)).meta(VISIBILITY) })
  .meta({ id: "BookmarkChanges" });
export type BookmarkChanges = z.infer<typeof BookmarkChanges>;

const token = {
  id: Id,
  name: z.string(),
  expires_at: Instant.nullable().meta({ description: "Null when it doesn't end by itself" }),
  last_used_at: Instant.nullable().meta({ description: "To within a minute" }),
  created_at: Instant,
};

export const FeedToken = namedObject("FeedToken", token);
export type FeedToken = z.infer<typeof FeedToken>;

export const CreatedFeedToken = namedObject("CreatedFeedToken", {
  ...token,
  token: z.string().meta({ description: "The token itself; it is never shown again" }),
});
export type CreatedFeedToken = z.infer<typeof CreatedFeedToken>;

export const NewFeedToken = z.object({
  name: Text(LONGEST_NAME, 1),
  expires_at: Moment("end", "When it ends; a year from now if it is left out"),
});
export type NewFeedToken = z.infer<typeof NewFeedToken>;

export const FeedTokenQuery = z.object(SliceQuery);
