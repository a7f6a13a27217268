/** The people of the demo company as accounts. */
import { architect, type DemoPerson, type Person, people } from "../../../db/seed/demo";
import { type Account, createUser, findUserByEmail, updateUser } from "../../core/access/accounts";
import { type Actor, identityOf, permissionsOf } from "../../core/access/actor";
import { rolesByKey } from "../../core/access/roles";
import { defaultPreferences } from "../../core/notify/kinds";
import { now } from "../../platform/clock";
import { createRole } from "../roles";
import type { Cast, Step } from "./story";

const everybody = Object.entries(people) as [Person, DemoPerson][];

/** The program that events name as their source. */
const SOURCE = "demo";

/** Preferences without mails, because the addresses exist nowhere. */
function withoutMails() {
  const { in_app, email } = defaultPreferences();
  return { in_app, email: Object.fromEntries(Object.keys(email).map((kind) => [kind, false])) };
}

/** Creates a person's account, which logs in with the password of the demo administrator if there is one. */
function createAccount(actor: Actor, { name, email, role }: DemoPerson, password_hash: string | null): void {
  const { id } = createUser({ email, display_name: name, role, password_hash }, actor);
  updateUser(id, { notification_preferences: withoutMails() });
}

/** Creates the role of the architects, with what members may do and a little more. */
function createArchitect(actor: Actor): void {
  const { more, ...role } = architect;
  if (rolesByKey().has(role.key)) return;
  const permissions = { ...permissionsOf("member"), ...Object.fromEntries(more.map((key) => [key, true])) };
  createRole(actor, { ...role, permissions, is_default: false });
}

/**
 * Returns the steps by which people get their accounts, and are seen for the last time.
 * @param passwordHash the hash of the password that they log in with; null for accounts that nobody can log in to yet
 */
export const peopleSteps = (passwordHash: string | null): Step[] => [
  { day: 739, by: "administrator", operation: "POST /api/v1/roles", work: createArchitect },
  ...everybody.flatMap(([who, person]): Step[] => [
    {
      day: person.joined,
      by: "administrator",
      operation: "POST /api/v1/users",
      work(actor) {
        if (!findUserByEmail(person.email)) createAccount(actor, person, passwordHash);
      },
    },
    {
      day: person.seen,
      by: who,
      operation: "POST /api/v1/auth/login",
      work: ({ userId }) => void updateUser(userId, { last_login: now() }),
    },
  ]),
];

/** Returns the people of the history; whoever has no account is represented by the administrator. */
export function castOf(administrator: Actor): Cast {
  const accounts = new Map<string, Account>();
  const accountOf = (who: Parameters<Cast["idOf"]>[0]): Account | undefined => {
    if (who === "administrator") return undefined;
    const account = accounts.get(who) ?? findUserByEmail(people[who].email);
    if (account) accounts.set(who, account);
    return account;
  };
  return {
    idOf: (who) => accountOf(who)?.id ?? administrator.userId,
    actorOf(who, operation) {
      const account = accountOf(who);
      const own = { batchId: undefined, single: undefined, operation, source: SOURCE };
      return account
        ? { ...identityOf(account, null), expires: administrator.expires, ...own }
        : { ...administrator, ...own };
    },
  };
}
