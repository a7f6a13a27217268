/**
 * The pool of reader threads: what reads much runs there, so that the server's thread goes on answering.
 *
 * A thread makes one piece of work at a time: a result, or a piece of a stream. What waits for a thread waits here, and who
 * goes away before it is their turn costs nothing.
 */
import { availableParallelism } from "node:os";
import { commit } from "../../../db/transaction";
import { Problem } from "../../http/errors";
import { noteGarbage } from "../../platform/footprint";
import { log } from "../../platform/log";
import { cancel, createCancelFlag } from "./cancel-flag";
import type { FailureMessage, FromReader, ThreadSetting, ToReader } from "./protocol";
import { ByteResult, errorOf, ThreadLost } from "./results";
import { IDLE, shutDownThread } from "./shutdown";

/** How a thread is started: where its program is differs between the sources and the executable. */
export type StartThread = () => Worker;

type Reply = Exclude<FromReader, FailureMessage>;
type Work = {
  message: Exclude<ToReader, { type: "open" | "close" }>;
  /** The thread that has the stream; undefined when any will do. */
  thread: Thread | undefined;
  settle: (reply: Reply, thread: Thread) => void;
  fail: (error: unknown) => void;
};
/** A thread, and how many streams only it can go on with. */
type Thread = { worker: Worker; current: Work | undefined; streams: number };

/** The threads of a server. */
export type ReaderPool = {
  /**
   * Runs a task on a thread.
   * @param task its name
   * @param input plain data
   * @param signal cancels the task with its next statement
   * @returns the task's result; a `ByteResult` whose bytes are many is a stream
   * @throws what the task throws; Problem 499 when it was cancelled before it began
   */
  run(task: string, input: unknown, signal: AbortSignal): Promise<unknown>;
  stop(): Promise<void>;
};

/** One thread fewer than there are cores, and at least one. */
const size = () => Math.max(1, availableParallelism() - 1);

/** The refusal of work whose result nobody waits for. */
const gone = () => new Problem(499, "The client went away");

/**
 * Starts a pool; its threads start with the first work for them.
 * @param kept milliseconds for which threads are kept without work
 * @param most how many threads there may be
 */
export function startReaders(start: StartThread, setting: ThreadSetting, kept = IDLE, most = size()): ReaderPool {
  const threads: Thread[] = [];
  let waiting: Work[] = [];
  let idle: ReturnType<typeof setTimeout> | undefined;
  let calls = 0;

  function startThread(): Thread {
    const thread: Thread = { worker: start(), current: undefined, streams: 0 };
    thread.worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
      const work = thread.current;
      thread.current = undefined;
      if (data.type === "refused" || data.type === "failed") work?.fail(errorOf(data));
      else work?.settle(data, thread);
      next();
      rest();
    };
    thread.worker.onerror = (event) => {
      log.error({ reason: event.message }, "a reader thread failed");
      lose(thread, new ThreadLost(503, `A reader thread failed: ${event.message}`));
    };
    thread.worker.postMessage({ type: "open", setting } satisfies ToReader);
    threads.push(thread);
    return thread;
  }

  /** Gives up a thread with all that only it can go on with; the next work starts another one. */
  function lose(thread: Thread, error: Error): void {
    threads.splice(threads.indexOf(thread), 1);
    thread.worker.terminate();
    const lost = waiting.filter((work) => work.thread === thread);
    waiting = waiting.filter((work) => work.thread !== thread);
    for (const work of [...(thread.current ? [thread.current] : []), ...lost]) work.fail(error);
    next();
  }

  /** A thread that is free for the work; started when there are too few. */
  function freeFor(work: Work): Thread | undefined {
    if (work.thread) return work.thread.current ? undefined : work.thread;
    return threads.find(({ current }) => !current) ?? (threads.length < most ? startThread() : undefined);
  }

  function next(): void {
    for (const work of [...waiting]) {
      const thread = freeFor(work);
      if (!thread) continue;
      waiting.splice(waiting.indexOf(work), 1);
      thread.current = work;
      thread.worker.postMessage(work.message);
    }
  }

  /** Ends the threads when there has been nothing for them for a while. */
  function rest(): void {
    clearTimeout(idle);
    if (threads.some(({ current, streams }) => current || streams > 0)) return;
    idle = setTimeout(() => {
      for (const { worker } of threads.splice(0)) shutDownThread(worker);
    }, kept);
    idle.unref();
  }

  const work = (message: Work["message"], thread: Thread | undefined, signal?: AbortSignal) =>
    new Promise<[Reply, Thread]>((resolve, reject) => {
      const item: Work = { message, thread, settle: (reply, by) => resolve([reply, by]), fail: reject };
      signal?.addEventListener("abort", () => {
        if (message.type === "run") cancel(message.cancelFlag);
        if (!waiting.includes(item)) return;
        waiting.splice(waiting.indexOf(item), 1);
        reject(gone());
      });
      clearTimeout(idle);
      waiting.push(item);
      next();
    });

  /** The pieces of a stream, each made while the one before it is sent. */
  function streamOf(id: number, thread: Thread): ReadableStream<Uint8Array> {
    thread.streams++;
    const end = () => {
      thread.streams--;
      rest();
    };
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const [reply] = await work({ type: "pull", id }, thread);
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

  return {
    async run(task, input, signal) {
      // The threads see what is committed.
      commit();
      const id = ++calls;
      const message = { type: "run", id, task, input, cancelFlag: createCancelFlag() } as const;
      const [reply, thread] = await work(message, undefined, signal);
      if (reply.type === "result") return reply.value;
      if (reply.type === "bytes") return new ByteResult(reply.head, reply.body);
      if (reply.type !== "stream") throw new Error(`a reader thread replied ${reply.type}`);
      if (signal.aborted) {
        thread.worker.postMessage({ type: "cancel", id } satisfies ToReader);
        throw gone();
      }
      return new ByteResult(reply.head, streamOf(id, thread));
    },
    async stop() {
      clearTimeout(idle);
      for (const item of waiting.splice(0)) item.fail(new Error("the server stops"));
      await Promise.all(threads.splice(0).map(({ worker }) => shutDownThread(worker)));
    },
  };
}
