/** Schemas of notifications. */
import { z } from "zod";
import { Page, PageSize, TimeSorting } from "../../http/pagination";
import { Flag, Id, Instant, namedObject, StoredObject } from "../../http/schemas";

export const Notification = namedObject("Notification", {
  id: Id,
  user_id: Id,
  type: z.string(),
  title: z.string(),
  message: z.string(),
  link: z.string().nullable(),
  is_read: z.boolean(),
  data: StoredObject,
  card_id: Id.nullable(),
  actor_id: Id.nullable(),
  actor_name: z.string().nullable(),
  created_at: Instant.nullable(),
});
export type Notification = z.infer<typeof Notification>;

export const NotificationList = namedObject("NotificationList", {
  items: Notification.array(),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});

export const NotificationQuery = z.object({
  is_read: Flag.optional().meta({ description: "Only read ones, or only unread ones" }),
  page: Page,
  page_size: PageSize,
  ...TimeSorting,
});
export type NotificationQuery = z.infer<typeof NotificationQuery>;

export const Count = namedObject("Count", { count: z.int() });
export const Marked = namedObject("Marked", { marked: z.int() });
export const BadgeCounts = namedObject("BadgeCounts", { open_todos: z.int(), pending_surveys: z.int() });
