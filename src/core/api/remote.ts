/** Operations on other threads: each is a task there, its calls are plain data, and its responses are bytes. */
import { lossesSoFar } from "../../../db/durability";
import { NotReplicated } from "../../../db/errors";
import { Problem } from "../../http/errors";
import { readWholeForm } from "../../http/forms";
import { parseJson, UnparsedBody } from "../../http/json";
import { contextOf } from "../../http/request-context";
import { chunksOf, encodeResult, isStreamed, STREAMED } from "../../http/responses";
import { violations } from "../../http/validation";
import type { Actor } from "../access/actor";
import { beforeHistory, ENTRY_HEADER, isEntry } from "../states/requested";
import type { States } from "../states/states";
import type { ReaderPool } from "../threads/pool";
import { ByteResult } from "../threads/results";
import type { ThreadTask } from "../threads/tasks";
import type { Writer } from "../threads/writer-thread";
import type { Context } from "./context";
import { completeHandler } from "./handler";
import { type Operation, operationKey } from "./operation";
import { slicesOf } from "./slices";

/** The states of the past, and the threads that read them. */
export type PastThreads = { states: States; readers: ReaderPool };

/** A call of an operation, as plain data. */
type PlainCall = {
  params: unknown;
  query: unknown;
  headers: unknown;
  body: unknown;
  fetched: unknown;
  actor: Actor | undefined;
  /** True when the response is checked against its schema. */
  checkResponses: boolean;
};

/** A call for the writer thread. */
export type WritingCall = PlainCall & {
  request: { method: string; url: string; headers: [string, string][] };
  /** The body that is not parsed yet, and the largest size that it may have, in bytes. */
  unparsed: { bytes: Uint8Array; most: number } | undefined;
};

/** The head of a response, which goes before its bytes. */
export type Head = { status: number; headers: [string, string][] };

/** A call on its thread: the handler's context, and whether the response is checked. */
type PreparedCall = { context: Context; checkResponses: boolean };

/** Returns the body of a call, parsed and validated. @throws Problem 422 */
export async function bodyOf(
  { body: schema, upload, bodyOptional, inScenario }: Operation,
  { unparsed, body, request }: Pick<WritingCall, "unparsed" | "body" | "request">,
): Promise<unknown> {
  if (!unparsed) return body;
  const { bytes: sent, most } = unparsed;
  // Neither a request nor a decoder takes memory that threads share.
  const bytes = sent.buffer instanceof SharedArrayBuffer ? new Uint8Array(sent) : sent;
  const { url, ...head } = request;
  const requestOf = () => new Request(url, { ...head, body: bytes as Uint8Array<ArrayBuffer> });
  if (inScenario?.form) return inScenario.form.read(requestOf());
  if (!schema) return body;
  if (bodyOptional && bytes.length === 0) return schema.parse({});
  const value = upload ? await readWholeForm(requestOf(), most) : parseJson(bytes, most);
  const { success, data, error } = schema.safeParse(value);
  if (!success) throw new Problem(422, violations("body", error.issues, value));
  return data;
}

/** Returns the context of a call, as handlers expect it. */
export async function prepare(operation: Operation, call: PlainCall | WritingCall): Promise<PreparedCall> {
  const { checkResponses } = call;
  const set = { headers: {} };
  if (!("request" in call)) return { context: { ...call, set } as unknown as Context, checkResponses };
  const { request, unparsed: _, ...rest } = call;
  const { url, ...head } = request;
  const body = await bodyOf(operation, call);
  return { context: { ...rest, body, request: new Request(url, head), set } as Context, checkResponses };
}

/** Returns the result of a handler in bytes. */
export async function encode(result: unknown, { set }: Context): Promise<ByteResult<Head>> {
  const own = Object.entries(set.headers).map(([name, value]): [string, string] => [name, String(value)]);
  if (result instanceof Response) {
    const headers = [...own, ...result.headers];
    const { status, body } = result;
    if (isStreamed(result.headers)) return new ByteResult({ status, headers }, chunksOf(result) ?? body);
    return new ByteResult(
      { status, headers },
      body === null ? null : ((await result.bytes()) as Uint8Array<ArrayBuffer>),
    );
  }
  const { status, body, headers } = encodeResult(result, Number(set.status ?? 200));
  const bytes = new TextEncoder().encode(body?.toString() ?? "");
  return new ByteResult({ status, headers: [...own, ...Object.entries(headers)] }, bytes);
}

