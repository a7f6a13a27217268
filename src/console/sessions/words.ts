/** The words for devices. */
import { useLingui } from "@lingui/react/macro";
import type { Schemas } from "../server/client";
import type { Session } from "./queries";

/** Gives the name of a device, as in "Firefox on Windows". */
export function useDeviceName({ browser, system }: Pick<Session, "browser" | "system">): string {
  const { t } = useLingui();
  if (browser && system) return t`${browser} on ${system}`;
  return browser ?? system ?? t`Another program`;
}

/** Gives the way in which somebody signed in, as in "Password, authenticator app". */
export function useManner({ way, factor }: Pick<Schemas["SignIn"], "way" | "factor">): string {
  const { t } = useLingui();
  const ways = { password: t`Password`, sso: t`Single sign-on`, passkey: t`Passkey` };
  const factors = { totp: t`authenticator app`, passkey: t`passkey`, recovery_code: t`recovery code` };
  return factor === null ? ways[way] : `${ways[way]}, ${factors[factor]}`;
}
