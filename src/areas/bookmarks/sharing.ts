/** The sharing of saved views and saved reports: they are private, public, or shared with some users. */
import { eq, inArray, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { z } from "zod";
import { columnInList, db, tables } from "../../../db";
import { refused } from "../../http/errors";
import { parseUuid } from "../../platform/ids";

export const Visibility = z.enum(["private", "public", "shared"]);
export type Visibility = z.infer<typeof Visibility>;

/** Users that one view or report can be shared with. */
export const MAX_SHARES = 500;

/** The choice among the views or reports that a user may see. */
export const SharingFilter = z.enum(["all", "my", "shared", "public"]).default("all").meta({
  description: "`my`: the caller's own; `shared`: those shared with the caller; `public`: those for everybody",
});
export type SharingFilter = z.infer<typeof SharingFilter>;

/** The columns that say who sees a thing; `shares` is the table with a row for each user that it is shared with. */
export type Shareable = {
  id: SQLiteColumn;
  owner: SQLiteColumn;
  visibility: SQLiteColumn;
  shares: { table: SQLiteTable; thing: SQLiteColumn; user: SQLiteColumn };
};

/** Returns the condition that a user sees a thing, or owns it, or has a share in it. */
export function shownTo(
  userId: string,
  shown: SharingFilter,
  { id, owner, visibility, shares }: Shareable,
): SQL | undefined {
  const conditions = {
    my: eq(owner, userId),
    public: eq(visibility, "public"),
    shared: inArray(id, db.select({ id: shares.thing }).from(shares.table).where(eq(shares.user, userId))),
  };
  return shown === "all" ? or(conditions.my, conditions.public, conditions.shared) : conditions[shown];
}

/**
 * Finds the visibility that a body names.
 * @throws Problem 400 for anything else
 */
export function requireVisibility(text: string | null): Visibility {
  const { success, data } = Visibility.safeParse(text);
  if (!success) throw refused("visibility must be private, public, or shared");
  return data;
}

/** Returns the ids, among some, that are users', each once and in canonical form, in their order. */
export function existingUsers(ids: readonly string[]): string[] {
  const wanted = [...new Set(ids.flatMap((id) => parseUuid(id) ?? []))];
  const { users } = tables;
  const rows = db.select({ id: users.id }).from(users).where(columnInList(users.id, wanted)).all();
  const existing = new Set(rows.map(({ id }) => id));
  return wanted.filter((id) => existing.has(id));
}
