/** Roles that the groups of a company's directory give. The area `directory` knows the rules. */
import { log } from "../../platform/log";
import { extensionPoint } from "../extension-point";
import type { Author } from "../journal/journal";
import { type Account, ADMIN, countAdmins, publishUserChanges, updateUser } from "./accounts";

/** The provider of the rules: what the groups of somebody mean, and the place where those of a single sign-on are stored. */
export type GroupRules = {
  /** Returns the role that groups give, by their names or ids; undefined when no rule names one of them. */
  roleOf(groups: readonly string[]): string | undefined;
  /** Stores the groups that a single sign-on has named, as part of the running transaction. */
  store(userId: string, groups: readonly string[]): void;
};

/** The extension point of the rules. */
export const groupRulesProvider = extensionPoint<[], GroupRules>();

/** Returns the rules; undefined where no area has any. */
export const groupRules = (): GroupRules | undefined => groupRulesProvider()[0]?.result;

/** Checks whether an account is the only active administrator, who keeps the role whatever the directory says. */
const isLastAdmin = ({ role, is_active }: Account): boolean =>
  role === ADMIN && is_active && countAdmins({ activeOnly: true }) <= 1;

/**
 * Gives an account the role of its groups, as part of the running transaction. The last active administrator keeps theirs.
 * Publishes `user.updated`.
 * @returns the account as it is then
 */
export function giveRole(author: Author, account: Account, role: string | undefined): Account {
  if (role === undefined || role === account.role) return account;
  if (isLastAdmin(account)) {
    log.warn(
      { user_id: account.id, role },
      "the directory gives the last administrator another role, which is not taken over",
    );
    return account;
  }
  const changed = updateUser(account.id, { role });
  publishUserChanges(author, account, changed);
  return changed;
}
