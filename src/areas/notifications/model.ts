/** Schemas of notifications. */
import { z } from "zod";
import { Page, PageSize, TimeSorting } from "../../http/pagination";
import { Flag, Id, Instant, StoredObject } from "../../http/schemas";

export const Notification = z
  .object({
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
  })
  .meta({ id: "Notification" });
export type Notification = z.infer<typeof Notification>;

export const NotificationList = z
  .object({ items: Notification.array(), total: z.int(), page: z.int(), page_size: z.int() })
  .meta({ id: "NotificationList" });

export const NotificationQuery = z.object({
  is_read: Flag.optional().meta({ description: "Only read ones, or only unread ones" }),
  page: Page,
  page_size: PageSize,
  ...TimeSorting,
});
export type NotificationQuery = z.infer<typeof NotificationQuery>;

export const Count = z.object({ count: z.int() }).meta({ id: "Count" });
export const Marked = z.object({ marked: z.int() }).meta({ id: "Marked" });
export const BadgeCounts = z.object({ open_todos: z.int(), pending_surveys: z.int() }).meta({ id: "BadgeCounts" });
