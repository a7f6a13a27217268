/**
 * The writer thread: long changes run there one after the other, in the order of a fair queue. Each is lent the
 * file's write lock in its turn; meanwhile the server's thread continues reading, and its own changes wait in
 * their queue, which comes next.
 */
import { noticeWritesNow } from "../../../db/cache";
import { noteLargeCommit } from "../../../db/checkpoints";
import { durable, lossesSoFar, noteOthersChange } from "../../../db/durability";
import { NotReplicated, ReplicationBehind } from "../../../db/errors";
import { lend, returnLock } from "../../../db/transaction";
import { queueWrite } from "../../../db/write-lock";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import { reviewStreams, wakeStream } from "../journal/stream";
import { isCommitting } from "./cancel-flag";
import { createFairQueue, type QueuedWork } from "./fair-queue";
import {
  cancelLongChange,
  createLongChange,
  deleteLongChange,
  deleteLongChanges,
  type LongChange,
  sendProgress,
} from "./long-changes";
import type { StartThread, ThreadLoad } from "./pool";
import type { FromWriter, ResultMessage, ThreadSetting, ToWriter } from "./protocol";
import { ByteResult, cancelledProblem, errorOf, ThreadLost } from "./results";
import { IDLE, shutDownThread } from "./shutdown";
import { createTaskCosts } from "./task-costs";

/** Long changes that may wait; each may hold a large body. A page that saves some things at once stays below a user's limit. */
const LIMITS = { perUser: 10, all: 20 };
type Work = QueuedWork & {
  change: LongChange;
  task: string;
  input: unknown;
  /** The buffers that are moved with the input. */
  moved: ArrayBuffer[];
  /** True while it has the write lock. */
  hasLock: boolean;
  /** The reason why it was not lent the write lock, where the thread can't know it. */
  refusal?: ReplicationBehind;
  /** Waits until what is committed of it is durable; undefined while nothing is committed. */
  durability?: Promise<void>;
  /** The time at which it began, by the clock of the process. */
  startedAt?: number;
  settle: (result: ResultMessage) => void;
  fail: (error: unknown) => void;
};

/** The label of a long change for the user who has asked for it. */
export type ChangeLabel = {
  /** As in `POST /api/v1/cards/bulk-create`. */
  label: string;
  userId: string | undefined;
  /** The id of the run that it is a step of; without it the change gets one of its own. */
  id?: string;
};

/** The writer thread of a server. */
export type Writer = {
  /**
   * Runs a task in one transaction, and waits until its change is durable.
   * @param task its name
   * @param input plain data
   * @param signal cancels the task
   * @param moved buffers of the input that are moved instead of copied
   * @throws what the task throws; Problem 409 when it was cancelled, 429 when too many of the user wait, 503 when too
   *   many of all do or the thread is lost; NotReplicated with its result, ReplicationBehind
   */
  run(task: string, input: unknown, signal: AbortSignal, shown: ChangeLabel, moved?: ArrayBuffer[]): Promise<unknown>;
  load(): ThreadLoad;
  stop(): Promise<void>;
};

/** Returns the refusal of a change whose thread was lost: it says what is known of it. */
const lost = ({ change: { cancelFlag }, durability }: Work) =>
  isCommitting(cancelFlag) || durability
    ? new ThreadLost(503, "The change was interrupted while it was being committed; see whether it was made.")
    : new ThreadLost(503, "The change was interrupted; nothing was changed.", { "Retry-After": "5" });

/** Returns the result of a task as its caller gets it. */
const resultOf = (message: ResultMessage) =>
  message.type === "result" ? message.value : new ByteResult(message.head, message.body);

/** Returns the refusal of the write lock, as it is for work of which slices may be committed. */
const refusalOf = ({ refusal, durability }: Work) =>
  refusal && durability ? new NotReplicated(refusal.reason) : refusal;

