/** A Bun macro, so that the executable contains its migrations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Reads the migrations in order. */
export function readMigrations(): { name: string; statements: string[] }[] {
  const folder = join(import.meta.dir, "..", "migrations");
  const journal = JSON.parse(readFileSync(join(folder, "meta", "_journal.json"), "utf8")) as {
    entries: { tag: string }[];
  };
  return journal.entries.map(({ tag }) => ({
    name: tag,
    statements: readFileSync(join(folder, `${tag}.sql`), "utf8").split("--> statement-breakpoint"),
  }));
}
