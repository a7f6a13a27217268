/** The accounts that are attacked: people with a password, as they come in an installation. */
import { eq } from "drizzle-orm";
import { db, tables, transaction } from "../../db";
import { type Account, createUser, findUser } from "../../src/core/access/accounts";
import { hashPassword } from "../../src/core/access/passwords";
import { unique } from "../support/factories";

const { users } = tables;

export const PASSWORD = "Correct-Horse-7";

let hash: Promise<string> | undefined;

/** Makes an account with the password above; columns may differ. */
export async function newAccount(columns: Partial<typeof users.$inferInsert> = {}): Promise<Account> {
  const password_hash = await (hash ??= hashPassword(PASSWORD));
  const name = unique("person");
  const { id } = createUser({ email: `${name}@stoa.example`, display_name: name, role: "member", password_hash });
  if (Object.keys(columns).length > 0) transaction(() => db.update(users).set(columns).where(eq(users.id, id)).run());
  return findUser(id) as Account;
}

let addresses = 0;

/** Returns the header of a proxy with a client address that no other request has come from. */
export function fromElsewhere(): Record<string, string> {
  addresses++;
  return { "x-forwarded-for": `198.51.${addresses >> 8}.${addresses & 255}` };
}
