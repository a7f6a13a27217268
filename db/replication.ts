/**
 * Replication: a change counts as durable once the engine has copied it to the second place, too. While one isn't there, no other
 * may begin, and the engine is asked again each second.
 */
import { NotReplicated, ReplicationBehind } from "./errors";
import { askEngine, type Engine } from "./replication-engine";

/** The time since which changes are not in the second place, and the reason. */
export type ReplicationLag = { since: string; reason: string };

/** The state of replication: whether it is behind, and when it was last known not to be. */
export type ReplicationState = { lag: ReplicationLag | undefined; replicatedAt: string | undefined };

/** Milliseconds before the engine is asked again when it has failed. */
const PAUSE = 1_000;

/** A database file that is replicated; `noteLag` is called when that falls behind and, with nothing, when it has caught up. */
type FollowedFile = Engine & { file: string; noteLag: (lag: ReplicationLag | undefined) => void };

let replicated: FollowedFile | undefined;
let lag: ReplicationLag | undefined;
let replicatedAt: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Has the changes of a database wait for the engine from now on.
 * @param behind the reason why it has not copied the database yet, if it hasn't: no change begins until it has
 */
export function startReplication(of: FollowedFile, behind?: string): void {
  stopReplication();
  replicated = of;
  if (behind === undefined) return;
  lag = { since: new Date().toISOString(), reason: behind };
  timer = setTimeout(attempt, PAUSE, of);
  of.noteLag(lag);
}

/** Asks the engine no more. */
export function stopReplication(): void {
  clearTimeout(timer);
  replicated = lag = replicatedAt = undefined;
}

/** Returns the state of replication; undefined without one. */
export const replicationState = (): ReplicationState | undefined => replicated && { lag, replicatedAt };

/** Refuses a change that is about to begin. @throws ReplicationBehind while an earlier one is not in the second place */
export function refuseWhileBehind(): void {
  if (lag) throw new ReplicationBehind(lag.reason);
}

/**
 * Waits until everything that is committed is in the second place, too; returns undefined without replication.
 * @throws NotReplicated when it isn't there in time, and at once while an earlier change isn't
 */
export function replicate(): Promise<void> | undefined {
  const current = replicated;
  if (!current) return undefined;
  if (lag) throw new NotReplicated(lag.reason);
  return attempt(current).then((reason) => {
    if (reason !== undefined) throw new NotReplicated(reason);
  });
}

/** Asks the engine, and again after a pause until it succeeds. @returns the reason why this attempt has failed, if it has */
async function attempt(of: FollowedFile): Promise<string | undefined> {
  const reason = await askEngine(of.file, of).then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (of !== replicated) return reason;
  const before = lag;
  lag = reason === undefined ? undefined : { since: before?.since ?? new Date().toISOString(), reason };
  if (lag) timer = setTimeout(attempt, PAUSE, of);
  else replicatedAt = new Date().toISOString();
  if ((before === undefined) !== (lag === undefined)) of.noteLag(lag);
  return reason;
}
