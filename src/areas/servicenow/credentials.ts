/** The credentials of connections: encrypted, and valid only for the host that they were entered for. */
import type { tables } from "../../../db";
import { replaceSecret, secretFor } from "../../platform/crypto";

type Row = Pick<typeof tables.servicenowConnections.$inferSelect, "auth_type" | "instance_url" | "credentials">;

/** The credentials of an imported OAuth connection may be an access token alone. */
export type Credentials = {
  username?: string;
  password?: string;
  client_id?: string;
  client_secret?: string;
  access_token?: string;
};

type SentCredentials = { [K in "username" | "password" | "client_id" | "client_secret"]?: string | null | undefined };

/** The text that a client sends for a secret that it leaves as it is. */
const UNTOUCHED = "-".repeat(8);

const hostOf = (instanceUrl: string) => new URL(instanceUrl).hostname;

/** Returns the credentials of a connection in clear; none when they can't be decrypted. */
export function credentialsOf({ credentials, instance_url }: Pick<Row, "credentials" | "instance_url">): Credentials {
  const { _enc: token, ...plain } = JSON.parse(credentials) as { _enc?: string } & Credentials;
  if (token === undefined) return plain;
  const text = secretFor(token, hostOf(instance_url));
  return text === "" ? {} : (JSON.parse(text) as Credentials);
}

/** Credentials as they are stored. */
const encrypt = (credentials: Credentials, instanceUrl: string): string =>
  JSON.stringify({ _enc: replaceSecret("", JSON.stringify(credentials), hostOf(instanceUrl)) });

/**
 * Returns the credentials to store when others are sent: those that belong to the authentication in force. Empty or
 * untouched values stay, unless the host changes.
 */
export function mergeCredentials({ auth_type, instance_url, credentials }: Row, sent: SentCredentials): string {
  const stored = credentialsOf({ credentials, instance_url });
  const names = auth_type === "basic" ? (["username", "password"] as const) : (["client_id", "client_secret"] as const);
  const entered = names.filter((name) => sent[name] && sent[name] !== UNTOUCHED).map((name) => [name, sent[name]]);
  if (entered.length === 0) return credentials;
  return encrypt({ ...stored, ...(Object.fromEntries(entered) as Credentials) }, instance_url);
}
