/** /settings */
import { z } from "zod";
import { get, type Operation, patch } from "../../core/api/operation";
import { appTitle, type GeneralSettings, generalSettings, updateGeneralSettings } from "../../core/settings/general";
import { Ok } from "../../http/schemas";
import { exportSettings, SettingsExport } from "./export";
import * as model from "./model";
import { images, providers } from "./provider-operations";
import {
  bootstrap,
  loginBranding,
  setBpmEnabled,
  setDateFormat,
  setFiscalYearStart,
  setLocales,
  setRetention,
} from "./service";

type SwitchKey = {
  [Key in keyof GeneralSettings]: GeneralSettings[Key] extends boolean ? Key : never;
}[keyof GeneralSettings];

/** A setting that is on or off: read by everybody, switched by administrators. */
const onOff = (path: string, key: SwitchKey, what: string) => [
  get(`/settings${path}`, `Whether ${what}`, { permission: "auth", answer: model.Enabled }, () => ({
    enabled: generalSettings()[key],
  })),
  patch(
    `/settings${path}`,
    `Set whether ${what}`,
    { permission: "admin.settings", body: model.Switch, answer: Ok },
    ({ body, actor }) => updateGeneralSettings(actor, { [key]: body.enabled }),
  ),
];

const Anything = z.unknown().meta({ description: "What is empty, 0, false or null is no; everything else is yes" });
const isSomething = (value: unknown) =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);

export const operations: readonly Operation[] = [
  get(
    "/settings/bootstrap",
    "What a front end shows before anybody has logged in",
    { permission: "public", answer: model.Bootstrap },
    () => bootstrap(),
  ),
  get(
    "/settings/export",
    "All settings but the secrets, to be kept or compared",
    { permission: "admin.settings", answer: SettingsExport },
    () => exportSettings(),
  ),
  get("/settings/app-title", "The title of the application", { permission: "public", answer: model.AppTitle }, () => ({
    app_title: appTitle(),
  })),
  patch(
    "/settings/app-title",
    "Set the title of the application",
    { permission: "admin.settings", body: model.NewAppTitle, answer: Ok },
    ({ body, actor }) => updateGeneralSettings(actor, { app_title: body.app_title.trim() }),
  ),
  get(
    "/settings/login-branding",
    "What the login page says",
    { permission: "admin.settings", answer: model.LoginBranding },
    () => loginBranding(),
  ),
  patch(
    "/settings/login-branding",
    "Set what the login page says",
    { permission: "admin.settings", body: model.NewLoginBranding, answer: model.LoginBranding },
    ({ body, actor }) => {
      updateGeneralSettings(actor, {
        loginTagline: body.login_tagline.trim(),
        loginTaglineHidden: body.login_tagline_hidden,
        loginHelpText: body.login_help_text.trim(),
        loginHelpLink: body.login_help_link.trim(),
      });
      return loginBranding();
    },
  ),
  ...onOff("/ppm-enabled", "ppmEnabled", "projects are managed here"),
  ...onOff("/file-uploads-enabled", "fileUploadsEnabled", "files may be attached to cards"),
  ...onOff("/grc-enabled", "grcEnabled", "the part for governance, risk and compliance is shown"),
  ...onOff("/sponsor-button-enabled", "sponsorButtonEnabled", "the sponsor button is shown"),
  ...onOff("/turbolens-enabled", "turboLensEnabled", "AI analyses are offered"),
  ...onOff("/registration", "registrationEnabled", "people may register themselves"),
  get(
    "/settings/bpm-enabled",
    "Whether processes are managed here",
    { permission: "auth", answer: model.Enabled },
    () => ({
      enabled: generalSettings().bpmEnabled,
    }),
  ),
  patch(
    "/settings/bpm-enabled",
    "Set whether processes are managed here",
    { permission: "admin.settings", body: model.Switch, answer: Ok },
    ({ body, actor }) => setBpmEnabled(actor, body.enabled),
  ),
  get(
    "/settings/principles-display",
    "Whether the principles are shown",
    { permission: "auth", answer: model.Enabled },
    () => ({ enabled: generalSettings().showPrinciplesTab }),
  ),
  patch(
    "/settings/principles-display",
    "Set whether the principles are shown",
    { permission: "admin.settings", body: z.object({ enabled: Anything.optional() }), answer: Ok },
    ({ body, actor }) =>
      updateGeneralSettings(actor, { showPrinciplesTab: body.enabled === undefined || isSomething(body.enabled) }),
  ),
  get("/settings/currency", "The currency of costs", { permission: "auth", answer: model.Currency }, () => ({
    currency: generalSettings().currency,
  })),
  patch(
    "/settings/currency",
    "Set the currency of costs",
    { permission: "admin.settings", body: model.NewCurrency, answer: Ok },
    ({ body, actor }) => updateGeneralSettings(actor, { currency: body.currency }),
  ),
  get("/settings/date-format", "How dates are shown", { permission: "auth", answer: model.DateFormat }, () => ({
    date_format: generalSettings().dateFormat,
  })),
  patch(
    "/settings/date-format",
    "Set how dates are shown",
    { permission: "admin.settings", body: model.NewDateFormat, answer: Ok },
    ({ body, actor }) => setDateFormat(actor, body.date_format),
  ),
  get(
    "/settings/bpm-row-order",
    "The order of the rows of the process map",
    { permission: "auth", answer: model.RowOrder },
    () => ({ row_order: generalSettings().bpmRowOrder }),
  ),
  patch(
    "/settings/bpm-row-order",
    "Set the order of the rows of the process map",
    { permission: "admin.settings", body: model.NewRowOrder, answer: Ok },
    ({ body, actor }) => updateGeneralSettings(actor, { bpmRowOrder: body.row_order }),
  ),
  get(
    "/settings/fiscal-year-start",
    "The month in which the fiscal year begins",
    { permission: "auth", answer: model.FiscalYearStart },
    () => ({ month: generalSettings().fiscalYearStart }),
  ),
  patch(
    "/settings/fiscal-year-start",
    "Set the month in which the fiscal year begins",
    { permission: "admin.settings", body: model.NewFiscalYearStart, answer: model.FiscalYearStart },
    ({ body, actor }) => {
      setFiscalYearStart(actor, body.month);
      return { month: body.month };
    },
  ),
  get(
    "/settings/archive-retention-days",
    "For how long archived cards are kept",
    { permission: "auth", answer: model.RetentionDays },
    () => ({ days: generalSettings().archiveRetentionDays }),
  ),
  patch(
    "/settings/archive-retention-days",
    "Set for how long archived cards are kept",
    { permission: "admin.settings", body: model.NewRetentionDays, answer: model.RetentionDays },
    ({ body, actor }) => {
      setRetention(actor, body.days);
      return { days: body.days };
    },
  ),
  get(
    "/settings/enabled-locales",
    "The languages that people can choose from",
    { permission: "auth", answer: model.Locales },
    () => ({ locales: generalSettings().enabledLocales }),
  ),
  patch(
    "/settings/enabled-locales",
    "Set the languages that people can choose from",
    { permission: "admin.settings", body: model.NewLocales, answer: model.Locales },
    ({ body, actor }) => ({ locales: setLocales(actor, body.locales) }),
  ),
  ...images,
  ...providers,
];
