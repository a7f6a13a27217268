/**
 * The thread of backups: it is started for one backup or check and ends with it, so that copying, packing and checking a database
 * costs the server's thread nothing, and an idle server no memory.
 */
import { type Check, countRows } from "../../../db/check";
import { UnusableDatabase } from "../../../db/files";
import { Problem } from "../../http/errors";
import type { Key } from "../../platform/age";
import { type BackupCheck, type BackupOrder, checkBackup, type WrittenBackup, writeBackup } from "./backup-file";
import { expiredOf, type Retention } from "./retention";
import { longestCopy, openPlace, type PlaceConfiguration } from "./second-place";

/** A backup could not be made, checked or copied, for the reason in its message: the run has failed, and isn't tried at once again. */
export class BackupRefusal extends Problem {
  constructor(readonly reason: string) {
    super(500, reason);
  }
}

/** The order to check a backup; with a database its rows are counted, too. */
export type CheckOrder = { path: string; key: Key | undefined; sha256: string | null; database?: string };

/** A check, with the rows by table of the database now. */
export type CheckResult = BackupCheck & { live?: Record<string, number> };

/** The order to copy a backup to the second place. */
export type CopyOrder = { place: PlaceConfiguration; path: string; name: string; bytes: number; sha256: string };

/** The order to delete the backups in the second place that a rule doesn't retain, but those that are spared. */
export type ExpiryOrder = { place: PlaceConfiguration; retention: Retention; spared: readonly string[] };

/** The messages to the thread, and from it. */
export type ToBackupThread =
  | { type: "write"; order: BackupOrder }
  | { type: "check"; order: CheckOrder }
  | { type: "copy"; order: CopyOrder }
  | { type: "expire"; order: ExpiryOrder };
export type FromBackupThread = { result: unknown } | { refusal: string } | { error: string };

let start: (() => Worker) | undefined;

/** Sets how the thread is started. */
export function configureBackupThread(starting: () => Worker): void {
  start = starting;
}

/** Executes an order, in the thread. */
export async function execute(message: ToBackupThread, checks: readonly Check[]): Promise<unknown> {
  if (message.type === "write") return writeBackup(message.order, checks);
  if (message.type === "copy") return copyTo(message.order);
  if (message.type === "expire") return expireIn(message.order);
  const { database, ...order } = message.order;
  const check = await checkBackup(order.path, { ...order, checks });
  return database === undefined ? check : { ...check, live: countRows(database) };
}

const copyTo = ({ place, path, name, sha256 }: CopyOrder): Promise<void> => openPlace(place).put(path, name, sha256);

async function expireIn({ place, retention, spared }: ExpiryOrder): Promise<void> {
  const open = openPlace(place);
  const nightly = (await open.list()).filter(({ name }) => !spared.includes(name));
  for (const { name } of expiredOf(nightly, retention)) await open.delete(name);
}

/** Receives the orders of a thread. @param checks the rules for the content of a database */
export function backupThreadOf(self: Pick<Worker, "postMessage">, checks: readonly Check[]) {
  return async (message: ToBackupThread): Promise<void> => {
    const answer = await execute(message, checks).then(
      (result): FromBackupThread => ({ result }),
      (error: Error): FromBackupThread =>
        error instanceof UnusableDatabase ? { refusal: error.message } : { error: error.stack ?? error.message },
    );
    self.postMessage(answer);
  };
}

/** Sends an order to a thread of its own, and returns its result. @throws BackupRefusal */
function send(message: ToBackupThread, signal: AbortSignal): Promise<unknown> {
  if (!start) throw new Error("no thread for backups is configured");
  const worker = start();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const cancel = () => reject(signal.reason);
  signal.addEventListener("abort", cancel);
  worker.onmessage = ({ data }: MessageEvent<FromBackupThread>) => {
    if ("result" in data) resolve(data.result);
    else reject("refusal" in data ? new BackupRefusal(data.refusal) : new Error(data.error));
  };
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(message);
  return promise.finally(() => {
    signal.removeEventListener("abort", cancel);
    worker.terminate();
  });
}

/** Writes a backup in a thread of its own. @throws BackupRefusal when it can't be written */
export const writeInThread = (order: BackupOrder, signal: AbortSignal): Promise<WrittenBackup> =>
  send({ type: "write", order }, signal) as Promise<WrittenBackup>;

/** Checks a backup in a thread of its own. */
export const checkInThread = (order: CheckOrder, signal: AbortSignal): Promise<CheckResult> =>
  send({ type: "check", order }, signal) as Promise<CheckResult>;

/**
 * Copies a backup to the second place, in a thread of its own, which ends when the place hangs.
 * @throws BackupRefusal when it can't be copied
 */
export const copyInThread = (order: CopyOrder, signal: AbortSignal): Promise<void> =>
  inTime(order.place, order.bytes, signal, { type: "copy", order });

/** Deletes what the second place needn't retain, in the same way. @throws BackupRefusal */
export const expireInThread = (order: ExpiryOrder, signal: AbortSignal): Promise<void> =>
  inTime(order.place, 0, signal, { type: "expire", order });

/** Sends an order about the second place, which has failed when it takes too long. */
async function inTime(place: PlaceConfiguration, bytes: number, signal: AbortSignal, message: ToBackupThread) {
  const late = new AbortController();
  const reason = new BackupRefusal(`${place.place} can't be used: it took too long.`);
  const timer = setTimeout(() => late.abort(reason), longestCopy(place, bytes));
  try {
    await send(message, AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}
