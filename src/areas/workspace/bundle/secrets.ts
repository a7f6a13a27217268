/** What never leaves an installation, and is never taken from another one: secrets in its settings. */

/** The members that hold secrets, and what catalogues of other versions have cached. */
const LEFT_OUT = new Set(["client_secret", "apiKey", "smtp_password"]);
const CACHED = ["capability_catalogue", "process_catalogue", "value_stream_catalogue"];

const isEncrypted = (value: unknown) => typeof value === "string" && value.startsWith("enc:");

/** A value without secrets: their members are left out. */
export function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((part) => !isEncrypted(part)).map(withoutSecrets);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, part]) => !LEFT_OUT.has(key) && !isEncrypted(part))
      .map(([key, part]) => [key, withoutSecrets(part)]),
  );
}

/** Settings without secrets and without cached catalogues. */
export const settingsToShare = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  withoutSecrets(Object.fromEntries(Object.entries(settings).filter(([key]) => !CACHED.includes(key)))) as Record<
    string,
    unknown
  >;
