/** The settings as a workspace bundle brings them: each is checked and set as its PATCH does. */
import { z } from "zod";
import type { Actor } from "../../core/access/actor";
import type { PermissionKey } from "../../core/access/permissions";
import { extensionPoint } from "../../core/extension-point";
import { emailDefaults, updateEmailSettings } from "../../core/settings/email";
import { type GeneralSettings, generalSettings, updateGeneralSettings } from "../../core/settings/general";
import { aiSettings, ssoSettings, updateMcpSettings } from "../../core/settings/providers";
import { storedSettings } from "../../core/settings/store";
import { checked } from "../../http/validation";
import * as model from "./model";
import * as service from "./service";

type Json = Record<string, unknown>;

/** A setting that a bundle may bring: the permission of its PATCH, and the function that checks and sets it. */
type Part = { needs: PermissionKey; set: (actor: Actor, value: unknown) => void };

const part = (set: Part["set"], needs: PermissionKey = "admin.settings"): Part => ({ needs, set });

const onOff = (key: keyof GeneralSettings): Part =>
  part((actor, enabled) => updateGeneralSettings(actor, { [key]: checked(model.Switch, { enabled }).enabled }));

/** Returns a text of the login page, which are set together. */
const branding = (key: "loginTagline" | "loginTaglineHidden" | "loginHelpText" | "loginHelpLink"): Part =>
  part((actor, value) => {
    const changed: GeneralSettings = { ...generalSettings(), [key]: value };
    const { loginTagline, loginTaglineHidden, loginHelpText, loginHelpLink } = changed;
    const texts = {
      login_tagline: loginTagline,
      login_tagline_hidden: loginTaglineHidden,
      login_help_text: loginHelpText,
      login_help_link: loginHelpLink,
    };
    service.updateLoginBranding(actor, checked(model.NewLoginBranding, texts));
  });

/** Returns the members of a setting that is an object. @throws Problem 422 */
const membersOf = (value: unknown): Json => checked(z.record(z.string(), z.unknown()), value);

/** Sets single sign-on; the own secret is retained, for its own provider. */
function setSso(actor: Actor, value: unknown): void {
  const settings = { ...ssoSettings(), ...membersOf(value), client_secret: "" };
  service.updateSso(actor, checked(model.NewSso, settings));
}

/** Sets the AI provider; the own key is retained, for its own provider. */
function setAi(actor: Actor, value: unknown): void {
  const asked = service.aiOnWire({ ...aiSettings(), ...membersOf(value) }, "");
  service.updateAi(actor, checked(model.NewAi, asked));
}

/** The general settings by the keys under which they are stored. */
export const generalParts: Readonly<Record<string, Part>> = {
  currency: part((actor, currency) => updateGeneralSettings(actor, checked(model.NewCurrency, { currency }))),
  dateFormat: part((actor, date_format) =>
    service.updateDateFormat(actor, checked(model.NewDateFormat, { date_format })),
  ),
  app_title: part((actor, app_title) =>
    updateGeneralSettings(actor, { app_title: checked(model.NewAppTitle, { app_title }).app_title.trim() }),
  ),
  bpmEnabled: part((actor, enabled) => service.updateBpm(actor, checked(model.Switch, { enabled }).enabled)),
  ppmEnabled: onOff("ppmEnabled"),
  turboLensEnabled: onOff("turboLensEnabled"),
  grcEnabled: onOff("grcEnabled"),
  sponsorButtonEnabled: onOff("sponsorButtonEnabled"),
  fileUploadsEnabled: onOff("fileUploadsEnabled"),
  registrationEnabled: onOff("registrationEnabled"),
  showPrinciplesTab: onOff("showPrinciplesTab"),
  enabledLocales: part((actor, locales) => service.updateLocales(actor, checked(model.NewLocales, { locales }))),
  fiscalYearStart: part((actor, month) =>
    service.updateFiscalYearStart(actor, checked(model.NewFiscalYearStart, { month })),
  ),
  archiveRetentionDays: part((actor, days) =>
    service.updateRetention(actor, checked(model.NewRetentionDays, { days })),
  ),
  bpmRowOrder: part((actor, row_order) =>
    updateGeneralSettings(actor, { bpmRowOrder: checked(model.NewRowOrder, { row_order }).row_order }),
  ),
  loginTagline: branding("loginTagline"),
  loginTaglineHidden: branding("loginTaglineHidden"),
  loginHelpText: branding("loginHelpText"),
  loginHelpLink: branding("loginHelpLink"),
  sso: part(setSso),
  ai: part(setAi),
  mcp: part((actor, value) => updateMcpSettings(actor, checked(model.NewMcp, value).enabled), "admin.mcp"),
};

/** The settings of mail, which are set together; the own password is retained, for its own server. */
export const emailPart: Part = part((actor, value) => {
  const settings = { ...emailDefaults, ...storedSettings().email, ...membersOf(value), smtp_password: "" };
  updateEmailSettings(actor, checked(model.NewEmail, settings));
});

/** Asked for the settings that other areas store: each answers its key and the function that checks and sets it. */
export const otherParts = extensionPoint<[], Part & { key: string }>();
