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
    targetTypeKey: text("target_type_key").notNull(),
    targetFieldKey: text("target_field_key").notNull(),
    formula: text("formula").notNull(),
    isActive: flag("is_active").notNull().default(false),
    executionOrder: integer("execution_order").notNull().default(0),
    /** What went wrong in the last run; null when nothing did. */
    lastError: text("last_error"),
    lastRunAt: instant("last_run_at"),
    /** The user who made it; it stays when they go. */
    createdBy: text("created_by"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("calculations_type").on(table.targetTypeKey, table.executionOrder, table.createdAt),
    index("calculations_active").on(table.isActive),
  ],
);
