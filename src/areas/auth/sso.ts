/** Single sign-on by OpenID Connect: what a login page must know of it, and what happens when somebody comes back. */
import type { Account } from "../../core/access/accounts";
import type { Author } from "../../core/journal/journal";
import { generalSettings } from "../../core/settings/general";
import { ssoEnabled } from "../../core/settings/providers";
import { Problem } from "../../http/errors";
import { identityOf } from "./sso-identity";
import { signIn } from "./sso-login";
import type { SsoConfig, SsoReturn } from "./sso-model";
import { extraParameters, provider, SCOPES } from "./sso-providers";
import { grantOf } from "./sso-start";
import { redeem } from "./sso-tokens";

/** What a login page must know. It never says why single sign-on can't be used: the log does. */
export async function describeSso(): Promise<SsoConfig> {
  const registration_enabled = generalSettings().registrationEnabled;
  if (!ssoEnabled()) return { enabled: false, registration_enabled };
  try {
    const chosen = await provider();
    const extra = extraParameters(chosen);
    return {
      enabled: true,
      provider: chosen.kind,
      provider_name: chosen.label,
      client_id: chosen.clientId,
      authorization_endpoint: chosen.server.authorization_endpoint,
      scopes: SCOPES,
      registration_enabled,
      ...(extra && { extra_auth_params: extra }),
    };
  } catch (error) {
    if (error instanceof Problem) return { enabled: false, registration_enabled };
    throw error;
  }
}

/**
 * Signs in whoever comes back from the provider.
 * @throws Problem as `grantOf`, `redeem`, `identityOf` and `signIn` do, in that order; nothing is written then
 */
export async function returnFrom(request: Request, sent: SsoReturn, visitor: Author): Promise<Account> {
  const chosen = await provider();
  const claims = await redeem(chosen, grantOf(request, sent));
  return signIn(identityOf(chosen, claims), visitor);
}
