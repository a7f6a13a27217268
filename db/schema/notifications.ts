/** The notifications of users, and the mails that are on their way. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant, jsonText } from "./columns";
import { users } from "./users";

export const notifications = sqliteTable(
  "notifications",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    title: text("title").notNull(),
    message: text("message").notNull(),
    link: text("link"),
    is_read: flag("is_read").notNull().default(false),
    /** The user wants it by mail, and it isn't in a mail yet. */
    mail_wanted: flag("mail_wanted").notNull().default(false),
    is_emailed: flag("is_emailed").notNull().default(false),
    data: jsonText("data").notNull().default("{}"),
    card_id: text("card_id").references(() => cards.id, { onDelete: "set null" }),
    actor_id: text("actor_id").references(() => users.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("notifications_user_read").on(table.user_id, table.is_read),
    index("notifications_mail").on(table.mail_wanted, table.created_at),
    index("notifications_card").on(table.card_id),
    index("notifications_actor").on(table.actor_id),
    index("notifications_created").on(table.created_at),
  ],
);

export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    text: text("text").notNull(),
    html: text("html").notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** Null once it is sent or discarded. */
    next_attempt: instant("next_attempt"),
    last_error: text("last_error"),
    sent_at: instant("sent_at"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [index("mail_outbox_next").on(table.next_attempt), index("mail_outbox_created").on(table.created_at)],
);
