/** /settings */
import { z } from "zod";
import { inTurn } from "../../../db";
import { capital } from "../../core/api/nouns";
import { del, get, type Operation, post } from "../../core/api/operation";
import { emailSettings, updateEmailSettings } from "../../core/settings/email";
import { appTitle, type GeneralSettings, generalSettings, updateGeneralSettings } from "../../core/settings/general";
import { maskedSsoSettings, mcpEnabled, ssoEnabled, updateMcpSettings } from "../../core/settings/providers";
import { type ImageName, storedImageType, updateImage } from "../../core/settings/store";
import { Ok } from "../../http/schemas";
import { testAi } from "./ai-test";
import { exportSettings, SettingsExport } from "./export";
import { imageResponse, readImage } from "./images";
import * as model from "./model";
import * as service from "./service";
import { setting } from "./setting";

const PUBLIC = { permission: "public" } as const;
const MANAGE = { permission: "admin.settings" } as const;

type SwitchKey = {
  [Key in keyof GeneralSettings]: GeneralSettings[Key] extends boolean ? Key : never;
}[keyof GeneralSettings];

/** Operations that are Stoa's own. */
const own = (operations: readonly Operation[]): Operation[] =>
  operations.map((operation) => ({ ...operation, own: true }));

/** Returns a setting that is on or off. */
const onOff = (path: string, key: SwitchKey, what: string, update?: typeof service.updateBpm) =>
  setting(path, `Whether ${what}`, {
    answer: model.Enabled,
    body: model.Switch,
    read: () => ({ enabled: generalSettings()[key] }),
    update: (actor, { enabled }) =>
      update ? update(actor, enabled) : updateGeneralSettings(actor, { [key]: enabled }),
  });

/** Returns an image that replaces the one of the front end. */
const image = (name: ImageName, Info: typeof model.LogoInfo | typeof model.FaviconInfo) => [
  get(`/settings/${name}`, `The ${name}`, { ...PUBLIC, answer: z.string(), redirects: true, media: "image/png" }, () =>
    imageResponse(name),
  ),
  post(
    `/settings/${name}`,
    `Put another ${name} in place`,
    {
      operationId: `upload${capital(name)}`,
      ...MANAGE,
      body: model.Upload,
      answer: Ok,
      upload: true,
      repeatable: false,
    },
    async ({ body, actor }) => {
      const read = await readImage(body.file);
      return inTurn(() => updateImage(actor, name, read));
    },
  ),
  del(`/settings/${name}`, `Take one's own ${name} away`, { ...MANAGE, answer: Ok }, ({ actor }) =>
    updateImage(actor, name, null),
  ),
  get(`/settings/${name}/info`, `Whether there is a ${name} of one's own`, { ...MANAGE, answer: Info }, () => {
    const type = storedImageType(name);
    return { [`has_custom_${name}`]: type !== null, mime_type: type ?? "image/png" } as never;
  }),
];

const mcp = () => ({ enabled: mcpEnabled(), sso_configured: ssoEnabled() });

