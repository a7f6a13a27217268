/** Schemas of the settings. */
import { z } from "zod";
import { isSender, SENDER_RULE } from "../../config";
import { Flag, namedObject, Text, Whole } from "../../http/schemas";
import { catalogueEntry } from "../metamodel";

export const Enabled = namedObject("Enabled", { enabled: z.boolean() });
export const Switch = z.object({ enabled: Flag });
export const LooseSwitch = z.object({
  enabled: z
    .unknown()
    .meta({ description: "What is empty, 0, false or null is no; everything else is yes" })
    .optional(),
});

export const Currency = namedObject("Currency", { currency: z.string() });
export const NewCurrency = z.object({
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be three capital letters, as in EUR")
    .default("USD"),
});

export const DateFormat = namedObject("DateFormat", { date_format: z.string() });
export const NewDateFormat = z.object({ date_format: Text(50).default("DD MMM YYYY") });

export const AppTitle = namedObject("AppTitle", { app_title: z.string() });
export const NewAppTitle = z.object({ app_title: Text(64).default("") });

export const LoginBranding = namedObject("LoginBranding", {
  login_tagline: z.string(),
  login_tagline_hidden: z.boolean(),
  login_help_text: z.string(),
  login_help_link: z.string(),
});
const helpLink = /^(https?:\/\/|mailto:|tel:)\S+$|^[^\s@:]+@[^\s@:]+\.[^\s@:]+$/i;
export const NewLoginBranding = z.object({
  login_tagline: Text(200).default(""),
  login_tagline_hidden: Flag.default(false),
  login_help_text: Text(500).default(""),
  login_help_link: Text(300)
    .refine(
      (link) => link.trim() === "" || helpLink.test(link.trim()),
      "must be a link (http, https, mailto, tel) or an e-mail address",
    )
    .default(""),
});

export const RowOrder = namedObject("RowOrder", { row_order: z.string().array() });
export const NewRowOrder = z.object({ row_order: z.array(Text(100)).max(100) });

export const FiscalYearStart = namedObject("FiscalYearStart", { month: z.int() });
export const NewFiscalYearStart = z.object({ month: Whole(-1_000_000, 1_000_000) });

export const RetentionDays = namedObject("RetentionDays", { days: z.int() });
export const NewRetentionDays = z.object({ days: Whole(-1_000_000, 1_000_000) });

export const Locales = namedObject("Locales", { locales: z.string().array() });
export const NewLocales = z.object({ locales: z.array(Text(20)).max(100) });

const logoInfo = { mime_type: z.string() };
export const LogoInfo = namedObject("LogoInfo", { has_custom_logo: z.boolean(), ...logoInfo });
export const FaviconInfo = namedObject("FaviconInfo", { has_custom_favicon: z.boolean(), ...logoInfo });
export const Upload = z.object({ file: z.file() });

export const Email = namedObject("EmailSettings", {
  smtp_host: z.string(),
  smtp_port: z.int(),
  smtp_user: z.string(),
  smtp_password: z.string(),
  smtp_from: z.string(),
  smtp_tls: z.boolean(),
  app_base_url: z.string(),
  configured: z.boolean(),
});

/** Returns text for a header or an address: one line. */
const Line = (max: number) => Text(max).refine((text) => !/[\r\n]/.test(text), "must be one line");
/** Checks whether a URL has no user and no password, which whoever reads the settings would see. */
const hasNoCredentials = (text: string) => !URL.canParse(text) || !(new URL(text).username || new URL(text).password);
const Url = (max = 500) =>
  Line(max)
    .refine(
      (text) => text.trim() === "" || /^https?:\/\/\S+$/i.test(text.trim()),
      "must be a link that begins with http:// or https://",
    )
    .refine((text) => hasNoCredentials(text.trim()), "must not hold a user or a password")
    .transform((text) => text.trim());

