/** Users: those who are missing are created, deactivated and without a password; nobody is changed. */
import { statement } from "../../../../db";
import { now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import type { Bundle } from "./bundle";
import { insertRow } from "./configuration";
import { applyRows, type Sections, Unfit } from "./report";
import { requireText, textAt } from "./values";

const ADDRESS = /^[^\s@]+@[^\s@]+$/;
const DEFAULT_ROLE = "member";

/** The ids of users by their addresses in lower case. */
export const usersByEmail = (): Map<string, string> =>
  new Map(
    statement<{ id: string; email: string }>("SELECT id, email FROM users")
      .all()
      .map(({ id, email }) => [email.toLowerCase(), id]),
  );

/** Applies users. */
export function applyUsers(bundle: Bundle, sections: Sections): void {
  const known = usersByEmail();
  const roles = new Set(
    statement<{ key: string }>("SELECT key FROM roles")
      .all()
      .map(({ key }) => key),
  );
  applyRows(sections, "Users", bundle.rows("Users"), (row) => {
    const email = requireText(row, "email").trim();
    if (!ADDRESS.test(email)) throw new Unfit("email must be an address");
    if (known.has(email.toLowerCase())) return "skipped";
    const role = textAt(row, "role") ?? "";
    const id = newId();
    const at = now();
    insertRow("users", {
      id,
      email,
      display_name: textAt(row, "display_name") ?? email,
      role: roles.has(role) ? role : DEFAULT_ROLE,
      is_active: 0,
      locale: textAt(row, "locale") ?? "en",
      auth_provider: textAt(row, "auth_provider") === "sso" ? "sso" : "local",
      created_at: at,
      updated_at: at,
    });
    known.set(email.toLowerCase(), id);
    return "created";
  });
}
