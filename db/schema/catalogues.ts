/** Reference content that was uploaded or downloaded; what comes with the executable is not stored. */
import { index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { instant, json, jsonText } from "./columns";

/** The catalogues whose entries become cards. */
export type CatalogueName = "capabilities" | "processes" | "value_streams";
/** The way in which an archive came. */
export type ArchiveOrigin = "upload" | "download";

/** The archives whose content is stored. */
export const catalogueArchives = sqliteTable("catalogue_archives", {
  id: text("id").primaryKey(),
  origin: text("origin").$type<ArchiveOrigin>().notNull(),
  catalogue_version: text("catalogue_version").notNull(),
  schema_version: text("schema_version").notNull(),
  generated_at: text("generated_at"),
  /** An SPDX expression. */
  licence: text("licence").notNull(),
  /** The credit that must be given wherever the content is shown. */
  credit: text("credit").notNull(),
  /** The notice that goes with it. */
  notice: text("notice"),
  sha256: text("sha256").notNull(),
  /** In bytes. */
  size: integer("size").notNull(),
  locales: json<string[]>("locales").notNull(),
  macro_warnings: json<string[]>("macro_warnings").notNull(),
  created_at: instant("created_at").notNull(),
});

/** The entries of each catalogue in their order, in English; those of one archive at a time. */
export const catalogueEntries = sqliteTable(
  "catalogue_entries",
  {
    seq: integer("seq").primaryKey(),
    archive_id: text("archive_id")
      .notNull()
      .references(() => catalogueArchives.id, { onDelete: "cascade" }),
    catalogue: text("catalogue").$type<CatalogueName>().notNull(),
    entry_id: text("entry_id").notNull(),
    content: jsonText("content").notNull(),
  },
  (table) => [
    unique("catalogue_entries_id").on(table.catalogue, table.entry_id),
    index("catalogue_entries_order").on(table.catalogue, table.seq),
    index("catalogue_entries_archive").on(table.archive_id),
  ],
);

/** The translated fields of entries. */
export const catalogueTranslations = sqliteTable(
  "catalogue_translations",
  {
    seq: integer("seq").primaryKey(),
    archive_id: text("archive_id")
      .notNull()
      .references(() => catalogueArchives.id, { onDelete: "cascade" }),
    catalogue: text("catalogue").$type<CatalogueName>().notNull(),
    locale: text("locale").notNull(),
    entry_id: text("entry_id").notNull(),
    fields: jsonText("fields").notNull(),
  },
  (table) => [
    unique("catalogue_translations_id").on(table.catalogue, table.locale, table.entry_id),
    index("catalogue_translations_archive").on(table.archive_id),
  ],
);
