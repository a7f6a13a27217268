/** The schemas of the journal. */
import { z } from "zod";
import { Page, PageSize, TimeSorting } from "../../http/pagination";
import { Id, Instant, Moment, namedObject, StoredObject, Text, Uuid, Whole } from "../../http/schemas";

export const Event = namedObject("Event", {
  id: Id,
  card_id: Id.nullable(),
  event_type: z.string(),
  data: StoredObject.nullable(),
  user_id: Id.nullable(),
  user_display_name: z.string().nullable(),
  created_at: Instant.nullable(),
});
export type Event = z.infer<typeof Event>;

export const MyCardEvent = namedObject("MyCardEvent", {
  id: Id,
  card_id: Id,
  card_name: z.string().nullable(),
  event_type: z.string(),
  data: StoredObject.nullable(),
  user_display_name: z.string().nullable(),
  created_at: Instant.nullable(),
});
export type MyCardEvent = z.infer<typeof MyCardEvent>;

const filters = {
  card_id: Uuid.optional().meta({ type: "string", format: "uuid", description: "Only what happened to this card" }),
  user_id: Uuid.optional().meta({ type: "string", format: "uuid", description: "Only what this user did" }),
  event_type: Text(100).optional().meta({ description: "Only events of this name" }),
  since: Moment("start", "Only what happened at this instant or day, or later"),
  until: Moment("end", "Only what happened at this instant or day, or earlier"),
};

export const EventQuery = z.object({ ...filters, page: Page, page_size: PageSize, ...TimeSorting });
export type EventQuery = z.infer<typeof EventQuery>;

export const EventExportQuery = z.object(filters);
export type EventFilters = z.infer<typeof EventExportQuery>;

export const MyCardsQuery = z.object({
  limit: Whole(1, 50).default(20).meta({ description: "How many events there are at most" }),
});

export const CardChangesQuery = z.object({
  since: Moment("start", "Only what happened at this instant or day, or later"),
  limit: Whole(1, 100).default(20).meta({ description: "How many cards at most" }),
});
export type CardChangesQuery = z.infer<typeof CardChangesQuery>;

export const CardChanges = namedObject("CardChangesSince", {
  card_id: Id,
  card_name: z.string(),
  card_type: z.string(),
  last_changed_at: Instant,
  count: z.int().meta({ description: "How many events they are" }),
  authors: z.string().array().meta({ description: "Who made them, the last first, five at most" }),
  event_types: z.string().array(),
  changes: z
    .record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }))
    .meta({ description: "Field, as `attributes.size` → what it was before all of them, and what it is after them" }),
});
export type CardChanges = z.infer<typeof CardChanges>;

export const TimelineQuery = z.object({
  after: Whole(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: "The number of the last event that is known already: those that follow it in the order" }),
  sort_dir: z.enum(["asc", "desc"]).default("desc").meta({ description: "`asc` is oldest first" }),
  limit: Whole(1, 200).default(50).meta({ description: "How many events there are at most" }),
});
export type TimelineQuery = z.infer<typeof TimelineQuery>;

export const TimelineEvent = namedObject("TimelineEvent", {
  number: z.int().meta({
    description:
      "The number of the event, as the stream and the export of the journal have it; as `X-Stoa-At` it means the state after it",
  }),
  id: Id,
  event_type: z.string(),
  data: StoredObject.nullable(),
  changes: z.object({ field: z.string(), old: z.unknown(), new: z.unknown() }).array().meta({
    description: "The fields of the card or of its relation, as `attributes.size`, before the event and after it",
  }),
  user_id: Id.nullable(),
  user_display_name: z.string().nullable(),
  batch_id: Id.nullable(),
  created_at: Instant,
});
export type TimelineEvent = z.infer<typeof TimelineEvent>;

export const Timeline = namedObject("CardTimeline", {
  items: TimelineEvent.array(),
  next: z.int().nullable().meta({ description: "`after` of the next page; null when this is the last" }),
});
export type Timeline = z.infer<typeof Timeline>;

export const StreamQuery = z.object({
  token: Text(4_096).optional().meta({ description: "The token, for clients that can't send headers" }),
  scenario: Uuid.optional().meta({
    type: "string",
    format: "uuid",
    description: "Only what happens in this scenario, and to it, for whoever may see it",
  }),
});

export const StreamHeaders = z.object({
  "last-event-id": Text(20)
    .optional()
    .meta({ description: "The `id` of the last event seen; the stream continues after it" }),
});
