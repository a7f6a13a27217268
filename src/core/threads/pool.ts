/**
 * The pool of reader threads, on which everything runs that reads much, so that the server's thread continues to answer.
 *
 * A thread makes one piece of work at a time: a result, or a piece of a stream. Work waits here in a fair queue, and costs
 * nothing when its client disconnects before its turn. Where there are two threads, one is for short work only.
 * Results hold a share of the memory of all answers, from before they are made until they are sent.
 */
import { availableParallelism } from "node:os";
import { engineIndex } from "../../../db/engine-writes";
import { commit } from "../../../db/transaction";
import { type Share, takeShare } from "../../http/answer-memory";
import { Problem } from "../../http/errors";
import { SECOND } from "../../platform/clock";
import { noteGarbage } from "../../platform/footprint";
import { log } from "../../platform/log";
import { cancel, createCancelFlag } from "./cancel-flag";
import { createFairQueue, type QueuedWork, type QueueLimits } from "./fair-queue";
import type { FailureMessage, FromReader, StateSetting, ThreadSetting, ToReader } from "./protocol";
import { sendingChunks, sizeOf } from "./result-bytes";
import { ByteResult, errorOf, ThreadLost } from "./results";
import { IDLE, shutDownThread } from "./shutdown";
import { createTaskCosts } from "./task-costs";

/** Starts a thread, whose program has different places in the sources and in the executable. */
export type StartThread = () => Worker;

/** Work that may wait: what a page of many parts asks for at once, and what some tens of users do. */
const LIMITS = { perUser: 32, all: 256 };
/** Milliseconds up to which work is short: nobody notices that it was before theirs. */
const SHORT = 250;
/** Milliseconds after which work is cancelled; connections are held open no longer either. */
const DEADLINE = 60 * SECOND;
/** Milliseconds after which a thread is lost whose cancelled work doesn't end, because it is in the middle of a statement. */
const GRACE = 10 * SECOND;
/** Bytes by which the result of work may turn out larger than was expected when it got its share of the memory. */
const SLACK = 1024 * 1024;
/** Bytes that a stream holds which is made as it is sent: the pieces on both sides of its thread. */
const STREAM_WINDOW = 2 * 1024 * 1024;

type Reply = Exclude<FromReader, FailureMessage>;
type Work = QueuedWork & {
  message: Exclude<ToReader, { type: "open" | "close" }>;
  /** The thread that has the stream; undefined when any will do. */
  thread: Thread | undefined;
  /** Bytes of the memory of answers that it has for its result. */
  bytes: number;
  settle: (reply: Reply, thread: Thread) => void;
  fail: (error: unknown) => void;
  /** The time at which it began, by the clock of the process. */
  startedAt?: number;
  deadline?: ReturnType<typeof setTimeout>;
};
/** A thread, the number of streams that only it can continue, and the state that they and its work read, if not the present. */
type Thread = {
  worker: Worker;
  current: Work | undefined;
  streams: number;
  state: string | undefined;
  /** Ends it when it has had no work for a while. */
  idle?: ReturnType<typeof setTimeout>;
};

/** The load of some threads. */
export type ThreadLoad = {
  /** Threads that are there; those without work end after a while. */
  threads: number;
  /** Threads that are at work. */
  busy: number;
  /** Work that waits for a thread. */
  waiting: number;
  /** The most work that may wait. */
  limit: number;
  /** The time at which a thread was lost last, in milliseconds since 1970; undefined when none was. */
  lostAt: number | undefined;
};

/** The threads of a server. */
export type ReaderPool = {
  /**
   * Runs a task on a thread.
   * @param task its name
   * @param input plain data
   * @param signal cancels the task with its next statement
   * @param userId whoever asks for it; "" for the program itself, whose work has no limits
   * @param state of the past, which the task reads instead of the present
   * @returns the task's result; a `ByteResult` whose bytes are many is a stream
   * @throws what the task throws; Problem 499 when it was cancelled before it began, 429 when too much of the user waits, 503
   *   when too much of all does, there is no memory, or it takes too long
   */
  run(task: string, input: unknown, signal: AbortSignal, userId?: string, state?: StateSetting): Promise<unknown>;
  load(): ThreadLoad;
  stop(): Promise<void>;
};

/** Returns one thread fewer than there are cores, and at least two: one of them for short work. */
const size = () => Math.max(2, availableParallelism() - 1);

/** Returns the file of the state that work reads; undefined for the present. */
const stateOf = ({ message }: Work) => (message.type === "run" ? message.state?.path : undefined);

/** The end of work whose result needs more memory than was known when it was asked for; it needs a larger share first. */
class Outgrown extends Error {}

/** Returns the refusal of work whose result nobody waits for. */
const gone = () => new Problem(499, "The client went away");

const late = (seconds: number) =>
  new Problem(503, `The answer was not there within ${seconds} s and is given to nobody; ask for less of it`);

