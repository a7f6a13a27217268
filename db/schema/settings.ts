/** The settings of the installation: one row. */
import { blob, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";

export const appSettings = sqliteTable("app_settings", {
  id: text("id").primaryKey(),
  generalSettings: json<Record<string, unknown>>("general_settings").notNull(),
  emailSettings: json<Record<string, unknown>>("email_settings").notNull(),
  customLogo: blob("custom_logo", { mode: "buffer" }),
  customLogoMime: text("custom_logo_mime"),
  customFavicon: blob("custom_favicon", { mode: "buffer" }),
  customFaviconMime: text("custom_favicon_mime"),
  updatedAt: instant("updated_at").notNull(),
});
