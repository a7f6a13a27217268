/** What a new installation has of accounts and roles. */
import { db, tables, transaction } from "../../../db";
import type { Config } from "../../config";
import { Email } from "../../http/schemas";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { ADMIN, createUser, hasUsers } from "./accounts";
import { hashPassword, passwordObjection } from "./passwords";
import { builtInRoles } from "./permissions";
import { rolesByKey } from "./roles";

/** Makes the built-in roles that are missing; those that exist are never changed. */
function seedRoles(): void {
  transaction(() => {
    for (const [sort_order, role] of builtInRoles().entries())
      db.insert(tables.roles)
        .values({ ...role, id: newId(), sort_order, created_at: now(), updated_at: now() })
        .onConflictDoNothing({ target: tables.roles.key })
        .run();
    rolesByKey.drop();
  });
}

/**
 * Makes the first administrator that the configuration names, unless there are users already.
 * @throws when the address or the password is one that nobody could register with
 */
async function seedAdministrator(email: string, password: string): Promise<void> {
  if (hasUsers()) return;
  const { error } = Email.safeParse(email);
  if (error) throw new Error(`ADMIN_EMAIL: ${error.issues[0]?.message}`);
  const objection = passwordObjection(password, email);
  if (objection) throw new Error(`ADMIN_PASSWORD: ${objection}`);
  const password_hash = await hashPassword(password);
  transaction(() => {
    if (hasUsers()) return;
    createUser({ email, display_name: email.split("@")[0] ?? email, password_hash, role: ADMIN });
  });
}

/** Makes the built-in roles, and the administrator of ADMIN_EMAIL and ADMIN_PASSWORD, when they are missing. */
export async function seedAccess(config: Pick<Config, "adminEmail" | "adminPassword">): Promise<void> {
  seedRoles();
  if (config.adminEmail && config.adminPassword) await seedAdministrator(config.adminEmail, config.adminPassword);
}
