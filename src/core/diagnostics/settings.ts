/** Findings about weak settings, and about addresses and proxies. */
import { isIP } from "node:net";
import type { Config } from "../../config";
import { emailSettings } from "../settings/email";
import { generalSettings } from "../settings/general";
import { ssoEnabled } from "../settings/providers";
import { type Finding, fine, warning } from "./finding";

/** Looks at who may register. */
export const findRegistration = (): Finding =>
  generalSettings().registrationEnabled && !ssoEnabled()
    ? warning(
        "registration",
        "Whoever reaches the server can register an account.",
        "Switch registration off in the settings, unless only colleagues can reach it.",
      )
    : fine("registration", "Nobody registers without an invitation or single sign-on.");

/** Looks at how the server is run and reached. */
export function findExposure({ development, host, port }: Config): Finding[] {
  const found: Finding[] = [];
  if (development)
    found.push(
      warning(
        "environment",
        "ENVIRONMENT is development: answers are checked, and errors say more than they should.",
        "Run it without ENVIRONMENT in production.",
      ),
    );
  const { app_base_url } = emailSettings();
  const isLocal = host === "localhost" || (isIP(host) > 0 && /^(127\.|::1$)/.test(host));
  const place = `The server listens on ${host} port ${port}`;
  if (app_base_url.startsWith("http://") && !isLocal)
    found.push(
      warning("address", `${place}, and people reach it without TLS.`, "Put a proxy with TLS in front of it."),
    );
  else if (app_base_url === "")
    found.push(
      warning(
        "address",
        `${place}; links in mails have no address.`,
        "Set APP_BASE_URL, or the address in the settings of mail, to what people type.",
      ),
    );
  else found.push(fine("address", `${place}; people reach it at ${app_base_url}.`));
  return found;
}

/** Looks at where the secret key is. */
export const findSecretKey = ({ secretKey, backups }: Config): Finding =>
  secretKey !== undefined || backups.recipient !== undefined || backups.passphrase !== undefined
    ? fine("secret key", "The secret key is in the environment or in encrypted backups, too.")
    : warning(
        "secret key",
        "The secret key was generated, and is only in secret.key next to the database.",
        "Encrypt backups (BACKUP_PASSPHRASE or BACKUP_RECIPIENT), which then carry it, or keep a copy of it elsewhere.",
      );

/** Looks at a request as it has arrived: whether a proxy is in front of the server whose headers are not believed. */
export function findProxy(forwarded: string | undefined, address: string, { trustedProxies }: Config): Finding {
  if (forwarded === undefined) return fine("proxy", "This request has come without a proxy.");
  const claimed = forwarded.split(",")[0]?.trim();
  return address === claimed
    ? fine("proxy", "A proxy in front of the server names the addresses of clients, and is believed.")
    : warning(
        "proxy",
        `A proxy in front of the server is not believed: all clients seem to come from ${address}.`,
        `Add the proxy's address to TRUSTED_PROXIES (${trustedProxies.join(", ")}).`,
      );
}
