/** Programs that are known, to be connected: they register themselves, or are read from their document. Anybody may register one; it opens nothing before somebody has allowed it. */
import { firstValue, statement, transaction } from "../../../../db";
import { Problem } from "../../../http/errors";
import { DAY, fromNow, now } from "../../../platform/clock";
import { newId } from "../../../platform/ids";

/** A registered program. */
export type OauthClient = { id: string; name: string; redirect_uris: string[]; created_at: string };

/** Programs that may be registered at a time. */
const MAX_CLIENTS = 2_000;
/** The time after which a program that nobody is connected with is forgotten. */
const UNUSED = DAY;

/** Deletes the programs that nobody has connected for a while; those that are connected stay. */
const deleteUnused = () =>
  statement(
    `DELETE FROM oauth_clients WHERE created_at <= ?
       AND NOT EXISTS (SELECT 1 FROM access_tokens WHERE access_tokens.client_id = oauth_clients.id)`,
  ).run(fromNow(-UNUSED));

/** Returns the name of a program on one line, without letters that nobody sees. */
export const programName = (given: string | undefined): string =>
  (given ?? "").replace(/[\p{C}\p{Z}]+/gu, " ").trim() || "A program without a name";

/** Stores a program, or what has become of it. @throws Problem 503 when there are too many */
export function storeClient(id: string, name: string, redirectUris: readonly string[]): OauthClient {
  return transaction(() => {
    deleteUnused();
    if (!findClient(id) && (firstValue<number>("SELECT count(*) FROM oauth_clients") ?? 0) >= MAX_CLIENTS)
      throw new Problem(503, "Too many programs are registered: try again tomorrow", { "Retry-After": "3600" });
    const client = { id, name, redirect_uris: [...redirectUris], created_at: now() };
    statement(
      `INSERT INTO oauth_clients (id, name, redirect_uris, created_at) VALUES (?, ?, ?, ?) ON CONFLICT (id)
       DO UPDATE SET name = excluded.name, redirect_uris = excluded.redirect_uris, created_at = excluded.created_at`,
    ).run(client.id, client.name, JSON.stringify(client.redirect_uris), client.created_at);
    return client;
  });
}

/** Registers a program. @throws Problem 503 when there are too many */
export const registerClient = (name: string, redirectUris: readonly string[]): OauthClient =>
  storeClient(newId(), name, redirectUris);

type Row = Omit<OauthClient, "redirect_uris"> & { redirect_uris: string };

/** Finds a registered program; undefined for one that there is not, or no longer. */
export function findClient(id: string): OauthClient | undefined {
  const row = statement<Row, [string]>(
    "SELECT id, name, redirect_uris, created_at FROM oauth_clients WHERE id = ?",
  ).get(id);
  return row ? { ...row, redirect_uris: JSON.parse(row.redirect_uris) as string[] } : undefined;
}
