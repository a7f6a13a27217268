/** The kinds of people that a list can be narrowed to. */
import type { Account } from "../../people/queries";

const UNSEEN = 90 * 86_400_000;

type PeopleKind = "active" | "all" | "locked" | "never" | "unseen" | "unprotected";

/**
 * Returns whether an account is one of those that are asked for.
 * @param me the id of whoever asks, who is seen now, also when their registration was no sign-in
 */
export function isShown(account: Account, show: PeopleKind, me: string): boolean {
  if (show === "all") return true;
  if (show === "locked") return account.locked_until !== null;
  if (!account.is_active) return false;
  if (show === "unprotected")
    return account.auth_provider === "local" && !account.is_service_account && !account.has_second_factor;
  if (show === "never") return account.last_login === null && account.id !== me;
  if (show === "unseen") return account.last_login !== null && Date.now() - Date.parse(account.last_login) > UNSEEN;
  return true;
}

/** Returns whether a part of a text is in the name or the address of an account. */
export const isNamed = ({ display_name, email }: Account, part: string): boolean =>
  `${display_name} ${email}`.toLocaleLowerCase().includes(part.toLocaleLowerCase());
