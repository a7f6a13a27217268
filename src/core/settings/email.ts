/** The settings of outgoing mail: those stored, or else those of the environment. */
import { maskSecret, replaceSecret, secretFor } from "../../platform/crypto";
import type { Author } from "../journal/journal";
import { storedSettings, updateStoredSettings } from "./store";

/** The connection to the mail server. `password` is in clear. */
export type MailServer = {
  host: string;
  port: number;
  user: string;
  password: string;
  from: string;
  /** Implicit TLS. */
  secure: boolean;
  /** True when STARTTLS is required without implicit TLS. */
  startTls: boolean;
  /** True when a self-signed certificate is accepted. */
  allowSelfSigned: boolean;
};

/** Stored key → its default. */
export const emailDefaults = {
  smtp_host: "",
  smtp_port: 587,
  smtp_user: "",
  smtp_password: "",
  smtp_from: "",
  smtp_tls: true,
  app_base_url: "",
};
export type EmailSettings = typeof emailDefaults;

let environment = emailDefaults;

let allowSelfSigned = false;

/** The port of implicit TLS. */
const SECURE_PORT = 465;

/** Sets the settings of the environment, and whether a self-signed certificate of the mail server is accepted. */
export function configureMail(fallback: EmailSettings, selfSigned: boolean): void {
  environment = fallback;
  allowSelfSigned = selfSigned;
}

/**
 * Returns the effective settings: stored values that aren't empty, else the environment's. The password is as it is stored.
 */
function effective(): EmailSettings {
  const stored = Object.entries(storedSettings().email).filter(([, value]) => value !== "" && value !== null);
  return { ...environment, ...(Object.fromEntries(stored) as Partial<EmailSettings>) };
}

/** Returns the mail settings for an administrator, with the password masked. */
export function emailSettings(): EmailSettings & { configured: boolean } {
  const settings = effective();
  return { ...settings, smtp_password: maskSecret(settings.smtp_password), configured: settings.smtp_host !== "" };
}

/**
 * Returns the password for a mail server: the stored one, else the environment's; each only for the server it was entered
 * for.
 */
function passwordFor(host: string): string {
  const stored = storedSettings().email["smtp_password"];
  if (typeof stored === "string" && stored !== "") return secretFor(stored, host);
  const { smtp_host, smtp_password } = environment;
  return smtp_host === "" || smtp_host === host ? smtp_password : "";
}

/** Checks whether a mail server is configured. */
export const hasMailServer = (): boolean => effective().smtp_host !== "";

/** Returns the configured mail server; undefined when there is none. */
export function mailServer(): MailServer | undefined {
  const settings = effective();
  if (settings.smtp_host === "") return undefined;
  return {
    host: settings.smtp_host,
    port: settings.smtp_port,
    user: settings.smtp_user,
    password: passwordFor(settings.smtp_host),
    from: settings.smtp_from,
    secure: settings.smtp_port === SECURE_PORT,
    startTls: settings.smtp_tls,
    allowSelfSigned,
  };
}

/** Returns the base URL of the application, for links in mails; without a trailing slash. */
export const baseUrl = (): string => (effective().app_base_url || "http://localhost:8920").replace(/\/+$/, "");

/** Updates the mail settings; an empty or masked password keeps the stored one, for its server. */
export function updateEmailSettings(author: Author, settings: EmailSettings): void {
  const before = storedSettings().email["smtp_password"];
  const smtp_password = replaceSecret(
    typeof before === "string" ? before : "",
    settings.smtp_password,
    settings.smtp_host || environment.smtp_host,
  );
  updateStoredSettings(author, "email", { ...settings, smtp_password });
}
