/** Reading and updating the settings. */
import type { z } from "zod";
import { db, tables, transaction } from "../../../db";
import { hasUsers } from "../../core/access/accounts";
import type { Author } from "../../core/journal/journal";
import { sendTestMail } from "../../core/mail/test-mail";
import { hasMailServer } from "../../core/settings/email";
import { appTitle, generalSettings, locales, updateGeneralSettings } from "../../core/settings/general";
import { aiSettings, type SsoSettings, updateAiSettings, updateSsoSettings } from "../../core/settings/providers";
import { storedImageType } from "../../core/settings/store";
import { Problem, refused } from "../../http/errors";
import { maskSecret } from "../../platform/crypto";
import { hideProcessTypes } from "../metamodel";
import { ANTHROPIC } from "./ai-test";
import type * as model from "./model";

const { complianceRegulations: regulations, resourceTypes } = tables;

type CatalogueRow = typeof regulations.$inferSelect;

const serialize = <Row extends CatalogueRow>(rows: readonly Row[]) =>
  rows.map(({ is_enabled, built_in, translations, created_at, updated_at, ...row }) => ({
    ...row,
    is_enabled,
    built_in,
    translations,
  }));

/** Returns everything that a front end shows before anybody has logged in. */
export function bootstrap(): model.Bootstrap {
  const settings = generalSettings();
  const { sort_order, label, id } = regulations;
  return {
    currency: settings.currency,
    date_format: settings.dateFormat,
    app_title: appTitle(),
    bpm_enabled: settings.bpmEnabled,
    ppm_enabled: settings.ppmEnabled,
    turbolens_enabled: settings.turboLensEnabled,
    grc_enabled: settings.grcEnabled,
    sponsor_button_enabled: settings.sponsorButtonEnabled,
    file_uploads_enabled: settings.fileUploadsEnabled,
    enabled_locales: settings.enabledLocales,
    supported_locales: [...locales],
    fiscal_year_start: settings.fiscalYearStart,
    archive_retention_days: settings.archiveRetentionDays,
    bpm_row_order: settings.bpmRowOrder,
    show_principles_tab: settings.showPrinciplesTab,
    ...loginBranding(),
    compliance_regulations: serialize(db.select().from(regulations).orderBy(sort_order, label, id).all()),
    resource_types: serialize(
      db
        .select()
        .from(resourceTypes)
        .orderBy(resourceTypes.kind, resourceTypes.sort_order, resourceTypes.label, resourceTypes.id)
        .all(),
    ),
    smtp_configured: hasMailServer(),
    has_custom_logo: storedImageType("logo") !== null,
    has_custom_favicon: storedImageType("favicon") !== null,
    has_users: hasUsers(),
  };
}

/** Returns the texts of the login page in addition to the title. */
export function loginBranding() {
  const { loginTagline, loginTaglineHidden, loginHelpText, loginHelpLink } = generalSettings();
  return {
    login_tagline: loginTagline.trim(),
    login_tagline_hidden: loginTaglineHidden,
    login_help_text: loginHelpText.trim(),
    login_help_link: loginHelpLink.trim(),
  };
}

/** Updates the texts of the login page in addition to the title. */
export const updateLoginBranding = (author: Author, branding: z.output<typeof model.NewLoginBranding>): void =>
  updateGeneralSettings(author, {
    loginTagline: branding.login_tagline.trim(),
    loginTaglineHidden: branding.login_tagline_hidden,
    loginHelpText: branding.login_help_text.trim(),
    loginHelpLink: branding.login_help_link.trim(),
  });

/** Checks whether a loosely typed value means "on", as it does when it is missing. */
export const isOn = (value: unknown): boolean =>
  value === undefined || (typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value));

const dateFormats = ["MM/DD/YYYY", "DD/MM/YYYY", "YYYY-MM-DD", "DD MMM YYYY", "MMM DD, YYYY"];

/** @throws Problem 400 for an unknown format */
export function updateDateFormat(author: Author, { date_format: dateFormat }: { date_format: string }): void {
  if (!dateFormats.includes(dateFormat)) throw refused(`date_format must be one of ${dateFormats.join(", ")}`);
  updateGeneralSettings(author, { dateFormat });
}

