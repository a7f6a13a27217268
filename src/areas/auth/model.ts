/** Schemas of logins, passwords, single sign-on and impersonation. */
import { z } from "zod";
import { UiPreferences } from "../../core/access/preferences";
import { Email, Id, namedObject, PathKey, Text } from "../../http/schemas";

/** May be longer than a password that can be set. */
const TriedPassword = Text(10_000);

export const Credentials = z.object({ email: Email, password: TriedPassword });
export type Credentials = z.infer<typeof Credentials>;

export const Registration = z.object({ email: Email, display_name: Text(200, 1), password: TriedPassword });
export type Registration = z.infer<typeof Registration>;

/** The secret of a mailed link. */
const LinkToken = Text(200);

export const LinkQuery = z.object({ token: LinkToken.meta({ description: "The token of the link that was mailed" }) });
export const ChosenPassword = z.object({ token: LinkToken, password: TriedPassword });
export type ChosenPassword = z.infer<typeof ChosenPassword>;

export const SetupInvitee = namedObject("SetupInvitee", { email: z.string(), display_name: z.string() });
export const ResetRequester = namedObject("ResetRequester", { email: z.string() });

export const ForgottenPassword = z.object({ email: Text(320) });

export const Impersonation = z.object({ role: Text(64, 1) });

export const Me = namedObject("Me", {
  id: Id,
  email: z.string(),
  display_name: z.string(),
  role: PathKey.meta({ description: "Key of the effective role: the impersonated one while impersonating" }),
  role_label: z.string(),
  role_color: z.string(),
  is_active: z.boolean(),
  locale: z.string(),
  permissions: z.record(z.string(), z.boolean()),
  ui_preferences: UiPreferences,
  impersonated_role: z.string().nullable(),
  impersonated_role_label: z.string().nullable(),
  must_set_up_factor: z.boolean().meta({
    description: "Whether the role demands a second factor that isn't set up: nothing else can be done before",
  }),
});
export type Me = z.infer<typeof Me>;

/** The state of single sign-on as a login page shows it; the same when it is off, misconfigured or unreachable. */
export const SsoConfig = namedObject("SsoConfig", {
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
});
export type SsoConfig = z.infer<typeof SsoConfig>;

const RedirectUri = Text(500, 1).meta({ description: "The front end's page /auth/callback" });

export const SsoBeginning = z.object({ redirect_uri: RedirectUri });

export const SsoStarted = namedObject("SsoStarted", {
  authorization_url: z.string().meta({ description: "Where to send the browser" }),
  state: z.string().meta({ description: "What the provider sends back; hand it on to /auth/sso/callback" }),
});
export type SsoStarted = z.infer<typeof SsoStarted>;

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
