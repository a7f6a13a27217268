/** /settings */
import { Elysia } from "elysia";
import { z } from "zod";
import { guard } from "../../core/access/guard";
import { appTitle, type GeneralSettings, generalSettings, setGeneral } from "../../core/settings/general";
import { answers } from "../../http/responses";
import { Ok, ok } from "../../http/schemas";
import { exportSettings, SettingsExport } from "./export";
import {
  AppTitle,
  Bootstrap,
  Currency,
  DateFormat,
  Enabled,
  FiscalYearStart,
  Locales,
  LoginBranding,
  NewAppTitle,
  NewCurrency,
  NewDateFormat,
  NewFiscalYearStart,
  NewLocales,
  NewLoginBranding,
  NewRetentionDays,
  NewRowOrder,
  RetentionDays,
  RowOrder,
  Switch,
} from "./model";
import { images, providers } from "./provider-routes";
import {
  bootstrap,
  loginBranding,
  setBpmEnabled,
  setDateFormat,
  setFiscalYearStart,
  setLocales,
  setRetention,
} from "./service";

const ADMIN = { permission: "admin.settings" } as const;

type SwitchKey = {
  [Key in keyof GeneralSettings]: GeneralSettings[Key] extends boolean ? Key : never;
}[keyof GeneralSettings];

/** A setting that is on or off: read by everybody, switched by administrators. */
const onOff = (path: string, key: SwitchKey, what: string) =>
  new Elysia()
    .use(guard)
    .get(path, () => ({ enabled: generalSettings()[key] }), {
      permission: "auth",
      response: answers(Enabled),
      detail: { summary: `Whether ${what}` },
    })
    .patch(
      path,
      ({ body, actor }) => {
        setGeneral(actor, { [key]: body.enabled });
        return ok;
      },
      { ...ADMIN, body: Switch, response: answers(Ok), detail: { summary: `Set whether ${what}` } },
    );

const Anything = z.unknown().meta({ description: "What is empty, 0, false or null is no; everything else is yes" });
const isSomething = (value: unknown) =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);

const switches = new Elysia()
  .use(onOff("/ppm-enabled", "ppmEnabled", "projects are managed here"))
  .use(onOff("/file-uploads-enabled", "fileUploadsEnabled", "files may be attached to cards"))
  .use(onOff("/grc-enabled", "grcEnabled", "the part for governance, risk and compliance is shown"))
  .use(onOff("/sponsor-button-enabled", "sponsorButtonEnabled", "the sponsor button is shown"))
  .use(onOff("/turbolens-enabled", "turboLensEnabled", "AI analyses are offered"))
  .use(onOff("/registration", "registrationEnabled", "people may register themselves"))
  .use(guard)
  .get("/bpm-enabled", () => ({ enabled: generalSettings().bpmEnabled }), {
    permission: "auth",
    response: answers(Enabled),
    detail: { summary: "Whether processes are managed here" },
  })
  .patch(
    "/bpm-enabled",
    ({ body, actor }) => {
      setBpmEnabled(actor, body.enabled);
      return ok;
    },
    { ...ADMIN, body: Switch, response: answers(Ok), detail: { summary: "Set whether processes are managed here" } },
  )
  .get("/principles-display", () => ({ enabled: generalSettings().showPrinciplesTab }), {
    permission: "auth",
    response: answers(Enabled),
    detail: { summary: "Whether the principles are shown" },
  })
  .patch(
    "/principles-display",
    ({ body, actor }) => {
      setGeneral(actor, { showPrinciplesTab: body.enabled === undefined || isSomething(body.enabled) });
      return ok;
    },
    {
      ...ADMIN,
      body: z.object({ enabled: Anything.optional() }),
      response: answers(Ok),
      detail: { summary: "Set whether the principles are shown" },
    },
  );

