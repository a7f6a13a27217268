/** The messages between the server's thread and its other threads: plain data. Bytes are moved, not copied. */
import type { OtherState } from "../../../db/client";
import type { Config } from "../../config";

/** The settings that a thread needs before it works. */
export type ThreadSetting = Pick<
  Config,
  "databaseFile" | "pageSizeDefault" | "pageSizeMax" | "secretKey" | "mail" | "mailAllowsSelfSigned"
>;

/** Another state than the present, and the instant that counts as the current one in it. */
export type StateSetting = OtherState & { at: string };

/** The order to run a task, by its name. */
type RunMessage = { type: "run"; task: string; input: unknown; cancelFlag: SharedArrayBuffer };

export type ToReader =
  /** With an engine of replication, it names the index in which commits are counted. */
  | { type: "open"; setting: ThreadSetting; engineIndex: number | undefined }
  /** The task reads the present, or another state. */
  | (RunMessage & { id: number; state?: StateSetting | undefined })
  | { type: "pull"; id: number }
  | { type: "cancel"; id: number }
  | { type: "close" };

export type ToWriter =
  | { type: "open"; setting: ThreadSetting }
  | RunMessage
  /** The write lock is the thread's now, unless that took too long. */
  | { type: "lock"; lent: boolean }
  | { type: "close" };

/** The thread has closed the database. */
export type CloseMessage = { type: "closed" };

/** The result of a task: plain data, or bytes with what goes before them, in chunks when they are many. */
export type ResultMessage =
  | { type: "result"; value: unknown }
  | { type: "bytes"; head: unknown; body: Uint8Array<ArrayBuffer> | Uint8Array<ArrayBuffer>[] | null };

/** The reason why a task has no result: a refusal, or an unexpected error. */
export type FailureMessage =
  | {
      type: "refused";
      status: number;
      detail: unknown;
      headers: Record<string, string>;
      more: Readonly<Record<string, unknown>>;
    }
  | { type: "failed"; message: string; stack: string | undefined };

/** A reader's message; `took` is how many milliseconds its thread was busy with it, without its start. */
export type FromReader = { id: number; took?: number } & (
  | ResultMessage
  | { type: "stream"; head: unknown }
  | { type: "piece"; bytes: Uint8Array }
  | { type: "end" }
  | FailureMessage
);

export type FromWriter =
  | ResultMessage
  | FailureMessage
  /** The input is read and valid, and the task needs the write lock. */
  | { type: "ready" }
  | { type: "progress"; done: number; total: number }
  /** A slice, or the whole of it, is committed, and others may write. */
  | { type: "committed" }
  /** The thread can't work. */
  | { type: "unusable"; reason: string };
