/** Work that continues after a user's request has been answered, with what that user may do now. */

import { findUser } from "./accounts";
import { type Actor, identityOf } from "./actor";

/**
 * Returns the actor of work that a user has started.
 * @param impersonatedRole the role that the user impersonated then
 * @returns undefined when the user is gone or deactivated
 */
export function delegateOf(userId: string | null, impersonatedRole: string | null = null): Actor | undefined {
  const user = userId === null ? undefined : findUser(userId);
  if (!user?.is_active) return undefined;
  return { ...identityOf(user, impersonatedRole), expires: Number.POSITIVE_INFINITY };
}
