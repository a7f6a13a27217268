/** What a new installation has of accounts and roles. */
import { count, eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db/client";
import type { Config } from "../../config";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { hashPassword } from "./passwords";
import { builtInRoles } from "./permissions";
import { rolesByKey } from "./roles";

/** Makes the built-in roles that are missing; those that exist are never changed. */
function seedRoles(): void {
  transaction(() => {
    for (const [sortOrder, role] of builtInRoles.entries())
      db.insert(tables.roles)
        .values({ ...role, id: newId(), sortOrder, createdAt: now(), updatedAt: now() })
        .onConflictDoNothing({ target: tables.roles.key })
        .run();
    rolesByKey.drop();
  });
}

const hasUsers = () => (db.select({ count: count() }).from(tables.users).get()?.count ?? 0) > 0;

/** Makes the first administrator that the configuration names, unless there are users already. */
async function seedAdministrator(email: string, password: string): Promise<void> {
  if (hasUsers()) return;
  const passwordHash = await hashPassword(password);
  transaction(() => {
    if (hasUsers()) return;
    const id = newId();
    db.insert(tables.users)
      .values({
        id,
        email: email.toLowerCase(),
        displayName: email.split("@")[0] ?? email,
        passwordHash,
        role: "admin",
        createdAt: now(),
        updatedAt: now(),
      })
      .run();
  });
}

/** Makes the built-in roles, and the administrator of ADMIN_EMAIL and ADMIN_PASSWORD, when they are missing. */
export async function seedAccess(config: Pick<Config, "adminEmail" | "adminPassword">): Promise<void> {
  seedRoles();
  if (config.adminEmail && config.adminPassword) await seedAdministrator(config.adminEmail, config.adminPassword);
}

/** Whether a user with this e-mail address exists, in any case. */
export const emailTaken = (email: string): boolean =>
  db.select({ id: tables.users.id }).from(tables.users).where(eq(tables.users.email, email.toLowerCase())).get() !==
  undefined;
