/** The settings of the installation: one row. */
import { blob, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";

export const appSettings = sqliteTable("app_settings", {
  id: text("id").primaryKey(),
  general_settings: json<Record<string, unknown>>("general_settings").notNull(),
  email_settings: json<Record<string, unknown>>("email_settings").notNull(),
  custom_logo: blob("custom_logo", { mode: "buffer" }),
  custom_logo_mime: text("custom_logo_mime"),
  custom_favicon: blob("custom_favicon", { mode: "buffer" }),
  custom_favicon_mime: text("custom_favicon_mime"),
  updated_at: instant("updated_at").notNull(),
});
