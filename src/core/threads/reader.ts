/** A reader thread's side: runs the handlers of operations over a read-only connection of its own. */

import { noticeWritesNow } from "../../../db/cache";
import { letGoOfDatabase, openForReading } from "../../../db/client";
import { isStreamed, STREAMED } from "../../http/responses";
import type { Context } from "../api/context";
import { completeHandler } from "../api/handler";
import { type Operation, operationKey } from "../api/operation";
import { answerOf, headersOf, movedWith, type Settings, unansweredOf } from "./answers";
import type { Closed, FromReader, PlainCall, ToReader } from "./protocol";
import { configureThread } from "./setting";
import { interruptible } from "./stage";

type Port = { postMessage(message: FromReader | Closed, transfer: ArrayBuffer[]): void };
/** What gives a stream's pieces. */
type Pieces = { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; cancel(): Promise<void> };

/** The bytes of one piece of a long answer, and those up to which an answer is sent as a whole. */
const PIECE = 512 * 1024;
const LONGEST_WHOLE = 4 * PIECE;

/** A long answer in pieces, so that an unread one takes little of the server's memory. */
function inPieces(bytes: Uint8Array): Pieces {
  let sent = 0;
  return {
    async read() {
      if (sent >= bytes.length) return { done: true };
      const value = bytes.slice(sent, sent + PIECE);
      sent += PIECE;
      return { done: false, value };
    },
    async cancel() {},
  };
}

/**
 * Serves calls that come over a port.
 * @param operations those that may be called
 * @returns the receiver of messages
 */
export function readerOf(port: Port, operations: readonly Operation[]): (message: ToReader) => Promise<void> {
  const byKey = new Map(operations.map((operation) => [operationKey(operation), operation]));
  const streams = new Map<number, Pieces>();
  let checkResponses = false;

  const send = (message: FromReader, moved: ArrayBuffer[] = []) => port.postMessage(message, moved);

  async function run(id: number, key: string, call: PlainCall, stage: SharedArrayBuffer): Promise<void> {
    const handler = completeHandler(byKey.get(key) as Operation, checkResponses);
    const set: Settings = { headers: {} };
    // What other threads have written since the last call must count.
    noticeWritesNow();
    const result = await interruptible(stage, () => handler({ ...call, set } as Context));
    if (result instanceof Response && isStreamed(result.headers)) {
      streams.set(id, (result.body as ReadableStream<Uint8Array>).getReader() as Pieces);
      return send({ type: "stream", id, status: result.status, headers: [...headersOf(set), ...result.headers] });
    }
    const answer = await answerOf(result, set);
    if (!answer.body || answer.body.length <= LONGEST_WHOLE) return send({ ...answer, id }, movedWith(answer));
    streams.set(id, inPieces(answer.body));
    send({ type: "stream", id, status: answer.status, headers: [...answer.headers, STREAMED] });
  }

  async function pull(id: number): Promise<void> {
    const { done, value } = (await streams.get(id)?.read()) ?? { done: true, value: undefined };
    if (!done && value) return send({ type: "piece", id, bytes: value }, [value.buffer as ArrayBuffer]);
    streams.delete(id);
    send({ type: "end", id });
  }

  async function close(): Promise<void> {
    for (const stream of streams.values()) await stream.cancel();
    letGoOfDatabase();
    port.postMessage({ type: "closed" }, []);
  }

  return async (message) => {
    if (message.type === "close") return close();
    if (message.type === "open") {
      checkResponses = message.setting.checkResponses;
      configureThread(message.setting);
      openForReading(message.setting.databaseFile);
      return;
    }
    const { id } = message;
    try {
      if (message.type === "run") await run(id, message.operation, message.call, message.stage);
      else if (message.type === "pull") await pull(id);
      else {
        await streams.get(id)?.cancel();
        streams.delete(id);
      }
    } catch (error) {
      streams.delete(id);
      send({ id, ...unansweredOf(error) });
    }
  };
}
