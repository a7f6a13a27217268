/** What logging in, registering and choosing passwords look like on the wire. */
import { z } from "zod";
import { UiPreferences } from "../../core/access/preferences";
import { Email, Id, PathKey, Text } from "../../http/schemas";

/** Longer passwords than can be set may be tried; what is far beyond is not read. */
const TriedPassword = Text(10_000);

export const Credentials = z.object({ email: Email, password: TriedPassword });
export type Credentials = z.infer<typeof Credentials>;

export const Registration = z.object({ email: Email, display_name: Text(200, 1), password: TriedPassword });
export type Registration = z.infer<typeof Registration>;

/** The secret of a mailed link. */
const LinkToken = Text(200);

export const LinkQuery = z.object({ token: LinkToken });
export const ChosenPassword = z.object({ token: LinkToken, password: TriedPassword });
export type ChosenPassword = z.infer<typeof ChosenPassword>;

export const SetupInvitee = z.object({ email: z.string(), display_name: z.string() }).meta({ id: "SetupInvitee" });
export const ResetRequester = z.object({ email: z.string() }).meta({ id: "ResetRequester" });

export const ForgottenPassword = z.object({ email: Text(320) });

export const Impersonation = z.object({ role: Text(64, 1) });

export const Me = z
  .object({
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
  })
  .meta({ id: "Me" });
export type Me = z.infer<typeof Me>;
