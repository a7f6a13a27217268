/** What the server's thread and its other threads send each other. Bytes are moved, not copied. */
import type { Config } from "../../config";
import type { Actor } from "../access/actor";

/** What a thread must know before it works. */
export type ThreadSetting = Pick<
  Config,
  "databaseFile" | "pageSizeDefault" | "pageSizeMax" | "checkResponses" | "secretKey" | "mail" | "mailAllowsSelfSigned"
>;

/** A call of an operation, as plain data. */
export type PlainCall = {
  params: unknown;
  query: unknown;
  headers: unknown;
  body: unknown;
  fetched?: unknown;
  actor: Actor | undefined;
};

/** A call for the writer thread. */
export type WritingCall = PlainCall & {
  request: { method: string; url: string; headers: [string, string][] };
  /** The body that is not parsed yet, and the largest size that it may have, in bytes. */
  unparsed: { bytes: Uint8Array; most: number } | undefined;
};

export type ToReader =
  | { type: "open"; setting: ThreadSetting }
  | { type: "run"; id: number; operation: string; call: PlainCall; stage: SharedArrayBuffer }
  | { type: "pull"; id: number }
  | { type: "cancel"; id: number }
  | { type: "close" };

export type ToWriter =
  | { type: "open"; setting: ThreadSetting }
  | { type: "run"; operation: string; call: WritingCall; stage: SharedArrayBuffer }
  /** Whether the write lock is the thread's now; it is not when that took too long. */
  | { type: "lock"; lent: boolean }
  | { type: "close" };

/** The thread has let go of the database. */
export type Closed = { type: "closed" };

type Head = { status: number; headers: [string, string][] };

/** The answer to a call. */
export type Answered = { type: "answer"; body: Uint8Array | null } & Head;
/** Why a call has no answer: a refusal, or an unexpected error. */
export type Unanswered =
  | { type: "refused"; status: number; detail: unknown; headers: Record<string, string> }
  | { type: "failed"; message: string };

export type FromReader = { id: number } & (
  | Answered
  | ({ type: "stream" } & Head)
  | { type: "piece"; bytes: Uint8Array }
  | { type: "end" }
  | Unanswered
);

export type FromWriter =
  | Answered
  | Unanswered
  /** The call is read and valid, and needs the write lock. */
  | { type: "ready" }
  | { type: "progress"; done: number; total: number }
  /** The thread can't work. */
  | { type: "unusable"; reason: string };