/**
 * Starts a pool; its threads start with the first work for them.
 * @param idleTime milliseconds for which a thread stays without work, also while others work
 * @param most how many threads there may be
 * @param deadline milliseconds after which work is cancelled
 * @param limits the most work that may wait
 */
export function startReaders(
  start: StartThread,
  setting: ThreadSetting,
  idleTime = IDLE,
  most = size(),
  deadline = DEADLINE,
  limits: QueueLimits = LIMITS,
): ReaderPool {
  const threads: Thread[] = [];
  const queue = createFairQueue<Work>(limits);
  const costs = createTaskCosts();
  let calls = 0;
  let lostAt: number | undefined;

  function startThread(): Thread {
    const thread: Thread = { worker: start(), current: undefined, streams: 0, state: undefined };
    thread.worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
      const work = thread.current;
      thread.current = undefined;
      if (work) finish(work, data.took, data.type === "bytes" ? sizeOf(data.body) : undefined);
      if (data.type === "refused" || data.type === "failed") work?.fail(errorOf(data));
      else work?.settle(data, thread);
      next();
      rest(thread);
    };
    thread.worker.onerror = (event) => {
      log.error({ reason: event.message }, "a reader thread failed");
      lose(thread, new ThreadLost(503, `A reader thread failed: ${event.message}`));
    };
    thread.worker.postMessage({ type: "open", setting, engineIndex: engineIndex() } satisfies ToReader);
    threads.push(thread);
    return thread;
  }

  /** Discards a thread with everything that only it can continue; the next work starts another one. */
  function lose(thread: Thread, error: Error): void {
    lostAt = Date.now();
    clearTimeout(thread.idle);
    threads.splice(threads.indexOf(thread), 1);
    thread.worker.terminate();
    const lost = queue.waiting.filter((work) => work.thread === thread);
    for (const work of lost) queue.withdraw(work);
    if (thread.current) finish(thread.current);
    for (const work of [...(thread.current ? [thread.current] : []), ...lost]) work.fail(error);
    next();
  }

  /**
   * Notes what work has taken.
   * @param took milliseconds of its thread; without it those since it began
   * @param bytes of its result, if it has one that is bytes
   */
  function finish(work: Work, took = performance.now() - (work.startedAt ?? 0), bytes?: number): void {
    clearTimeout(work.deadline);
    queue.finish(work, took);
    if (work.message.type === "run") costs.note(work.message.task, { took, ...(bytes !== undefined && { bytes }) });
  }

  const isLong = ({ expected }: Work) => expected > SHORT;

  /** Returns true when long work may begin: where there are two threads, it leaves one of them. */
  const mayBeginLong = () => threads.filter(({ current }) => current && isLong(current)).length < Math.max(1, most - 1);

  /** Accepts work of a kind that was never done, of a user for whom nothing else runs: nobody can say that it is long. */
  const isFirstOfKind = ({ message, userId }: Work) =>
    message.type === "run" && !costs.of(message.task) && threads.every(({ current }) => current?.userId !== userId);

  const mayBegin = (work: Work) => !isLong(work) || mayBeginLong() || isFirstOfKind(work);

  /** Checks whether others of its kind have shown meanwhile that its result needs more memory than it has. */
  const isOutgrown = ({ message, bytes }: Work) =>
    message.type === "run" && (costs.of(message.task)?.bytes ?? 0) > bytes + SLACK;

  /** Checks whether work may begin on a thread: its streams continue to read the same state. */
  const isFor = (work: Work, thread: Thread | undefined) =>
    work.thread ? work.thread === thread : !thread || thread.streams === 0 || thread.state === stateOf(work);

  /** Takes the next work that a thread can begin, or that any new one can. */
  function takeFor(thread: Thread | undefined): Work | undefined {
    for (const work of queue.waiting.filter(isOutgrown)) {
      queue.withdraw(work);
      work.fail(new Outgrown());
    }
    return queue.take((work) => isFor(work, thread) && mayBegin(work));
  }

  function next(): void {
    for (const thread of threads) {
      const work = thread.current ? undefined : takeFor(thread);
      if (work) begin(work, thread);
    }
    while (threads.length < most) {
      const work = takeFor(undefined);
      if (!work) return;
      begin(work, startThread());
    }
  }

  function begin(work: Work, thread: Thread): void {
    clearTimeout(thread.idle);
    thread.current = work;
    if (work.message.type === "run") thread.state = stateOf(work);
    work.startedAt = performance.now();
    if (Number.isFinite(deadline)) work.deadline = setTimeout(() => cancelLate(work, thread), deadline);
    thread.worker.postMessage(work.message);
  }

  /** Cancels work that takes too long; its thread is lost when that doesn't end it. */
  function cancelLate(work: Work, thread: Thread): void {
    const error = late(Math.round(deadline / SECOND));
    if (work.message.type === "run") cancel(work.message.cancelFlag);
    work.fail(error);
    work.deadline = setTimeout(() => lose(thread, error), GRACE);
  }

  /**
   * Ends a thread when there has been nothing for it for a while. Work goes to the first that can begin it, so that those which
   * only a burst has needed end while the first continues.
   */
  function rest(thread: Thread): void {
    clearTimeout(thread.idle);
    if (thread.current || thread.streams > 0 || !threads.includes(thread)) return;
    thread.idle = setTimeout(() => {
      threads.splice(threads.indexOf(thread), 1);
      shutDownThread(thread.worker);
    }, idleTime);
    thread.idle.unref();
  }

  type Request = Pick<Work, "message" | "userId"> & Partial<Pick<Work, "thread" | "bytes">> & { signal?: AbortSignal };

  const work = ({ message, userId, thread, bytes = 0, signal }: Request) =>
    new Promise<[Reply, Thread]>((resolve, reject) => {
      const expected = message.type === "run" ? (costs.of(message.task)?.took ?? SHORT + 1) : 0;
      const settle = (reply: Reply, by: Thread) => resolve([reply, by]);
      const item: Work = { message, userId, expected, thread, bytes, settle, fail: reject };
      signal?.addEventListener("abort", () => {
        if (message.type === "run") cancel(message.cancelFlag);
        if (queue.withdraw(item)) reject(gone());
      });
      if (!thread) queue.requireRoom(userId);
      queue.add(item);
      next();
    });

  /** Returns the pieces of a stream, each made while the one before it is sent. */
  function streamOf(id: number, userId: string, thread: Thread, share: Share): ReadableStream<Uint8Array> {
    thread.streams++;
    const end = () => {
      share.release();
      thread.streams--;
      rest(thread);
    };
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const [reply] = await work({ message: { type: "pull", id }, userId, thread });
            if (reply.type === "piece") {
              noteGarbage(reply.bytes.length);
              return controller.enqueue(reply.bytes);
            }
          } catch (error) {
            end();
            throw error;
          }
          end();
          controller.close();
        },
        cancel() {
          end();
          thread.worker.postMessage({ type: "cancel", id } satisfies ToReader);
        },
      },
      { highWaterMark: 1 },
    );
  }

  /**
   * Returns the result of work as its caller gets it.
   * @param share is released when the result is sent, or needs no memory any more
   */
  function resultOf(id: number, userId: string, [reply, thread]: [Reply, Thread], share: Share): unknown {
    if (reply.type === "stream") {
      share.resize(STREAM_WINDOW);
      return new ByteResult(reply.head, streamOf(id, userId, thread, share));
    }
    if (reply.type === "bytes") {
      const { head, body } = reply;
      if (Array.isArray(body)) return new ByteResult(head, sendingChunks(body, share));
      share.release();
      return new ByteResult(head, body);
    }
    share.release();
    if (reply.type !== "result") throw new Error(`a reader thread replied ${reply.type}`);
    return reply.value;
  }

  /** Runs a task with as much memory as its result is known to need by now. @throws Outgrown when that is too little */
  async function attempt(
    task: string,
    input: unknown,
    signal: AbortSignal,
    userId: string,
    state: StateSetting | undefined,
  ): Promise<unknown> {
    const bytes = costs.of(task)?.bytes ?? 0;
    const taken = takeShare(bytes, userId, signal);
    const share = taken instanceof Promise ? await taken : taken;
    try {
      if (signal.aborted) throw gone();
      // The threads see what is committed.
      commit();
      const id = ++calls;
      const message = { type: "run", id, task, input, cancelFlag: createCancelFlag(), state } as const;
      const [reply, thread] = await work({ message, userId, bytes, signal });
      if (signal.aborted) {
        if (reply.type === "stream") thread.worker.postMessage({ type: "cancel", id } satisfies ToReader);
        throw gone();
      }
      return resultOf(id, userId, [reply, thread], share);
    } catch (error) {
      share.release();
      throw error;
    }
  }

  return {
    async run(task, input, signal, userId = "", state) {
      for (;;)
        try {
          return await attempt(task, input, signal, userId, state);
        } catch (error) {
          if (!(error instanceof Outgrown)) throw error;
        }
    },
    load: () => ({
      threads: threads.length,
      busy: threads.filter(({ current }) => current).length,
      waiting: queue.waiting.length,
      limit: limits.all,
      lostAt,
    }),
    async stop() {
      for (const thread of threads) clearTimeout(thread.idle);
      for (const item of queue.clear()) item.fail(new Error("the server stops"));
      for (const { current } of threads) clearTimeout(current?.deadline);
      await Promise.all(threads.splice(0).map(({ worker }) => shutDownThread(worker)));
    },
  };
}
