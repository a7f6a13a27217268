/** Where mail goes out: what the settings say, and where they say nothing, the environment. */
import { maskSecret, replaceSecret, secretFor } from "../../platform/crypto";
import type { Author } from "../journal/journal";
import { storedSettings, storeSettings } from "./store";

/** How to reach the mail server. `password` is in clear. */
export type MailServer = {
  host: string;
  port: number;
  user: string;
  password: string;
  from: string;
  /** Whether TLS begins with the first byte. */
  secure: boolean;
  /** Whether TLS must begin after the greeting, where it doesn't before. */
  startTls: boolean;
  /** Whether it may show a certificate that nobody vouches for. */
  allowSelfSigned: boolean;
};

export type EmailSettings = {
  smtp_host: string;
  smtp_port: number;
  smtp_user: string;
  smtp_password: string;
  smtp_from: string;
  smtp_tls: boolean;
  app_base_url: string;
};

let environment: EmailSettings = {
  smtp_host: "",
  smtp_port: 587,
  smtp_user: "",
  smtp_password: "",
  smtp_from: "",
  smtp_tls: true,
  app_base_url: "",
};

let allowSelfSigned = false;

/** The port on which TLS begins with the first byte. */
const SECURE_PORT = 465;

/**
 * Sets what holds where nothing is stored.
 * @param selfSigned whether a mail server may show a certificate that nobody vouches for
 */
export function configureMail(fallback: EmailSettings, selfSigned: boolean): void {
  environment = fallback;
  allowSelfSigned = selfSigned;
}

/** The settings that hold: stored values that aren't empty, else the environment's. The password is as it is stored. */
function effective(): EmailSettings {
  const stored = Object.entries(storedSettings().email).filter(([, value]) => value !== "" && value !== null);
  return { ...environment, ...(Object.fromEntries(stored) as Partial<EmailSettings>) };
}

/** The mail settings for an administrator: the password is never shown. */
export function emailSettings(): EmailSettings & { configured: boolean } {
  const settings = effective();
  return { ...settings, smtp_password: maskSecret(settings.smtp_password), configured: settings.smtp_host !== "" };
}

/** The password for a mail server: the stored one, else the environment's; each for the server that it was given for. */
function passwordFor(host: string): string {
  const stored = storedSettings().email["smtp_password"];
  if (typeof stored === "string" && stored !== "") return secretFor(stored, host);
  const { smtp_host, smtp_password } = environment;
  return smtp_host === "" || smtp_host === host ? smtp_password : "";
}

/** Whether there is a mail server to send by. */
export const hasMailServer = (): boolean => effective().smtp_host !== "";

/** The mail server to send by; undefined when none is configured. */
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

/** The address under which people reach the application, for links in mails; without a slash at its end. */
export const baseUrl = (): string => (effective().app_base_url || "http://localhost:8920").replace(/\/+$/, "");

/** Replaces the mail settings; an empty or masked password keeps the stored one, for the server that it was given for. */
export function setEmail(author: Author, settings: EmailSettings): void {
  const before = storedSettings().email["smtp_password"];
  const smtp_password = replaceSecret(
    typeof before === "string" ? before : "",
    settings.smtp_password,
    settings.smtp_host || environment.smtp_host,
  );
  storeSettings(author, "email", { ...settings, smtp_password });
}
