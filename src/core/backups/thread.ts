/**
 * The thread of backups: it is started for one backup or check and ends with it, so that copying, packing and checking a database
 * costs the server's thread nothing, and an idle server no memory.
 */
import { type Check, countRows } from "../../../db/check";
import { UnusableDatabase } from "../../../db/files";
import { Problem } from "../../http/errors";
import type { Key } from "../../platform/age";
import { type BackupCheck, type BackupOrder, checkBackup, type WrittenBackup, writeBackup } from "./backup-file";

/** The order to check a backup; with a database its rows are counted, too. */
export type CheckOrder = { path: string; key: Key | undefined; sha256: string | null; database?: string };

/** A check, with the rows by table of the database now. */
export type CheckResult = BackupCheck & { live?: Record<string, number> };

/** The messages to the thread, and from it. */
export type ToBackupThread = { type: "write"; order: BackupOrder } | { type: "check"; order: CheckOrder };
export type FromBackupThread = { result: unknown } | { refusal: string } | { error: string };

let start: (() => Worker) | undefined;

/** Sets how the thread is started. */
export function configureBackupThread(starting: () => Worker): void {
  start = starting;
}

/** Executes an order, in the thread. */
export async function execute(message: ToBackupThread, checks: readonly Check[]): Promise<unknown> {
  if (message.type === "write") return writeBackup(message.order, checks);
  const { database, ...order } = message.order;
  const check = await checkBackup(order.path, { ...order, checks });
  return database === undefined ? check : { ...check, live: countRows(database) };
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

/** Sends an order to a thread of its own, and returns its result. @throws Problem 500 with its reason */
function send(message: ToBackupThread, signal: AbortSignal): Promise<unknown> {
  if (!start) throw new Error("no thread for backups is configured");
  const worker = start();
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const cancel = () => reject(signal.reason);
  signal.addEventListener("abort", cancel);
  worker.onmessage = ({ data }: MessageEvent<FromBackupThread>) => {
    if ("result" in data) resolve(data.result);
    else reject("refusal" in data ? new Problem(503, data.refusal) : new Error(data.error));
  };
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(message);
  return promise.finally(() => {
    signal.removeEventListener("abort", cancel);
    worker.terminate();
  });
}

/** Writes a backup in a thread of its own. @throws Problem 503 with the reason when it can't be written */
export const writeInThread = (order: BackupOrder, signal: AbortSignal): Promise<WrittenBackup> =>
  send({ type: "write", order }, signal) as Promise<WrittenBackup>;

/** Checks a backup in a thread of its own. */
export const checkInThread = (order: CheckOrder, signal: AbortSignal): Promise<CheckResult> =>
  send({ type: "check", order }, signal) as Promise<CheckResult>;
