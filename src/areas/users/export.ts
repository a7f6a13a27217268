/** The export of users as a table. */
import type { z } from "zod";
import { type Actor, may } from "../../core/access/actor";
import { rolesByKey } from "../../core/access/roles";
import { allSorted } from "../../http/pagination";
import { column, columns, tableResponse } from "../../http/tables";
import type { ExportQuery } from "./model";
import { listUsersFor } from "./read";

/** The columns that only administrators see. */
const OF_ADMINISTRATORS = columns("has_password", "pending_setup", "last_login").map((each) =>
  each.header === "last_login" ? { ...each, kind: "instant" as const } : each,
);

/** Streams the users as a table, as the actor sees them in the list. */
export function exportUsers(actor: Actor, { format, bom, ...query }: z.infer<typeof ExportQuery>): Response {
  const users = allSorted(listUsersFor(actor, query.include_inactive), query);
  const roles = new Map([...rolesByKey().values()].map(({ key, label }) => [key, label]));
  const table = {
    name: "users",
    columns: [
      ...columns("id", "display_name", "email"),
      column("role", { options: roles }),
      ...columns("is_active", "locale", "auth_provider", "created_at"),
      ...(may(actor, "admin.users") ? OF_ADMINISTRATORS : []),
    ],
    rows: () => users,
  };
  return tableResponse(table, format, bom);
}
