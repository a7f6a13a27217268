/** The author of the demo landscape: an existing administrator, or the demo administrator with a published password. */
import { desc, eq } from "drizzle-orm";
import { db, tables, transactionInTurn } from "../../../db";
import { ADMIN, createUser, findUserByEmail } from "../../core/access/accounts";
import { type Actor, identityOf } from "../../core/access/actor";
import { hashPassword } from "../../core/access/passwords";
import { program } from "../../core/journal/journal";
import { DAY, fromNow, runAt } from "../../platform/clock";
import { log } from "../../platform/log";

const { users } = tables;

/** The operation that the events of the loading name. */
export const START = "start";

/** Fixed, because clients and instructions rely on it. */
export const DEMO = { email: "admin@turboea.demo", display_name: "Demo Admin", password: "TurboEA!2025" };

/**
 * The time since the demo administrator began, in milliseconds: more than that of the demo's history, whose weekends' work was done
 * on Fridays.
 */
const JOINED = 743 * DAY;

/** Finds the oldest administrator, active ones first. */
const findAdministrator = () =>
  db
    .select()
    .from(users)
    .where(eq(users.role, ADMIN))
    .orderBy(desc(users.is_active), users.created_at, users.id)
    .limit(1)
    .get();

/** Creates the demo administrator, unless there is an administrator or the address is taken. */
async function createDemoAdministrator(): Promise<void> {
  if (findAdministrator()) return;
  const { email, display_name, password } = DEMO;
  const password_hash = await hashPassword(password);
  const created = await transactionInTurn(() => {
    if (findAdministrator() || findUserByEmail(email)) return false;
    const author = program(START);
    runAt(`${fromNow(-JOINED).slice(0, 10)}T00:00:00.000Z`, () =>
      createUser({ email, display_name, password_hash, role: ADMIN }, author),
    );
    return true;
  });
  if (created) log.warn({ email }, "created the demo administrator, whose password is published: change it");
}

/**
 * Returns the administrator as the author of the demo landscape; created when there is none. Of the demo administrator,
 * also the hash of the password, which the demo's people share.
 * @returns undefined when there is none and the demo administrator's address is taken
 */
export async function demoAuthor(): Promise<{ actor: Actor; passwordHash: string | null } | undefined> {
  await createDemoAdministrator();
  const row = findAdministrator();
  if (!row) return undefined;
  const actor = { ...identityOf(row, null), expires: Number.POSITIVE_INFINITY, operation: START };
  return { actor, passwordHash: row.email === DEMO.email ? row.password_hash : null };
}
