/**
 * Sessions: one for each sign-in, whose tokens carry its id. A token is refused as soon as the row of its session is gone, which
 * the guard reads with the account. Tokens of earlier versions have no session, and are valid until they expire.
 */
import { and, desc, eq, lte, ne, type SQL } from "drizzle-orm";
import { afterCommit, columnInList, db, statement, tables, transaction } from "../../../db";
import { contextOf } from "../../http/request-context";
import { DAY, fromNow, now, SECOND } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { type Author, publish } from "../journal/journal";
import { reviewStreams } from "../journal/stream";
import type { Proof } from "./second-factors";
import { tokenLifetime } from "./tokens";

const { sessions, signIns } = tables;

export type Session = typeof sessions.$inferSelect;
export type SignIn = typeof signIns.$inferSelect;

/** The account of a session. */
type Owner = { id: string; display_name: string; auth_provider: "local" | "sso" };

/** The longest description of a browser that is stored. */
const LONGEST_AGENT = 300;
/** Sessions, and sign-ins, that a list has at most: the newest. */
const MAX_LISTED = 500;
/** Milliseconds for which sign-ins are stored, and how many of one account are at most. */
const RETENTION = 90 * DAY;
const MAX_SIGN_INS = 500;

/** The way of a sign-in, where it isn't that of the account, and the second factor. */
export type Manner = { way?: "passkey"; factor?: Proof };

/** Returns the way, the factor, the address and the browser of a request that signs somebody in. */
const originOf = (request: Request, { auth_provider }: Pick<Owner, "auth_provider">, { way, factor }: Manner) => ({
  way: way ?? (auth_provider === "sso" ? ("sso" as const) : ("password" as const)),
  factor: factor ?? null,
  address: contextOf(request).address || null,
  user_agent: request.headers.get("user-agent")?.toWellFormed().slice(0, LONGEST_AGENT).toWellFormed() ?? null,
});

const endOfToken = () => fromNow(tokenLifetime() * SECOND);

/** Stores a new session; part of the running transaction. @returns its id and that of its first token */
export function createSession(request: Request, owner: Owner, manner: Manner = {}): { id: string; jti: string } {
  const [id, jti] = [newId(), newId()];
  const at = now();
  const use = { last_used_at: at, last_used_from: contextOf(request).address || null };
  const row = { id, jti, user_id: owner.id, expires_at: endOfToken(), created_at: at };
  db.insert(sessions)
    .values({ ...row, ...use, ...originOf(request, owner, manner) })
    .run();
  return { id, jti };
}

/** Stores the id and the end of another token of a session; part of the running transaction. @returns whether it still is one */
export const renewSession = (id: string, jti: string): boolean =>
  db.update(sessions).set({ jti, expires_at: endOfToken() }).where(eq(sessions.id, id)).returning().get() !== undefined;

/** Ends the session of a token that a logout ends, unless the session has another one by now. */
export const closeSessionOf = (id: string, jti: string): void =>
  transaction(() =>
    db
      .delete(sessions)
      .where(and(eq(sessions.id, id), eq(sessions.jti, jti)))
      .run(),
  );

/** Lists the sessions of a user that haven't ended, the newest first. */
export const listSessions = (userId: string): Session[] =>
  statement<Session, [string, string]>(
    `SELECT * FROM sessions WHERE user_id = ? AND expires_at > ? ORDER BY created_at DESC, id DESC LIMIT ${MAX_LISTED}`,
  ).all(userId, now());

/**
 * Ends sessions of a user, and their event streams. Publishes `user.sessions_ended`, unless there was none.
 * @returns how many there were
 */
function endSessions(author: Author, owner: Owner, which?: SQL): number {
  return transaction(() => {
    const ended = db
      .delete(sessions)
      .where(and(eq(sessions.user_id, owner.id), which))
      .returning({ id: sessions.id })
      .all().length;
    const { id, display_name: name } = owner;
    if (ended > 0) publish(author, { type: "user.sessions_ended", data: { id, name, ended } });
    afterCommit(reviewStreams);
    return ended;
  });
}

/** Ends one session of a user. @returns whether there was such a one */
export const endSession = (author: Author, owner: Owner, id: string): boolean =>
  endSessions(author, owner, eq(sessions.id, id)) > 0;

/** Ends the sessions of a user. @param but the id of the one that continues */
export const endAllSessions = (author: Author, owner: Owner, but?: string): number =>
  endSessions(author, owner, but === undefined ? undefined : ne(sessions.id, but));

/** Deletes the sessions of users, as part of the running transaction; publishes nothing. */
export const deleteSessionsOf = (userIds: readonly string[]): void =>
  void db.delete(sessions).where(columnInList(sessions.user_id, userIds)).run();

/** Stores a sign-in, or one that failed; part of the running transaction. */
export const recordSignIn = (request: Request, owner: Owner, succeeded: boolean, manner: Manner = {}): void =>
  void db
    .insert(signIns)
    .values({ id: newId(), user_id: owner.id, succeeded, created_at: now(), ...originOf(request, owner, manner) })
    .run();

/** Lists the sign-ins of a user, the newest first. */
export const listSignIns = (userId: string): SignIn[] =>
  db
    .select()
    .from(signIns)
    .where(eq(signIns.user_id, userId))
    .orderBy(desc(signIns.created_at), desc(signIns.id))
    .limit(MAX_LISTED)
    .all();

/** Deletes sessions that have expired, and the sign-ins that are too old or too many. */
export function purgeSessions(): void {
  transaction(() => {
    db.delete(sessions).where(lte(sessions.expires_at, now())).run();
    statement(
      `DELETE FROM sign_ins WHERE created_at <= ? OR id IN (SELECT id FROM (
         SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY created_at DESC, id DESC) AS place FROM sign_ins)
       WHERE place > ${MAX_SIGN_INS})`,
    ).run(fromNow(-RETENTION));
  });
}
