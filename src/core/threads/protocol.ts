/** What the server's thread and its reader threads send each other. Bytes are moved, not copied. */
import type { Actor } from "../access/actor";

/** What a reader thread must know before it reads. */
export type ReaderSetting = {
  databaseFile: string;
  pageSizeDefault: number;
  pageSizeMax: number;
  checkResponses: boolean;
};

/** A call of an operation, as plain data. */
export type PlainCall = { params: unknown; query: unknown; headers: unknown; body: unknown; actor: Actor | undefined };

export type ToReader =
  | { type: "open"; setting: ReaderSetting }
  | { type: "run"; id: number; operation: string; call: PlainCall }
  | { type: "pull"; id: number }
  | { type: "cancel"; id: number };

type Head = { id: number; status: number; headers: [string, string][] };

export type FromReader =
  | ({ type: "answer"; body: Uint8Array | null } & Head)
  | ({ type: "stream" } & Head)
  | { type: "piece"; id: number; bytes: Uint8Array }
  | { type: "end"; id: number }
  | { type: "refused"; id: number; status: number; detail: unknown; headers: Record<string, string> }
  | { type: "failed"; id: number; message: string };