export const NewEmail = z.object({
  smtp_host: Line(255).default(""),
  smtp_port: Whole(1, 65_535).default(587),
  smtp_user: Line(320).default(""),
  smtp_password: Text(1_000).default(""),
  smtp_from: Text(320)
    .transform((text) => text.trim())
    .refine((text) => text === "" || isSender(text), SENDER_RULE)
    .default("noreply@stoa.local"),
  smtp_tls: Flag.default(true),
  app_base_url: Url().default(""),
});

export const TestSent = namedObject("TestSent", { ok: z.literal(true), sent_to: z.string() });

export const Sso = namedObject("SsoSettings", {
  enabled: z.boolean(),
  provider: z.string(),
  provider_name: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  tenant_id: z.string(),
  domain: z.string(),
  issuer_url: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
});

export const NewSso = z.object({
  enabled: Flag.default(false),
  provider: Line(20).default("microsoft"),
  provider_name: Line(100).default("").meta({ description: "What the login page calls it; empty for the usual name" }),
  client_id: Line(500).default(""),
  client_secret: Text(1_000).default(""),
  tenant_id: Line(200).default("organizations"),
  domain: Line(253).default(""),
  issuer_url: Url().default(""),
  authorization_endpoint: Url().default(""),
  token_endpoint: Url().default(""),
  jwks_uri: Url().default(""),
});

export const Ai = namedObject("AiSettings", {
  enabled: z.boolean(),
  provider_type: z.string(),
  provider_url: z.string(),
  api_key: z.string(),
  model: z.string(),
  api_version: z.string(),
  search_provider: z.string(),
  search_url: z.string(),
  enabled_types: z.string().array(),
  portfolio_insights_enabled: z.boolean(),
});
export type Ai = z.infer<typeof Ai>;

export const NewAi = z.object({
  enabled: Flag.default(false),
  provider_type: Line(30).default("ollama"),
  provider_url: Url().default(""),
  api_key: Text(1_000).default(""),
  model: Line(200).default(""),
  api_version: Line(50).default("2025-01-01"),
  search_provider: Line(50).default("duckduckgo"),
  search_url: Line(500).default(""),
  enabled_types: z.array(Text(100)).max(500).default([]),
  portfolio_insights_enabled: Flag.default(false),
});
export type NewAi = z.infer<typeof NewAi>;

export const AiTest = namedObject("AiTest", {
  ok: z.literal(true),
  available_models: z.string().array().meta({ description: "The first of the models that the provider has" }),
  model_found: z.boolean(),
});
export type AiTest = z.infer<typeof AiTest>;

export const Mcp = namedObject("McpSettings", { enabled: z.boolean(), sso_configured: z.boolean() });
export const NewMcp = z.object({ enabled: Flag.default(false) });

export const Bootstrap = namedObject("Bootstrap", {
  currency: z.string(),
  date_format: z.string(),
  app_title: z.string(),
  bpm_enabled: z.boolean(),
  ppm_enabled: z.boolean(),
  turbolens_enabled: z.boolean(),
  grc_enabled: z.boolean(),
  sponsor_button_enabled: z.boolean(),
  file_uploads_enabled: z.boolean(),
  enabled_locales: z.string().array(),
  supported_locales: z.string().array().meta({ description: "The languages that may be enabled" }),
  fiscal_year_start: z.int(),
  archive_retention_days: z.int(),
  bpm_row_order: z.string().array(),
  show_principles_tab: z.boolean(),
  ...LoginBranding.shape,
  compliance_regulations: z.object(catalogueEntry).array(),
  resource_types: z.object({ ...catalogueEntry, kind: z.string(), icon: z.string().nullable() }).array(),
  smtp_configured: z.boolean(),
  has_custom_logo: z.boolean(),
  has_custom_favicon: z.boolean(),
  has_users: z.boolean().meta({ description: "False before the first account, which is then registered" }),
});
export type Bootstrap = z.infer<typeof Bootstrap>;
