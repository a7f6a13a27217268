/** Statements of architecture work. */
import { type AnySQLiteColumn, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { json } from "./columns";
import { signedColumns } from "./signatures";

export const statementsOfArchitectureWork = sqliteTable(
  "statements_of_architecture_work",
  {
    ...signedColumns(),
    name: text("name").notNull(),
    initiative_id: text("initiative_id").references(() => cards.id, { onDelete: "set null" }),
    parent_id: text("parent_id").references((): AnySQLiteColumn => statementsOfArchitectureWork.id, {
      onDelete: "set null",
    }),
    /** The people who prepared it and the like, as clients have it. */
    document_info: json<Record<string, unknown>>("document_info").notNull(),
    /** The versions that people have noted. */
    version_history: json<unknown[]>("version_history").notNull(),
    /** Id of a section → its content. */
    sections: json<Record<string, unknown>>("sections").notNull(),
  },
  (table) => [
    index("statements_of_architecture_work_updated").on(table.updated_at, table.id),
    index("statements_of_architecture_work_initiative").on(table.initiative_id),
    index("statements_of_architecture_work_parent").on(table.parent_id),
    index("statements_of_architecture_work_creator").on(table.created_by),
  ],
);
