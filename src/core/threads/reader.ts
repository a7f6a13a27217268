/** A reader thread's side: runs tasks over a read-only connection of its own. */

import { noticeWritesNow } from "../../../db/cache";
import { letGoOfDatabase, openForReading, useState } from "../../../db/client";
import { shareEngineIndex } from "../../../db/engine-writes";
import { runAt } from "../../platform/clock";
import { interruptible } from "./cancel-flag";
import type { CloseMessage, FromReader, ToReader } from "./protocol";
import { ByteResult, buffersOf, failureOf } from "./results";
import { configureThread } from "./setting";
import { type ThreadTask, tasksByName } from "./tasks";

type Port = { postMessage(message: FromReader | CloseMessage, transfer: ArrayBuffer[]): void };
/** The source of a stream's pieces. */
type Pieces = { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; cancel(): Promise<void> };

/** The bytes of a chunk of a long result, and those up to which a result is sent as a whole. */
const CHUNK = 512 * 1024;
const LONGEST_WHOLE = 4 * CHUNK;
/** Milliseconds of work after which its garbage is collected at once: there may be 200 MB, which would stay as long as the thread. */
const LONG = 500;

/** Returns a long result in chunks, so that what is sent of it takes no memory any more. */
function chunksOf(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const count = Math.ceil(bytes.length / CHUNK);
  return Array.from({ length: count }, (_, at) => bytes.slice(at * CHUNK, (at + 1) * CHUNK));
}

/**
 * Runs the tasks that come over a port.
 * @param tasks those that may be run
 * @returns the receiver of messages
 */
export function readerOf(port: Port, tasks: readonly ThreadTask[]): (message: ToReader) => Promise<void> {
  const byName = tasksByName(tasks);
  const streams = new Map<number, Pieces>();

  let startedAt = 0;
  const send = (message: FromReader, moved: ArrayBuffer[] = []) =>
    port.postMessage({ ...message, took: performance.now() - startedAt }, moved);

  async function run({ id, task: name, input, cancelFlag, state }: ToReader & { type: "run" }): Promise<void> {
    const task = byName.get(name);
    if (!task) throw new Error(`there is no task ${name}`);
    const prepared = task.prepare ? await task.prepare(input) : input;
    useState(state);
    // The writes of other threads since the last task must count.
    noticeWritesNow();
    const work = () => task.run(prepared);
    // The day of the moment decides what was due or active then.
    const result = await interruptible(cancelFlag, state ? () => runAt(state.at, work) : work);
    sendResult(id, task.encode ? await task.encode(result, prepared) : result);
  }

  function sendResult(id: number, result: unknown): void {
    if (result instanceof ByteResult) sendBytes(id, result);
    else send({ type: "result", id, value: result });
  }

  function sendBytes(id: number, { head, body }: ByteResult): void {
    if (body instanceof ReadableStream) {
      streams.set(id, body.getReader() as Pieces);
      send({ type: "stream", id, head });
      return;
    }
    const isLong = body instanceof Uint8Array && body.length > LONGEST_WHOLE;
    const sent = isLong ? chunksOf(body) : body;
    send({ type: "bytes", id, head, body: sent }, buffersOf(sent));
  }

  async function pull(id: number): Promise<void> {
    const { done, value } = (await streams.get(id)?.read()) ?? { done: true, value: undefined };
    if (!done && value) return send({ type: "piece", id, bytes: value }, [value.buffer as ArrayBuffer]);
    streams.delete(id);
    send({ type: "end", id });
  }

  async function close(): Promise<void> {
    for (const stream of streams.values()) await stream.cancel();
    streams.clear();
    useState();
    letGoOfDatabase();
    port.postMessage({ type: "closed" }, []);
  }

  return async (message) => {
    if (message.type === "close") return close();
    if (message.type === "open") {
      configureThread(message.setting);
      openForReading(message.setting.databaseFile);
      shareEngineIndex(message.engineIndex);
      return;
    }
    const { id } = message;
    startedAt = performance.now();
    try {
      if (message.type === "run") await run(message);
      else if (message.type === "pull") await pull(id);
      else {
        await streams.get(id)?.cancel();
        streams.delete(id);
      }
    } catch (error) {
      streams.delete(id);
      send({ id, ...failureOf(error) });
    }
    if (performance.now() - startedAt > LONG) Bun.gc(true);
  };
}