/** Returns an operation as a task of the threads. */
export const operationTask = (operation: Operation): ThreadTask<PlainCall, PreparedCall> => ({
  name: operationKey(operation),
  prepare: (call) => prepare(operation, call),
  rehearses: ({ context: { params, body } }) =>
    operation.rehearses?.({ params, body } as Parameters<typeof operation.rehearses>[0]) ?? false,
  readsAhead: ({ context: { params, body } }) =>
    operation.readsAhead?.({ params, body } as Parameters<typeof operation.readsAhead>[0]),
  slices: ({ context }) => slicesOf(operation, context),
  run: ({ context, checkResponses }) => completeHandler(operation, checkResponses)(context),
  encode: (result, { context }) => encode(result, context),
});

/** Returns the response that another thread has sent. */
export function responseOf({ head, body }: ByteResult<Head>): Response {
  const sent = Array.isArray(body) ? Buffer.concat(body) : body;
  const response = new Response(sent, head);
  // The pipeline must know which responses are large.
  if (sent instanceof Uint8Array) response.headers.set("content-length", String(sent.length));
  else if (sent) response.headers.set(...STREAMED);
  return response;
}

/** Returns the arguments of a call as plain data. */
export const plainCall = (
  { params, query, headers, body, fetched, actor }: Context,
  checkResponses: boolean,
): PlainCall => ({
  params,
  query,
  headers,
  body,
  fetched,
  actor: actor && { ...actor },
  checkResponses,
});

/** Returns a call as it is sent to the writer thread: the body unparsed if it is so. */
export function writingCall(context: Context, checkResponses: boolean): WritingCall {
  const call = plainCall(context, checkResponses);
  const { method, url, headers } = context.request;
  const request = { method, url, headers: [...headers] };
  return call.body instanceof UnparsedBody
    ? { ...call, request, body: undefined, unparsed: { ...call.body } }
    : { ...call, request, unparsed: undefined };
}

/** Calls an operation on a reader thread. @throws what its handler throws */
export async function callOnReader(
  readers: ReaderPool,
  operation: Operation,
  context: Context,
  checkResponses: boolean,
): Promise<Response> {
  const { signal } = context.request;
  const userId = context.actor?.userId ?? contextOf(context.request).address;
  const result = await readers.run(operationKey(operation), plainCall(context, checkResponses), signal, userId);
  return responseOf(result as ByteResult<Head>);
}

/** Calls an operation over the state of an instant. @throws what its handler throws; Problem 422, 429 and 503 */
export async function callOnState(
  { states, readers }: PastThreads,
  operation: Operation,
  context: Context,
  at: string,
  checkResponses: boolean,
): Promise<Response> {
  const { request } = context;
  const userId = context.actor?.userId ?? contextOf(request).address;
  const call = plainCall(context, checkResponses);
  const used = await states.use(at, userId, (path, moment) =>
    readers.run(operationKey(operation), call, request.signal, userId, {
      path,
      moment,
      at: isEntry(at) ? moment.at : at,
    }),
  );
  if ("first" in used) throw beforeHistory(request, used.first);
  const response = responseOf(used.result as ByteResult<Head>);
  response.headers.set(ENTRY_HEADER, String(used.moment.event));
  return response;
}

/**
 * Calls an operation on the writer thread, and waits until its change is durable; that of one that isn't in the second place yet
 * is left to the pipeline. A client that goes away cancels it.
 * @throws what its handler throws; Problem 409 when it was cancelled, 503 when there are too many or the thread is
 * lost
 */
export async function callOnWriter(
  writer: Writer,
  operation: Operation,
  context: Context,
  checkResponses: boolean,
): Promise<Response> {
  const { request, actor } = context;
  const call = writingCall(context, checkResponses);
  const shown = { label: `${request.method} ${new URL(request.url).pathname}`, userId: actor?.userId };
  const moved = call.unparsed ? [call.unparsed.bytes.buffer as ArrayBuffer] : [];
  try {
    const result = await writer.run(operationKey(operation), call, request.signal, shown, moved);
    contextOf(request).isDurable = true;
    return responseOf(result as ByteResult<Head>);
  } catch (error) {
    if (!(error instanceof NotReplicated && error.result instanceof ByteResult)) throw error;
    contextOf(request).losses = lossesSoFar();
    return responseOf(error.result);
  }
}