/** @throws Problem 422 outside 1 to 12 */
export function updateFiscalYearStart(author: Author, { month }: { month: number }): void {
  if (month < 1 || month > 12) throw new Problem(422, "month must be from 1 to 12");
  updateGeneralSettings(author, { fiscalYearStart: month });
}

/** @throws Problem 422 outside 0 to 3650 */
export function updateRetention(author: Author, { days }: { days: number }): void {
  if (days < 0 || days > 3_650) throw new Problem(422, "days must be from 0 to 3650; 0 keeps archived cards for ever");
  updateGeneralSettings(author, { archiveRetentionDays: days });
}

/** Enables those locales that the product supports. @throws Problem 400 when there is none among them */
export function updateLocales(author: Author, requested: { locales: readonly string[] }): void {
  const enabledLocales = requested.locales.filter((locale) => locales.includes(locale));
  if (enabledLocales.length === 0) throw refused("locales must hold at least one locale that is supported");
  updateGeneralSettings(author, { enabledLocales });
}

/** Switches process management on or off: its card type and the relation types of that are shown or hidden. */
export function updateBpm(author: Author, enabled: boolean): void {
  transaction(() => {
    updateGeneralSettings(author, { bpmEnabled: enabled });
    hideProcessTypes(!enabled);
  });
}

const ssoProviders = ["microsoft", "google", "okta", "oidc"];

/** @throws Problem 400 for an unknown provider */
export function updateSso(author: Author, settings: SsoSettings): void {
  if (!ssoProviders.includes(settings.provider)) throw refused(`provider must be one of ${ssoProviders.join(", ")}`);
  updateSsoSettings(author, settings);
}

/** Returns AI settings in the form of the wire. @param api_key the key that is shown or sent */
export const aiOnWire = (settings: ReturnType<typeof aiSettings>, api_key: string): model.Ai => ({
  enabled: settings.enabled,
  provider_type: settings.providerType,
  provider_url: settings.providerUrl,
  api_key,
  model: settings.model,
  api_version: settings.apiVersion,
  search_provider: settings.searchProvider,
  search_url: settings.searchUrl,
  enabled_types: settings.enabledTypes,
  portfolio_insights_enabled: settings.portfolioInsightsEnabled,
});

/** Returns the AI settings with the key masked. */
export function maskedAi(): model.Ai {
  const settings = aiSettings();
  return aiOnWire(settings, maskSecret(settings.apiKey));
}

const aiProviders = ["ollama", "openai", "azure_openai", "anthropic"];

/** @throws Problem 400 for an unknown provider, or Azure without its URL */
export function updateAi(author: Author, settings: model.NewAi): void {
  const { provider_type, provider_url } = settings;
  if (!aiProviders.includes(provider_type)) throw refused(`provider_type must be one of ${aiProviders.join(", ")}`);
  if (provider_type === "azure_openai" && !provider_url) throw refused("provider_url is required for azure_openai");
  updateAiSettings(author, {
    enabled: settings.enabled,
    providerType: provider_type,
    providerUrl: provider_type === "anthropic" && !provider_url ? ANTHROPIC : provider_url,
    apiKey: settings.api_key,
    model: settings.model,
    apiVersion: provider_type === "azure_openai" ? settings.api_version : "",
    searchProvider: "duckduckgo",
    searchUrl: "",
    enabledTypes: settings.enabled_types,
    portfolioInsightsEnabled: settings.portfolio_insights_enabled,
  });
}

/**
 * Sends a mail to see whether it arrives.
 * @throws Problem 400 when no mail server is configured; 502 saying why the mail could not be sent
 */
export async function sendTest(to: string): Promise<{ ok: true; sent_to: string }> {
  if (!hasMailServer()) throw refused("SMTP is not configured");
  try {
    await sendTestMail(to);
  } catch (error) {
    throw new Problem(502, `The mail could not be sent: ${(error as Error).message}`);
  }
  return { ok: true, sent_to: to };
}
