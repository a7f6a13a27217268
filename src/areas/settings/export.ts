/** The settings as one object: what holds in this installation, without what must stay in it. */
import { z } from "zod";
import { emailSettings } from "../../core/settings/email";
import { generalSettings } from "../../core/settings/general";
import { mcpEnabled, ssoSettings } from "../../core/settings/providers";
import { storedImageType } from "../../core/settings/store";
import { Ai, Bootstrap, Email, Sso } from "./model";
import { bootstrap, shownAi } from "./service";

/** What a front end is told at its start that is no setting. */
const beside = { compliance_regulations: true, resource_types: true, smtp_configured: true } as const;

export const SettingsExport = Bootstrap.omit(beside)
  .extend({
    registration_enabled: z.boolean(),
    has_custom_logo: z.boolean(),
    has_custom_favicon: z.boolean(),
    email: Email.omit({ smtp_password: true, configured: true }),
    sso: Sso.omit({ client_secret: true }),
    ai: Ai.omit({ api_key: true }),
    mcp: z.object({ enabled: z.boolean() }),
  })
  .meta({ id: "SettingsExport" });
export type SettingsExport = z.infer<typeof SettingsExport>;

/** All settings as they hold. Secrets are left out, not even masked; of images it tells whether there are any. */
export const exportSettings = (): SettingsExport =>
  // Parsed, so that nothing gets out but what the shape names.
  SettingsExport.parse({
    ...bootstrap(),
    registration_enabled: generalSettings().registrationEnabled,
    has_custom_logo: storedImageType("logo") !== null,
    has_custom_favicon: storedImageType("favicon") !== null,
    email: emailSettings(),
    sso: ssoSettings(),
    ai: shownAi(),
    mcp: { enabled: mcpEnabled() },
  });
