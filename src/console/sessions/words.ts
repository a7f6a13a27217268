/** The words for devices. */
import { useLingui } from "@lingui/react/macro";
import type { Session } from "./queries";

/** Gives the name of a device, as in "Firefox on Windows". */
export function useDeviceName({ browser, system }: Pick<Session, "browser" | "system">): string {
  const { t } = useLingui();
  if (browser && system) return t`${browser} on ${system}`;
  return browser ?? system ?? t`Another program`;
}