/** Starts the writer thread with the first work for it. */
export function startWriter(start: StartThread, setting: ThreadSetting): Writer {
  let thread: Worker | undefined;
  let current: Work | undefined;
  let lostAt: number | undefined;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const queue = createFairQueue<Work>(LIMITS);
  const costs = createTaskCosts();

  const post = (message: ToWriter, moved: ArrayBuffer[] = []) => thread?.postMessage(message, moved);

  function startThread(): void {
    const started = start();
    thread = started;
    started.onmessage = ({ data }: MessageEvent<FromWriter>) => {
      if (data.type === "unusable") loseThread(started, data.reason);
      else if (current) receive(current, data);
    };
    started.onerror = ({ message }) => loseThread(started, message);
    started.addEventListener("close", () => loseThread(started, "it ended"));
    post({ type: "open", setting });
  }

  function next(): void {
    clearTimeout(idle);
    current = queue.take();
    if (!current) {
      idle = setTimeout(dismissThread, IDLE);
      idle.unref();
      return;
    }
    const { change, task, input, moved } = current;
    change.startedAt = now();
    current.startedAt = performance.now();
    if (!thread) startThread();
    post({ type: "run", task, input, cancelFlag: change.cancelFlag }, moved);
  }

  function receive(work: Work, message: Exclude<FromWriter, { type: "unusable" }>): void {
    if (message.type === "ready") lendTo(work);
    else if (message.type === "committed") finishCommit(work);
    else if (message.type === "progress") {
      Object.assign(work.change, { done: message.done, total: message.total });
      sendProgress(work.change);
    } else {
      if (message.type === "result" || message.type === "bytes")
        (work.durability ?? Promise.resolve()).then(
          () => work.settle(message),
          (error) =>
            work.fail(error instanceof NotReplicated ? new NotReplicated(error.reason, resultOf(message)) : error),
        );
      else if (work.durability && work.change.cancelled.signal.aborted) work.fail(cancelledProblem(true));
      else work.fail(refusalOf(work) ?? errorOf(message));
      finish(work);
    }
  }

  /** Lends the write lock, in the work's turn. */
  async function lendTo(work: Work): Promise<void> {
    const lent = await queueWrite(lend, work.change.cancelled.signal).then(
      () => true,
      (error) => {
        if (error instanceof ReplicationBehind) work.refusal = error;
        return false;
      },
    );
    if (current !== work) {
      if (lent) returnLock();
      return;
    }
    work.hasLock = lent;
    post({ type: "lock", lent });
  }

  /** Returns the lock after a slice, or after the whole: others come before the next slice, and before the result. */
  function finishCommit(work: Work): void {
    // The lock goes back afterwards: until then nothing but this change waits to be durable.
    work.durability = keep();
    work.durability.catch((error) => {
      if (!(error instanceof NotReplicated)) log.error({ exception: error }, "a long change may be lost");
    });
    if (work.hasLock) returnLock();
    work.hasLock = false;
  }

  function finish(work: Work): void {
    if (work.hasLock) returnLock();
    deleteLongChange(work.change);
    const took = performance.now() - (work.startedAt ?? 0);
    queue.finish(work, took);
    costs.note(work.task, { took });
    next();
  }

  /** Discards a thread, whose open transaction ends with it; the next work starts another one. */
  function loseThread(ended: Worker, reason: string): void {
    if (ended !== thread) return;
    log.error({ reason }, "the writer thread failed");
    thread = undefined;
    lostAt = Date.now();
    ended.terminate();
    if (!current) return;
    current.fail(lost(current));
    finish(current);
  }

  /** Ends a thread that is not at work. */
  async function dismissThread(): Promise<void> {
    const dismissed = thread;
    thread = undefined;
    if (dismissed) await shutDownThread(dismissed);
  }

  /** Takes notice of a change that the thread has committed, and waits until it is durable. */
  async function keep(): Promise<void> {
    noteOthersChange();
    const durability = durable(lossesSoFar());
    noticeWritesNow();
    noteLargeCommit(lend);
    wakeStream();
    reviewStreams();
    await durability;
  }

  function cancel(work: Work): void {
    if (!queue.withdraw(work)) return;
    deleteLongChange(work.change);
    work.fail(cancelledProblem());
  }

  return {
    async run(task, input, signal, { label, userId, id }, moved = []) {
      if (signal.aborted) throw cancelledProblem();
      queue.requireRoom(userId ?? "");
      const change = createLongChange(label, userId, id);
      signal.addEventListener("abort", () => cancelLongChange(change));
      const result = await new Promise<ResultMessage>((settle, fail) => {
        const expected = costs.of(task)?.took ?? 0;
        const work: Work = {
          userId: userId ?? "",
          expected,
          change,
          task,
          input,
          moved,
          hasLock: false,
          settle,
          fail,
        };
        change.cancelled.signal.addEventListener("abort", () => cancel(work));
        queue.add(work);
        if (!current) next();
      });
      return resultOf(result);
    },
    load: () => ({
      threads: thread ? 1 : 0,
      busy: current ? 1 : 0,
      waiting: queue.waiting.length,
      limit: LIMITS.all,
      lostAt,
    }),
    async stop() {
      clearTimeout(idle);
      // Running work ends at once, with its open transaction.
      if (current) thread?.terminate();
      await dismissThread();
      for (const work of [...queue.clear(), ...(current ? [current] : [])]) {
        work.fail(lost(work));
        if (work.hasLock) returnLock();
      }
      deleteLongChanges();
      current = undefined;
    },
  };
}
