/** The todos of people: on a card, or asked for by another area (a system todo). */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant } from "./columns";
import { users } from "./users";

export const todos = sqliteTable(
  "todos",
  {
    id: text("id").primaryKey(),
    card_id: text("card_id").references(() => cards.id, { onDelete: "cascade" }),
    description: text("description").notNull(),
    status: text("status", { enum: ["open", "done", "scheduled"] })
      .notNull()
      .default("open"),
    /** The page of the front end where a system todo is done; it names the todo's subject. */
    link: text("link"),
    is_system: flag("is_system").notNull().default(false),
    assigned_to: text("assigned_to").references(() => users.id, { onDelete: "set null" }),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    due_date: text("due_date"),
    /** The id that all occurrences of a recurring todo share. */
    series_id: text("series_id"),
    recurrence_unit: text("recurrence_unit", { enum: ["none", "days", "weeks", "months", "years"] })
      .notNull()
      .default("none"),
    recurrence_interval: integer("recurrence_interval").notNull().default(1),
    lead_time_days: integer("lead_time_days").notNull().default(0),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("todos_card").on(table.card_id),
    index("todos_assignee").on(table.assigned_to, table.status),
    index("todos_creator").on(table.created_by),
    index("todos_link").on(table.link),
    index("todos_series").on(table.series_id),
    index("todos_due").on(table.status, table.due_date),
  ],
);
