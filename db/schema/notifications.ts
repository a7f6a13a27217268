/** What concerns one user, and the mails that are on their way. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./access";
import { cards } from "./cards";
import { flag, instant } from "./columns";

export const notifications = sqliteTable(
  "notifications",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    type: text("type").notNull(),
    title: text("title").notNull(),
    message: text("message").notNull(),
    link: text("link"),
    isRead: flag("is_read").notNull().default(false),
    /** The user wants it by mail, and it isn't in a mail yet. */
    mailWanted: flag("mail_wanted").notNull().default(false),
    isEmailed: flag("is_emailed").notNull().default(false),
    data: text("data").notNull().default("{}"),
    cardId: text("card_id").references(() => cards.id, { onDelete: "set null" }),
    actorId: text("actor_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    index("notifications_user_read").on(table.userId, table.isRead),
    index("notifications_mail").on(table.mailWanted, table.createdAt),
    index("notifications_card").on(table.cardId),
    index("notifications_actor").on(table.actorId),
    index("notifications_created").on(table.createdAt),
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
    /** Null once it is sent, or given up. */
    nextAttempt: instant("next_attempt"),
    lastError: text("last_error"),
    sentAt: instant("sent_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("mail_outbox_next").on(table.nextAttempt), index("mail_outbox_created").on(table.createdAt)],
);
