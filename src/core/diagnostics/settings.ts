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

/** Checks whether a host that is listened on is this machine alone. */
const isLoopback = (host: string): boolean => {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  return bare === "localhost" || (isIP(bare) > 0 && /^(127\.|::1$)/.test(bare));
};

/** Looks at how the server is run and reached. */
export function findExposure({ development, host, port, tls }: Config): Finding[] {
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
  const place = `The server listens on ${host} port ${port}`;
  if (app_base_url.startsWith("http://") && !tls && !isLoopback(host))
    found.push(
      warning(
        "address",
        `${place}, and people reach it without TLS.`,
        "Put a proxy with TLS in front of it, or set TLS_CERTIFICATE_FILE.",
      ),
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

/** Looks at who may read the metrics. */
export function findMetrics({ metrics: { address, token } }: Config): Finding {
  if (!address) return fine("metrics", token === undefined ? "No metrics are served." : "Metrics need their token.");
  const place = `${address.host} port ${address.port}`;
  return token === undefined && !isLoopback(address.host)
    ? warning(
        "metrics",
        `Whoever reaches ${place} can read the metrics.`,
        "Set METRICS_TOKEN, or let METRICS_ADDRESS be one of this machine alone, as in 127.0.0.1:9920.",
      )
    : fine("metrics", `Metrics are served on ${place}.`);
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
