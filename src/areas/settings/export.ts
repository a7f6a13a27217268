/** The export of the settings, without secrets. */
import { z } from "zod";
import { emailSettings } from "../../core/settings/email";
import { generalSettings } from "../../core/settings/general";
import { mcpEnabled, ssoSettings } from "../../core/settings/providers";
import { Ai, Bootstrap, Email, Sso } from "./model";
import { bootstrap, maskedAi } from "./service";

/** Fields of the bootstrap that are no settings. */
const noSettings = {
  supported_locales: true,
  compliance_regulations: true,
  resource_types: true,
  smtp_configured: true,
  has_users: true,
} as const;

export const SettingsExport = Bootstrap.omit(noSettings)
  .extend({
    registration_enabled: z.boolean(),
    email: Email.omit({ smtp_password: true, configured: true }),
    sso: Sso.omit({ client_secret: true }),
    ai: Ai.omit({ api_key: true }),
    mcp: z.object({ enabled: z.boolean() }),
  })
  .meta({ id: "SettingsExport" });
export type SettingsExport = z.infer<typeof SettingsExport>;

/** Returns all settings, without the secrets; of the images only whether there are any. */
export const exportSettings = (): SettingsExport =>
  // Parsing drops what the schema doesn't name.
  SettingsExport.parse({
    ...bootstrap(),
    registration_enabled: generalSettings().registrationEnabled,
    email: emailSettings(),
    sso: ssoSettings(),
    ai: maskedAi(),
    mcp: { enabled: mcpEnabled() },
  });
