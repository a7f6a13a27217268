/** Backups: what is known of the copies of the database that Stoa has made by itself or when it was asked. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant, jsonText } from "./columns";

export const backups = sqliteTable(
  "backups",
  {
    /** The name of its file; of a failed one the name that it would have had. */
    name: text("name").primaryKey(),
    created_at: instant("created_at").notNull(),
    reason: text("reason", { enum: ["schedule", "manual", "upgrade"] }).notNull(),
    /** The size of the file, and of the database in it. */
    bytes: integer("bytes"),
    database_bytes: integer("database_bytes"),
    /** The time that making and checking it took. */
    milliseconds: integer("milliseconds"),
    is_encrypted: flag("is_encrypted").notNull(),
    verdict: text("verdict", { enum: ["sound", "unsound", "failed"] }).notNull(),
    /** The reason of a verdict other than sound. */
    problem: text("problem"),
    /** The SHA-256 of the file. */
    sha256: text("sha256"),
    /** The rows by table. */
    counts: jsonText("counts"),
    checked_at: instant("checked_at"),
    /** The instant at which it was copied to the second place, and the reason when that has failed since. */
    copied_at: instant("copied_at"),
    copy_problem: text("copy_problem"),
    /** The instant of its last restore drill. */
    drilled_at: instant("drilled_at"),
    /** The rows by table that differed between it and the database then. */
    drill_differences: jsonText("drill_differences"),
  },
  (table) => [index("backups_created").on(table.created_at)],
);
