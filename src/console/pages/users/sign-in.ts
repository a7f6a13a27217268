/** The words for the ways in which accounts sign in, and their addresses. */
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Account } from "../../people/queries";

/** Returns the name of the way in which an account signs in. */
export function signInOf({ auth_provider, is_service_account, has_second_factor }: Account): MessageDescriptor {
  if (is_service_account) return msg`Tokens`;
  if (auth_provider === "local" && has_second_factor) return msg`Two factors`;
  return auth_provider === "sso" ? msg`Single sign-on` : msg`Password`;
}

/** Returns the address of an account; none of a program's, which gets no mail. */
export const mailOf = ({ email, is_service_account }: Account): string => (is_service_account ? "" : email);
