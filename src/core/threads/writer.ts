/** The writer thread's side: runs the handlers of operations that write much, each in one transaction. */
import { inTurn, largeTransaction } from "../../../db";
import { noticeWritesNow } from "../../../db/cache";
import { letGoOfDatabase, openForWriting } from "../../../db/client";
import { LockTaken } from "../../../db/errors";
import { Problem } from "../../http/errors";
import { readWholeForm } from "../../http/forms";
import { parseJson } from "../../http/json";
import { violations } from "../../http/validation";
import type { Context } from "../api/context";
import { completeHandler } from "../api/handler";
import { type Operation, operationKey } from "../api/operation";
import { answerOf, movedWith, unansweredOf } from "./answers";
import { reportProgressTo } from "./progress";
import type { Closed, FromWriter, ThreadSetting, ToWriter, WritingCall } from "./protocol";
import { configureThread } from "./setting";
import { beginCommit, interruptible, requireWanted } from "./stage";

type Port = { postMessage(message: FromWriter | Closed, transfer: ArrayBuffer[]): void };

/** The body of a call, parsed and validated. @throws Problem 422 */
async function bodyOf({ body: schema, upload }: Operation, { unparsed, body, request }: WritingCall): Promise<unknown> {
  if (!unparsed || !schema) return body;
  const { bytes, most } = unparsed;
  const { url, ...head } = request;
  const value = upload
    ? await readWholeForm(new Request(url, { ...head, body: bytes as Uint8Array<ArrayBuffer> }), most)
    : parseJson(bytes, most);
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new Problem(422, violations("body", error.issues, value));
  return data;
}

/** The context of a call, as handlers expect it. */
async function contextOf(operation: Operation, call: WritingCall): Promise<Context> {
  const { request, unparsed: _, ...rest } = call;
  const { url, ...head } = request;
  const body = await bodyOf(operation, call);
  return { ...rest, body, request: new Request(url, head), set: { headers: {} } } as Context;
}

/**
 * Serves calls that come over a port, one at a time.
 * @param operations those that may be called
 * @returns the receiver of messages
 */
export function writerOf(port: Port, operations: readonly Operation[]): (message: ToWriter) => Promise<void> {
  const byKey = new Map(operations.map((operation) => [operationKey(operation), operation]));
  let checkResponses = false;
  let lock = Promise.withResolvers<boolean>();

  const send = (message: FromWriter) => port.postMessage(message, []);

  function open(setting: ThreadSetting): void {
    checkResponses = setting.checkResponses;
    try {
      configureThread(setting);
      openForWriting(setting.databaseFile);
    } catch (error) {
      send({ type: "unusable", reason: (error as Error).message });
    }
  }

  function close(): void {
    letGoOfDatabase();
    port.postMessage({ type: "closed" }, []);
  }

  async function run(key: string, call: WritingCall, stage: SharedArrayBuffer): Promise<void> {
    const operation = byKey.get(key) as Operation;
    const context = await contextOf(operation, call);
    const handler = completeHandler(operation, checkResponses);
    const change = () => {
      // What others have written before the lock was lent must count.
      noticeWritesNow();
      const result = handler(context);
      beginCommit(stage);
      return result;
    };
    lock = Promise.withResolvers();
    send({ type: "ready" });
    reportProgressTo((done, total) => send({ type: "progress", done, total }));
    const hasLock = await lock.promise;
    requireWanted(stage);
    if (!hasLock) throw new LockTaken("program");
    const result = await inTurn(() => interruptible(stage, () => largeTransaction(change)));
    const answer = await answerOf(result, context.set);
    port.postMessage(answer, movedWith(answer));
  }

  return async (message) => {
    try {
      if (message.type === "open") open(message.setting);
      else if (message.type === "close") close();
      else if (message.type === "lock") lock.resolve(message.lent);
      else await run(message.operation, message.call, message.stage);
    } catch (error) {
      send(unansweredOf(error));
    }
  };
}
