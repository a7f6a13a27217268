/**
 * Calls of the API by the tools: in this process, by the operations that everybody calls, with the caller's token. No
 * tool can do more than the token may, or sees more than its user does.
 */
import { baseUrl } from "../http/base-url";
import type { Handler } from "../http/handler";
import { countCall } from "../http/rate-limit";
import { contextOf, createContext } from "../http/request-context";
import type { JsonObject } from "../platform/json";
import { readText } from "./bounded";
import { Refusal } from "./refusals";

/** The holder of the token that a request presents. */
export type Caller = { token: string; userId: string; name: string; mayWrite: boolean };

/** The tally of what a user's assistants ask for, and how much of it a minute allows: messages, and calls of the API. */
export const TALLY = "mcp";
export const CALLS_PER_MINUTE = 1_200;

/** Characters of an answer of the API that are read: of a table the first, and of anything else all or nothing. */
export const LARGEST_READ = 4 * 1024 * 1024;

type Value = string | number | boolean | null | undefined;
/** The parameters of a call; those without a value are left out. */
export type Query = Record<string, Value>;

/** The particulars of a call: the batch that it joins, its key for safe repetition, and whether it is only rehearsed. */
export type Particulars = { batch?: string; key?: string; isRehearsal?: true };

/** The API in the name of a caller. Its functions throw an error with a sentence when the API refuses. */
export type Api = {
  caller: Caller;
  /** The address of the console. */
  base: string;
  get<T = JsonObject>(path: string, query?: Query): Promise<T>;
  /** Returns a table as CSV, and whether it was cut. */
  table(path: string, query?: Query): Promise<{ text: string; isCut: boolean }>;
  send<T = JsonObject>(method: string, path: string, body: unknown, particulars?: Particulars): Promise<T>;
};

const searchOf = (query: Query): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return given.length === 0
    ? ""
    : `?${new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])))}`;
};

/** Reads the JSON of an answer. @throws Error when it is too long */
async function readJson<T>({ body }: Response): Promise<T> {
  const { text, isCut } = await readText(body, LARGEST_READ);
  if (isCut)
    throw new Error("There is too much of this to be read here: ask for less of it, or look at it in the console");
  return (text === "" ? {} : JSON.parse(text)) as T;
}

/** Returns the API in the name of a caller. @param received the caller's request, whose address the calls have */
export function apiOf(handle: Handler, received: Request, caller: Caller): Api {
  const { origin } = new URL(received.url);
  const { address, id } = contextOf(received);
  const call = async (method: string, path: string, body?: unknown, particulars: Particulars = {}) => {
    countCall(TALLY, caller.userId, CALLS_PER_MINUTE);
    const { batch, key, isRehearsal } = particulars;
    const request = new Request(`${origin}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${caller.token}`,
        "x-request-id": id,
        "x-stoa-origin": "mcp",
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(batch !== undefined && { "x-stoa-batch": batch }),
        ...(key !== undefined && { "idempotency-key": key }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: received.signal,
    });
    // A context of its own: calls of the same message run at the same time, and each is checked as its own operation.
    const context = createContext(request, () => address);
    context.isForAssistant = true;
    if (isRehearsal) context.isRehearsal = true;
    const response = await handle(request);
    if (response.ok) return response;
    throw new Refusal(response.status, (await readText(response.body, LARGEST_READ)).text);
  };
  return {
    caller,
    base: baseUrl(received),
    get: async <T>(path: string, query: Query = {}) => readJson<T>(await call("GET", `${path}${searchOf(query)}`)),
    table: async (path, query = {}) => {
      const { body } = await call("GET", `${path}${searchOf({ ...query, format: "csv" })}`);
      return readText(body, LARGEST_READ);
    },
    send: async <T>(method: string, path: string, body: unknown, particulars?: Particulars) =>
      readJson<T>(await call(method, path, body, particulars)),
  };
}
