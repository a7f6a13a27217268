/** Life cycles of products that the upstream service or an administrator has given: one row at most, which replaces the compiled-in data. */
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, jsonText } from "./columns";

/** The origins of life cycles that are not compiled in. */
export type EolOrigin = "upstream" | "upload";

export const eolSnapshots = sqliteTable("eol_snapshots", {
  id: text("id").primaryKey(),
  origin: text("origin").$type<EolOrigin>().notNull(),
  /** The day that they are as of. */
  date: text("date").notNull(),
  /** The products with their cycles, in the order of the source. */
  products: jsonText("products").notNull(),
  created_at: instant("created_at").notNull(),
});
