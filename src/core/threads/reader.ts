/** A reader thread's side: runs the handlers of operations over a read-only connection of its own. */

import { noticeWrites } from "../../../db";
import { openForReading } from "../../../db/client";
import { Problem } from "../../http/errors";
import { configurePages } from "../../http/pagination";
import { checkShape, encodeResult, isStreamed } from "../../http/responses";
import { type Operation, operationKey } from "../api/operation";
import type { FromReader, PlainCall, ToReader } from "./protocol";

type Port = { postMessage(message: FromReader, transfer: ArrayBuffer[]): void };
/** What gives a stream's pieces. */
type Pieces = { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>; cancel(): Promise<void> };
type Handler = (call: PlainCall & { set: { headers: Record<string, string | number | string[]> } }) => unknown;

/**
 * Serves calls that come over a port.
 * @param operations those that may be called
 * @returns the receiver of messages
 */
export function readerOf(port: Port, operations: readonly Operation[]): (message: ToReader) => Promise<void> {
  const byKey = new Map(operations.map((operation) => [operationKey(operation), operation]));
  const streams = new Map<number, Pieces>();
  let checkResponses = false;

  const send = (message: FromReader) => port.postMessage(message, []);
  const sendBytes = (message: FromReader, bytes: Uint8Array) =>
    port.postMessage(message, [bytes.buffer as ArrayBuffer]);

  async function run(id: number, key: string, call: PlainCall): Promise<void> {
    const operation = byKey.get(key) as Operation;
    const set: { headers: Record<string, string | number | string[]> } = { headers: {} };
    // What other threads have written since the last call must count.
    noticeWrites();
    const result = await (operation.handler as Handler)({ ...call, set });
    if (checkResponses && operation.answer) checkShape(operation.answer, result);
    const own = Object.entries(set.headers).map(([name, value]): [string, string] => [name, String(value)]);
    if (result instanceof Response && isStreamed(result.headers)) {
      streams.set(id, (result.body as ReadableStream<Uint8Array>).getReader() as Pieces);
      send({ type: "stream", id, status: result.status, headers: [...own, ...result.headers] });
      return;
    }
    const { status, body, headers } = encodeResult(result);
    const head = { id, status, headers: [...own, ...Object.entries(headers)] };
    if (body === null) return send({ type: "answer", ...head, body: null });
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    sendBytes({ type: "answer", ...head, body: bytes }, bytes);
  }

  async function pull(id: number): Promise<void> {
    const { done, value } = (await streams.get(id)?.read()) ?? { done: true, value: undefined };
    if (!done && value) return sendBytes({ type: "piece", id, bytes: value }, value);
    streams.delete(id);
    send({ type: "end", id });
  }

  function report(id: number, error: unknown): void {
    streams.delete(id);
    if (error instanceof Problem) {
      const { status, detail, headers } = error;
      send({ type: "refused", id, status, detail, headers });
    } else send({ type: "failed", id, message: (error as Error).stack ?? String(error) });
  }

  return async (message) => {
    if (message.type === "open") {
      const { databaseFile, pageSizeDefault, pageSizeMax } = message.setting;
      checkResponses = message.setting.checkResponses;
      configurePages(pageSizeDefault, pageSizeMax);
      openForReading(databaseFile);
      return;
    }
    const { id } = message;
    try {
      if (message.type === "run") await run(id, message.operation, message.call);
      else if (message.type === "pull") await pull(id);
      else {
        await streams.get(id)?.cancel();
        streams.delete(id);
      }
    } catch (error) {
      report(id, error);
    }
  };
}
