/**
 * The last uses of access tokens and of sessions: when, and from which address. A request only notes its use in memory; what was noted is written
 * a little later and at once for all, so that no request waits for it and nothing else of a row is written.
 */
import { statement, transactionInTurn } from "../../../db";
import { MINUTE, now, SECOND } from "../../platform/clock";
import { log } from "../../platform/log";

/** Uses of the same token or session that follow one another faster are not noted. */
const BETWEEN_USES = MINUTE;
/** Milliseconds until what was noted is written. */
const DELAY = 20 * SECOND;
/** Tokens and sessions whose last note is remembered. */
const MAX_NOTED = 10_000;

/** A use of a token or session. */
export type LastUse = { last_used_at: string | null; last_used_from: string | null };

/** Id → the time of the last note. */
let noted = new Map<string, number>();
let unwritten = new Map<string, LastUse>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Notes that a token or session is used, unless that was noted a moment ago. @param address returns the client's */
export function noteUse(id: string, address: () => string): void {
  const time = Date.now();
  if (time - (noted.get(id) ?? 0) < BETWEEN_USES) return;
  if (noted.size >= MAX_NOTED) noted = new Map();
  noted.set(id, time);
  unwritten.set(id, { last_used_at: now(), last_used_from: address() || null });
  timer ??= setTimeout(() => void writeLastUses(), DELAY);
  timer.unref();
}

/** Returns the last use of a token or session, given the stored one: the one that isn't written yet, if there is one. */
export const lastUseOf = ({ id, last_used_at, last_used_from }: LastUse & { id: string }): LastUse =>
  unwritten.get(id) ?? { last_used_at, last_used_from };

/** The columns of a use, and their values. */
const USE = "last_used_at = used.value ->> 'last_used_at', last_used_from = used.value ->> 'last_used_from'";

/** Writes uses to those rows that they are of, as part of the running transaction. @param uses as JSON */
function writeUses(uses: string): void {
  statement(`UPDATE access_tokens SET ${USE} FROM json_each(?) used WHERE access_tokens.id = used.value ->> 'id'`).run(
    uses,
  );
  statement(`UPDATE sessions SET ${USE} FROM json_each(?) used WHERE sessions.id = used.value ->> 'id'`).run(uses);
}

/** Writes the uses that were noted; also when the server stops. */
export async function writeLastUses(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  if (unwritten.size === 0) return;
  const uses = [...unwritten].map(([id, use]) => ({ id, ...use }));
  unwritten = new Map();
  try {
    await transactionInTurn(() => writeUses(JSON.stringify(uses)));
  } catch (error) {
    log.warn({ exception: error }, "the last uses of tokens and sessions could not be written");
  }
}

/** Forgets what was noted, when another database is opened. */
export function forgetUses(): void {
  noted = new Map();
  unwritten = new Map();
}
