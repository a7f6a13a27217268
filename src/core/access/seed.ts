/** Seeds the roles of a new installation and its first administrator. */
import { inTurn, transaction, transactionInTurn } from "../../../db";
import type { Config } from "../../config";
import { Email } from "../../http/schemas";
import { ADMIN, createUser, hasUsers } from "./accounts";
import { hashPassword, passwordObjection } from "./passwords";
import { builtInRoles } from "./permissions";
import { createRoleRow, rolesByKey } from "./roles";

/** Creates the built-in roles that are missing; existing ones are never updated. */
function seedRoles(): void {
  transaction(() => {
    const existing = rolesByKey();
    for (const [sort_order, role] of builtInRoles().entries())
      if (!existing.has(role.key)) createRoleRow({ ...role, sort_order });
  });
}

/** Creates the first administrator unless there are users. @throws Error when the address or the password is invalid */
async function seedAdministrator(email: string, password: string): Promise<void> {
  if (hasUsers()) return;
  const { error } = Email.safeParse(email);
  if (error) throw new Error(`ADMIN_EMAIL: ${error.issues[0]?.message}`);
  const objection = passwordObjection(password, email);
  if (objection) throw new Error(`ADMIN_PASSWORD: ${objection}`);
  const password_hash = await hashPassword(password);
  await transactionInTurn(() => {
    if (hasUsers()) return;
    createUser({ email, display_name: email.split("@")[0] ?? email, password_hash, role: ADMIN });
  });
}

/** Creates the built-in roles, and the administrator of ADMIN_EMAIL and ADMIN_PASSWORD, where they are missing. */
export async function seedAccess(config: Pick<Config, "adminEmail" | "adminPassword">): Promise<void> {
  await inTurn(seedRoles);
  if (config.adminEmail && config.adminPassword) await seedAdministrator(config.adminEmail, config.adminPassword);
}
