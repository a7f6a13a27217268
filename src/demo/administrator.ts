/** Whose work the demo landscape is: the administrator there is, or one whose password everybody knows. */
import { statement, transaction } from "../../db";
import { ADMIN, createUser, findUserByEmail } from "../core/access/accounts";
import { type Actor, permissionsOf } from "../core/access/actor";
import { hashPassword } from "../core/access/passwords";
import { program } from "../core/journal/journal";
import { log } from "../platform/log";

const START = "start";

/** The same in every installation with a demo landscape: clients and instructions rely on it. */
const DEMO = { email: "admin@turboea.demo", display_name: "Demo Admin", password: "TurboEA!2025" };

type AdministratorRow = { id: string; email: string; display_name: string; role: string };

/** The account that has been administrator for longest, active ones first. */
const administratorRow = () =>
  statement<AdministratorRow, [string]>(
    "SELECT id, email, display_name, role FROM users WHERE role = ? ORDER BY is_active DESC, created_at, id LIMIT 1",
  ).get(ADMIN);

/** Makes the demo administrator, unless there is an administrator or somebody else has the address. */
async function makeDemoAdministrator(): Promise<void> {
  if (administratorRow()) return;
  const { email, display_name, password } = DEMO;
  const password_hash = await hashPassword(password);
  const made = transaction(() => {
    if (administratorRow() || findUserByEmail(email)) return false;
    createUser({ email, display_name, password_hash, role: ADMIN }, program(START));
    return true;
  });
  if (made) log.warn({ email }, "made the demo administrator, whose password is published: change it");
}

/**
 * The administrator as the author of what the start of the server loads; made when there is none.
 * @returns undefined when there is none and the demo administrator's address is somebody else's
 */
export async function demoAuthor(): Promise<Actor | undefined> {
  await makeDemoAdministrator();
  const row = administratorRow();
  if (!row) return undefined;
  const { id, email, display_name: displayName, role } = row;
  return {
    userId: id,
    email,
    displayName,
    role,
    ownRole: role,
    permissions: permissionsOf(role),
    expires: Number.POSITIVE_INFINITY,
    operation: START,
  };
}
