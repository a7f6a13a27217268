/** The writer thread's side: runs tasks that write much, each in one transaction. */
import { inTurn, largeTransaction } from "../../../db";
import { noticeWritesNow } from "../../../db/cache";
import { letGoOfDatabase, onCopy, openForWriting } from "../../../db/client";
import { indexingAfterwards, indexSlice, isIndexBehind } from "../../../db/deferred-indexing";
import { LockTaken } from "../../../db/errors";
import { deleteAbandonedScratch, deleteScratch } from "../../../db/scratch";
import { beginCommit, createCancelFlag, interruptible, throwIfCancelled } from "./cancel-flag";
import { reportProgressTo } from "./progress";
import type { CloseMessage, FromWriter, ThreadSetting, ToWriter } from "./protocol";
import { ByteResult, buffersOf, failureOf } from "./results";
import { configureThread } from "./setting";
import { type ThreadTask, tasksByName } from "./tasks";

/** The scratch file of a dry run's copy. */
const REHEARSAL = "rehearsal";

type Port = { postMessage(message: FromWriter | CloseMessage, transfer: ArrayBuffer[]): void };

/**
 * Runs the tasks that come over a port, one at a time.
 * @param tasks those that may be run
 * @returns the receiver of messages
 */
export function writerOf(port: Port, tasks: readonly ThreadTask[]): (message: ToWriter) => Promise<void> {
  const byName = tasksByName(tasks);
  let lock = Promise.withResolvers<boolean>();

  const send = (message: FromWriter, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);

  function open(setting: ThreadSetting): void {
    try {
      configureThread(setting);
      openForWriting(setting.databaseFile);
      // A thread that broke has left its copy behind.
      deleteScratch(REHEARSAL);
      deleteAbandonedScratch();
    } catch (error) {
      send({ type: "unusable", reason: (error as Error).message });
    }
  }

  function close(): void {
    letGoOfDatabase();
    port.postMessage({ type: "closed" }, []);
  }

  async function run({ task: name, input, cancelFlag }: ToWriter & { type: "run" }): Promise<void> {
    const task = byName.get(name);
    if (!task) throw new Error(`there is no task ${name}`);
    const prepared = task.prepare ? await task.prepare(input) : input;
    reportProgressTo((done, total) => send({ type: "progress", done, total }));
    if (task.rehearses?.(prepared)) {
      const result = interruptible(cancelFlag, () => onCopy(REHEARSAL, () => task.run(prepared)));
      return sendResult(task.encode ? await task.encode(result, prepared) : result);
    }
    task.readsAhead?.(prepared);
    const slices = task.slices?.(prepared);
    for (let isOver = false; slices && !isOver; send({ type: "committed" }))
      isOver = (await inLock(cancelFlag, () => slices.next())).done === true;
    const result = await inLock(cancelFlag, () => {
      const done = task.run(prepared);
      beginCommit(cancelFlag);
      return done;
    });
    // Others write while the result is made.
    send({ type: "committed" });
    await indexRest();
    sendResult(task.encode ? await task.encode(result, prepared) : result);
  }

  /** Makes the index of a change that is committed; what can't be done now is done with the next change, or at the next start. */
  async function indexRest(): Promise<void> {
    try {
      while (isIndexBehind()) {
        await inLock(createCancelFlag(), indexSlice);
        send({ type: "committed" });
      }
    } catch {
      // A search reads what isn't indexed.
    }
  }

  /** Runs work in one transaction, for which the write lock is lent in its turn. */
  async function inLock<T>(cancelFlag: SharedArrayBuffer, work: () => T): Promise<T> {
    lock = Promise.withResolvers();
    send({ type: "ready" });
    const hasLock = await lock.promise;
    throwIfCancelled(cancelFlag);
    if (!hasLock) throw new LockTaken("program");
    const change = () => {
      // The writes of others before the lock was lent must count.
      noticeWritesNow();
      return work();
    };
    return inTurn(() => interruptible(cancelFlag, () => indexingAfterwards(() => largeTransaction(change))));
  }

  function sendResult(result: unknown): void {
    if (result instanceof ByteResult) {
      const body = result.body as Exclude<ByteResult["body"], ReadableStream>;
      send({ type: "bytes", head: result.head, body }, buffersOf(body));
    } else send({ type: "result", value: result });
  }

  return async (message) => {
    try {
      if (message.type === "open") open(message.setting);
      else if (message.type === "close") close();
      else if (message.type === "lock") lock.resolve(message.lent);
      else await run(message);
    } catch (error) {
      send(failureOf(error));
    }
  };
}
