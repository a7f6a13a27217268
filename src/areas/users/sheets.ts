/** The sheet of the users in a workspace bundle: they arrive deactivated and without a password; nobody is changed. */
import { createUser, findUserByEmail } from "../../core/access/accounts";
import { type Actor, may } from "../../core/access/actor";
import { rolesByKey } from "../../core/access/roles";
import { LeftOut, type Row, requireText, textAt } from "../../core/sheets/row";
import type { Sheet, SheetImport } from "../../core/sheets/sheet";
import { plainRows } from "../../core/sheets/table-rows";
import { Problem } from "../../http/errors";
import { checked } from "../../http/validation";
import { ImportedUser } from "./model";
import { requireGrantable, requireInvitable } from "./rules";

const DEFAULT_ROLE = "member";

/** @throws Problem 403 when the actor may not give a role */
function requireRoleOf(actor: Actor, role: string): void {
  if (may(actor, "admin.users")) requireGrantable(actor, role);
  else requireInvitable(actor, role);
}

/**
 * Returns the role that a user gets: that of the bundle, if there is one and the importer may give it.
 * @throws Problem 403
 */
function roleOf(row: Row, { actor, remark }: SheetImport): string {
  const role = textAt(row, "role") ?? "";
  if (rolesByKey().has(role)) {
    try {
      requireRoleOf(actor, role);
      return role;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      remark(`the role '${role}' is left out: ${error.message}`);
    }
  }
  requireRoleOf(actor, DEFAULT_ROLE);
  return DEFAULT_ROLE;
}

function applyUser(row: Row, sheetImport: SheetImport) {
  const { actor } = sheetImport;
  const email = requireText(row, "email").trim();
  if (findUserByEmail(email)) return "skipped";
  const { display_name, locale, ...user } = checked(ImportedUser, {
    email,
    display_name: textAt(row, "display_name") ?? email,
    locale: textAt(row, "locale") ?? "en",
  });
  if (!may(actor, "admin.users") && !may(actor, "users.invite"))
    throw new LeftOut("it needs the permission admin.users or users.invite");
  const auth_provider = textAt(row, "auth_provider") === "sso" ? "sso" : "local";
  const role = roleOf(row, sheetImport);
  createUser({ ...user, display_name, locale, role, auth_provider, is_active: false }, actor);
  return "created";
}

const users: Sheet = {
  name: "Users",
  isSameEverywhere: true,
  headers: ["email", "display_name", "role", "is_active", "auth_provider", "locale"],
  begin: (sheetImport) => ({ apply: (row) => applyUser(row, sheetImport) }),
  *rows(sheetExport) {
    const columns = ["email", "display_name", "role", "t.is_active = 1", "auth_provider", "locale"];
    for (const row of plainRows(sheetExport, columns, "users t"))
      yield row.map((cell, at) => (at === 3 ? cell === 1 : cell));
  },
};

export const sheets = [users];
