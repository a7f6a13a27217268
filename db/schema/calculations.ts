/** Calculated fields: formulas that fill an attribute of every card of a type. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "./columns";

export const calculations = sqliteTable(
  "calculations",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    description: text("description"),
    /** The card type and the attribute that the formula fills; neither has to exist. */
    target_type_key: text("target_type_key").notNull(),
    target_field_key: text("target_field_key").notNull(),
    formula: text("formula").notNull(),
    is_active: flag("is_active").notNull().default(false),
    execution_order: integer("execution_order").notNull().default(0),
    /** The error of the last run; null when there was none. */
    last_error: text("last_error"),
    last_run_at: instant("last_run_at"),
    /**
     * The number of runs that took too many steps since it was activated or changed; the second time it is
     * switched off.
     */
    wasted: integer("wasted").notNull().default(0),
    /** The user who made it; it stays when they go. */
    created_by: text("created_by"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("calculations_type").on(table.target_type_key, table.execution_order, table.created_at),
    index("calculations_active").on(table.is_active),
  ],
);
