/** What signing in by an identity provider looks like on the wire. */
import { z } from "zod";
import { Text } from "../../http/schemas";

/** What a login page must know. Off, misconfigured and unreachable look alike. */
export const SsoConfig = z
  .object({
    enabled: z.boolean(),
    registration_enabled: z.boolean(),
    provider: z.enum(["microsoft", "google", "okta", "oidc"]).optional(),
    provider_name: z.string().optional().meta({ description: "What to call the provider on the login page" }),
    client_id: z.string().optional(),
    authorization_endpoint: z.string().optional(),
    scopes: z.string().optional(),
    extra_auth_params: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "Further parameters of the authorization request" }),
  })
  .meta({ id: "SsoConfig" });
export type SsoConfig = z.infer<typeof SsoConfig>;

const RedirectUri = Text(500, 1).meta({ description: "The front end's page /auth/callback" });

export const SsoBeginning = z.object({ redirect_uri: RedirectUri });

export const SsoStarted = z
  .object({
    authorization_url: z.string().meta({ description: "Where to send the browser" }),
    state: z.string().meta({ description: "What the provider sends back; hand it on to /auth/sso/callback" }),
  })
  .meta({ id: "SsoStarted" });

export const SsoReturn = z.object({
  code: Text(4_096, 1),
  redirect_uri: RedirectUri,
  state: Text(500)
    .optional()
    .meta({ description: "What the provider sent back, when the sign-in began with /auth/sso/start" }),
  nonce: Text(500, 1).optional().meta({ description: "The nonce that the authorization request had, if it had one" }),
  code_verifier: z
    .string()
    .regex(/^[\w.~-]{43,128}$/, "must have 43 to 128 letters, digits or - . _ ~")
    .optional()
    .meta({ description: "The secret of the authorization request's code challenge, if it had one" }),
});
export type SsoReturn = z.infer<typeof SsoReturn>;