export const operations: readonly Operation[] = [
  get(
    "/settings/bootstrap",
    "What a front end shows before anybody has logged in",
    { ...PUBLIC, answer: model.Bootstrap },
    () => service.bootstrap(),
  ),
  get(
    "/settings/export",
    "All settings but the secrets, to be stored or compared",
    { own: true, ...MANAGE, answer: SettingsExport },
    () => exportSettings(),
  ),
  ...setting("app-title", "The title of the application", {
    answer: model.AppTitle,
    body: model.NewAppTitle,
    read: () => ({ app_title: appTitle() }),
    update: (actor, body) => updateGeneralSettings(actor, { app_title: body.app_title.trim() }),
  }),
  ...setting("login-branding", "What the login page says", {
    readBy: "admin.settings",
    answer: model.LoginBranding,
    body: model.NewLoginBranding,
    read: service.loginBranding,
    update: service.updateLoginBranding,
    answersValue: true,
  }),
  ...onOff("ppm-enabled", "ppmEnabled", "projects are managed here"),
  ...onOff("file-uploads-enabled", "fileUploadsEnabled", "files may be attached to cards"),
  ...onOff("grc-enabled", "grcEnabled", "the part for governance, risk and compliance is shown"),
  ...onOff("sponsor-button-enabled", "sponsorButtonEnabled", "the sponsor button is shown"),
  ...onOff("turbolens-enabled", "turboLensEnabled", "AI analyses are offered"),
  ...onOff("registration", "registrationEnabled", "people may register themselves"),
  ...own(
    onOff("bpm-second-approver", "bpmSecondApprover", "somebody else must approve a flow than who has submitted it"),
  ),
  ...onOff("bpm-enabled", "bpmEnabled", "processes are managed here", service.updateBpm),
  ...setting("principles-display", "Whether the principles are shown", {
    answer: model.Enabled,
    body: model.LooseSwitch,
    read: () => ({ enabled: generalSettings().showPrinciplesTab }),
    update: (actor, { enabled }) => updateGeneralSettings(actor, { showPrinciplesTab: service.isOn(enabled) }),
  }),
  ...setting("currency", "The currency of costs", {
    answer: model.Currency,
    body: model.NewCurrency,
    read: () => ({ currency: generalSettings().currency }),
    update: updateGeneralSettings,
  }),
  ...setting("date-format", "How dates are shown", {
    answer: model.DateFormat,
    body: model.NewDateFormat,
    read: () => ({ date_format: generalSettings().dateFormat }),
    update: service.updateDateFormat,
  }),
  ...setting("bpm-row-order", "The order of the rows of the process map", {
    answer: model.RowOrder,
    body: model.NewRowOrder,
    read: () => ({ row_order: generalSettings().bpmRowOrder }),
    update: (actor, body) => updateGeneralSettings(actor, { bpmRowOrder: body.row_order }),
  }),
  ...setting("fiscal-year-start", "The month in which the fiscal year begins", {
    answer: model.FiscalYearStart,
    body: model.NewFiscalYearStart,
    read: () => ({ month: generalSettings().fiscalYearStart }),
    update: service.updateFiscalYearStart,
    answersValue: true,
  }),
  ...setting("archive-retention-days", "For how long archived cards are retained", {
    answer: model.RetentionDays,
    body: model.NewRetentionDays,
    read: () => ({ days: generalSettings().archiveRetentionDays }),
    update: service.updateRetention,
    answersValue: true,
  }),
  ...setting("enabled-locales", "The languages that people can choose from", {
    answer: model.Locales,
    body: model.NewLocales,
    read: () => ({ locales: generalSettings().enabledLocales }),
    update: service.updateLocales,
    answersValue: true,
  }),
  ...image("logo", model.LogoInfo),
  ...image("favicon", model.FaviconInfo),
  ...setting("email", "Where mail goes out", {
    readBy: "admin.settings",
    answer: model.Email,
    body: model.NewEmail,
    read: emailSettings,
    update: updateEmailSettings,
  }),
  post(
    "/settings/email/test",
    "Send a mail to the caller to see whether it arrives",
    { ...MANAGE, answer: model.TestSent, repeatable: false },
    ({ actor }) => service.sendTest(actor.email),
  ),
  ...setting("sso", "How single sign-on works", {
    readBy: "admin.settings",
    answer: model.Sso,
    body: model.NewSso,
    read: maskedSsoSettings,
    update: service.updateSso,
  }),
  get("/settings/sso/status", "Whether single sign-on is switched on", { ...PUBLIC, answer: model.Enabled }, () => ({
    enabled: ssoEnabled(),
  })),
  ...setting("ai", "Which AI provider is used", {
    readBy: "admin.settings",
    answer: model.Ai,
    body: model.NewAi,
    read: service.maskedAi,
    update: service.updateAi,
  }),
  post(
    "/settings/ai/test",
    "Try the AI provider of the settings",
    { ...MANAGE, answer: model.AiTest, repeatable: false },
    () => testAi(),
  ),
  ...setting("mcp", "Whether the MCP server may operate", {
    readBy: "admin.mcp",
    updatedBy: "admin.mcp",
    answer: model.Mcp,
    body: model.NewMcp,
    read: mcp,
    update: (actor, { enabled }) => updateMcpSettings(actor, enabled),
  }),
  get("/settings/mcp/status", "Whether the MCP server may operate, for anybody", { ...PUBLIC, answer: model.Mcp }, () =>
    mcp(),
  ),
];
