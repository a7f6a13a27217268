/** The rules of the settings. */
import { statement, transaction } from "../../../db";
import type { Author } from "../../core/journal/journal";
import { sendTestMail } from "../../core/mail/test-mail";
import { emailSettings } from "../../core/settings/email";
import { appTitle, generalSettings, updateGeneralSettings } from "../../core/settings/general";
import { aiSettings, type SsoSettings, updateAiSettings, updateSsoSettings } from "../../core/settings/providers";
import { Problem, refused } from "../../http/errors";
import { maskSecret } from "../../platform/crypto";
import { dropMetamodel } from "../metamodel";
import type { Ai, Bootstrap, NewAi } from "./model";
import { dateFormats, spoken } from "./model";

type Listed = {
  id: string;
  key: string;
  label: string;
  description: string | null;
  is_enabled: number;
  built_in: number;
  sort_order: number;
  translations: string;
};

const shown = <T extends Listed>(rows: T[]) =>
  rows.map(({ is_enabled, built_in, translations, ...row }) => ({
    ...row,
    is_enabled: is_enabled === 1,
    built_in: built_in === 1,
    translations: JSON.parse(translations) as Record<string, string>,
  }));

const LISTED = "id, key, label, description, is_enabled, built_in, sort_order, translations";

/** Everything that a front end shows before anybody has logged in. */
export function bootstrap(): Bootstrap {
  const settings = generalSettings();
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
    fiscal_year_start: settings.fiscalYearStart,
    archive_retention_days: settings.archiveRetentionDays,
    bpm_row_order: settings.bpmRowOrder,
    show_principles_tab: settings.showPrinciplesTab,
    ...loginBranding(),
    compliance_regulations: shown(
      statement<Listed>(`SELECT ${LISTED} FROM compliance_regulations ORDER BY sort_order, label, id`).all(),
    ),
    resource_types: shown(
      statement<Listed & { kind: string; icon: string | null }>(
        `SELECT ${LISTED}, kind, icon FROM resource_types ORDER BY kind, sort_order, label, id`,
      ).all(),
    ),
    smtp_configured: emailSettings().configured,
  };
}

/** What the login page says besides the title. */
export function loginBranding() {
  const { loginTagline, loginTaglineHidden, loginHelpText, loginHelpLink } = generalSettings();
  return {
    login_tagline: loginTagline.trim(),
    login_tagline_hidden: loginTaglineHidden,
    login_help_text: loginHelpText.trim(),
    login_help_link: loginHelpLink.trim(),
  };
}

/** @throws Problem 400 for a format that is not on offer */
export function setDateFormat(author: Author, dateFormat: string): void {
  if (!dateFormats.includes(dateFormat)) throw refused(`date_format must be one of ${dateFormats.join(", ")}`);
  updateGeneralSettings(author, { dateFormat });
}

/** @throws Problem 422 outside 1 to 12 */
export function setFiscalYearStart(author: Author, month: number): void {
  if (month < 1 || month > 12) throw new Problem(422, "month must be from 1 to 12");
  updateGeneralSettings(author, { fiscalYearStart: month });
}

/** @throws Problem 422 outside 0 to 3650 */
export function setRetention(author: Author, days: number): void {
  if (days < 0 || days > 3_650) throw new Problem(422, "days must be from 0 to 3650; 0 keeps archived cards for ever");
  updateGeneralSettings(author, { archiveRetentionDays: days });
}

/** @returns the locales that were kept: those that the product speaks
 *  @throws Problem 400 when there is none among them */
export function setLocales(author: Author, asked: readonly string[]): string[] {
  const enabledLocales = spoken(asked);
  if (enabledLocales.length === 0) throw refused("locales must hold at least one locale that is supported");
  updateGeneralSettings(author, { enabledLocales });
  return enabledLocales;
}

/** Switches process management on or off: its card type and every relation type that touches it come and go with it. */
export function setBpmEnabled(author: Author, enabled: boolean): void {
  transaction(() => {
    updateGeneralSettings(author, { bpmEnabled: enabled });
    const hidden = enabled ? 0 : 1;
    statement("UPDATE card_types SET is_hidden = ? WHERE key = 'BusinessProcess'").run(hidden);
    statement(
      "UPDATE relation_types SET is_hidden = ? WHERE source_type_key = 'BusinessProcess' OR target_type_key = 'BusinessProcess'",
    ).run(hidden);
    dropMetamodel();
  });
}

const ssoProviders = ["microsoft", "google", "okta", "oidc"];

/** @throws Problem 400 for an unknown provider */
export function changeSso(author: Author, settings: SsoSettings): void {
  if (!ssoProviders.includes(settings.provider)) throw refused(`provider must be one of ${ssoProviders.join(", ")}`);
  updateSsoSettings(author, settings);
}

/** The AI settings for an administrator: the key is never shown. */
export function shownAi(): Ai {
  const settings = aiSettings();
  return {
    enabled: settings.enabled,
    provider_type: settings.providerType,
    provider_url: settings.providerUrl,
    api_key: maskSecret(settings.apiKey),
    model: settings.model,
    api_version: settings.apiVersion,
    search_provider: settings.searchProvider,
    search_url: settings.searchUrl,
    enabled_types: settings.enabledTypes,
    portfolio_insights_enabled: settings.portfolioInsightsEnabled,
  };
}

const aiProviders = ["ollama", "openai", "azure_openai", "anthropic"];
const ANTHROPIC = "https://api.anthropic.com";

/** @throws Problem 400 for an unknown provider, or Azure without its URL */
export function changeAi(author: Author, settings: NewAi): void {
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

/** @throws Problem 400 when no mail server is configured; 502 saying why the mail could not be sent */
export async function sendTest(to: string): Promise<void> {
  if (!emailSettings().configured) throw refused("SMTP is not configured");
  try {
    await sendTestMail(to);
  } catch (error) {
    throw new Problem(502, `The mail could not be sent: ${(error as Error).message}`);
  }
}