const looks = new Elysia()
  .use(guard)
  .get("/bootstrap", () => bootstrap(), {
    public: true,
    response: answers(Bootstrap),
    detail: { summary: "What a front end shows before anybody has logged in" },
  })
  .get("/export", () => exportSettings(), {
    ...ADMIN,
    response: answers(SettingsExport),
    detail: { summary: "All settings but the secrets, to be kept or compared" },
  })
  .get("/app-title", () => ({ app_title: appTitle() }), {
    public: true,
    response: answers(AppTitle),
    detail: { summary: "The title of the application" },
  })
  .patch(
    "/app-title",
    ({ body, actor }) => {
      setGeneral(actor, { app_title: body.app_title.trim() });
      return ok;
    },
    { ...ADMIN, body: NewAppTitle, response: answers(Ok), detail: { summary: "Set the title of the application" } },
  )
  .get("/login-branding", () => loginBranding(), {
    ...ADMIN,
    response: answers(LoginBranding),
    detail: { summary: "What the login page says" },
  })
  .patch(
    "/login-branding",
    ({ body, actor }) => {
      setGeneral(actor, {
        loginTagline: body.login_tagline.trim(),
        loginTaglineHidden: body.login_tagline_hidden,
        loginHelpText: body.login_help_text.trim(),
        loginHelpLink: body.login_help_link.trim(),
      });
      return loginBranding();
    },
    {
      ...ADMIN,
      body: NewLoginBranding,
      response: answers(LoginBranding),
      detail: { summary: "Set what the login page says" },
    },
  );

const habits = new Elysia()
  .use(guard)
  .get("/currency", () => ({ currency: generalSettings().currency }), {
    permission: "auth",
    response: answers(Currency),
    detail: { summary: "The currency of costs" },
  })
  .patch(
    "/currency",
    ({ body, actor }) => {
      setGeneral(actor, { currency: body.currency });
      return ok;
    },
    { ...ADMIN, body: NewCurrency, response: answers(Ok), detail: { summary: "Set the currency of costs" } },
  )
  .get("/date-format", () => ({ date_format: generalSettings().dateFormat }), {
    permission: "auth",
    response: answers(DateFormat),
    detail: { summary: "How dates are shown" },
  })
  .patch(
    "/date-format",
    ({ body, actor }) => {
      setDateFormat(actor, body.date_format);
      return ok;
    },
    { ...ADMIN, body: NewDateFormat, response: answers(Ok), detail: { summary: "Set how dates are shown" } },
  )
  .get("/bpm-row-order", () => ({ row_order: generalSettings().bpmRowOrder }), {
    permission: "auth",
    response: answers(RowOrder),
    detail: { summary: "The order of the rows of the process map" },
  })
  .patch(
    "/bpm-row-order",
    ({ body, actor }) => {
      setGeneral(actor, { bpmRowOrder: body.row_order });
      return ok;
    },
    {
      ...ADMIN,
      body: NewRowOrder,
      response: answers(Ok),
      detail: { summary: "Set the order of the rows of the process map" },
    },
  )
  .get("/fiscal-year-start", () => ({ month: generalSettings().fiscalYearStart }), {
    permission: "auth",
    response: answers(FiscalYearStart),
    detail: { summary: "The month in which the fiscal year begins" },
  })
  .patch(
    "/fiscal-year-start",
    ({ body, actor }) => {
      setFiscalYearStart(actor, body.month);
      return { month: body.month };
    },
    {
      ...ADMIN,
      body: NewFiscalYearStart,
      response: answers(FiscalYearStart),
      detail: { summary: "Set the month in which the fiscal year begins" },
    },
  )
  .get("/archive-retention-days", () => ({ days: generalSettings().archiveRetentionDays }), {
    permission: "auth",
    response: answers(RetentionDays),
    detail: { summary: "For how long archived cards are kept" },
  })
  .patch(
    "/archive-retention-days",
    ({ body, actor }) => {
      setRetention(actor, body.days);
      return { days: body.days };
    },
    {
      ...ADMIN,
      body: NewRetentionDays,
      response: answers(RetentionDays),
      detail: { summary: "Set for how long archived cards are kept" },
    },
  )
  .get("/enabled-locales", () => ({ locales: generalSettings().enabledLocales }), {
    permission: "auth",
    response: answers(Locales),
    detail: { summary: "The languages that people can choose from" },
  })
  .patch("/enabled-locales", ({ body, actor }) => ({ locales: setLocales(actor, body.locales) }), {
    ...ADMIN,
    body: NewLocales,
    response: answers(Locales),
    detail: { summary: "Set the languages that people can choose from" },
  });

export const settings = new Elysia({ prefix: "/settings", tags: ["settings"] })
  .use(looks)
  .use(switches)
  .use(habits)
  .use(images)
  .use(providers);
