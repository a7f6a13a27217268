/** The finding about single sign-on. */
import { type Finding, fine, problem } from "../../core/diagnostics/finding";
import { ssoEnabled } from "../../core/settings/providers";
import { messageOf } from "../../http/errors";
import { SECOND } from "../../platform/clock";
import { OutboundError, outbound } from "../../platform/outbound";
import { provider } from "./sso-providers";

/** Looks whether the identity provider answers with its metadata and keys. */
export async function examineSignOn(): Promise<Finding> {
  if (!ssoEnabled()) return fine("sign-on", "Single sign-on is off; people log in with passwords.");
  try {
    const { server, label } = await provider();
    const keys = await outbound(server.jwks_uri as string, { timeout: 5 * SECOND });
    if (keys.ok) return fine("sign-on", `${label} answers with its metadata and keys.`);
    return bad(`${label} has no keys at its address: status ${keys.status}`);
  } catch (error) {
    return bad(error instanceof OutboundError ? error.message : messageOf(error));
  }
}

const bad = (reason: string) =>
  problem("sign-on", `Single sign-on can't be used: ${reason}`, "Correct the settings of single sign-on.");
