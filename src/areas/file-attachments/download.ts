/** Downloads: a file is read and sent piece by piece, as fast as its reader takes it. */
import { hasRow } from "../../../db";
import { readsState } from "../../../db/client";
import { openReadConnection, type ReadConnection } from "../../../db/read-connection";
import { Problem } from "../../http/errors";
import { listsEtag } from "../../http/etags";
import { type Range, type RangeConditions, rangeOf } from "../../http/ranges";
import { streamed } from "../../http/responses";
import { transferTurn } from "../../http/transfer-turns";
import { type FileRow, pieceAt, requireFile } from "./rows";

/** Answers up to this many bytes are sent at once, with their length, which the runtime doesn't send with a stream. */
const LARGEST_WHOLE = 256 * 1024;

/** `Content-Disposition` of a file (RFC 6266): its name in ASCII, and in UTF-8 for those who can read it. */
function disposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/gu, "?").replace(/[\\"]/g, "_");
  const encoded = encodeURIComponent(name).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The connection of all downloads that are being sent: opening one reads the whole schema. */
let shared: { connection: ReadConnection; users: number } | undefined;

/** Opens a connection for one download, as another state is read than that of the other downloads. */
function useOwnConnection(): { connection: ReadConnection; release: () => void } {
  const connection = openReadConnection();
  let isOpen = true;
  const release = () => {
    if (isOpen) connection.close();
    isOpen = false;
  };
  return { connection, release };
}

/** Uses the connection of the downloads. @returns it, and what ends its use, however often that is called */
function useConnection(): { connection: ReadConnection; release: () => void } {
  if (readsState()) return useOwnConnection();
  const used = (shared ??= { connection: openReadConnection(), users: 0 });
  used.users += 1;
  let isUsed = true;
  const release = () => {
    if (!isUsed) return;
    isUsed = false;
    used.users -= 1;
    if (used.users > 0) return;
    used.connection.close();
    shared = undefined;
  };
  return { connection: used.connection, release };
}

/** Returns the pieces that a reader gives, each in a turn of its own when the one before it is sent. */
function contentOf(read: (connection: ReadConnection) => Uint8Array | null): ReadableStream<Uint8Array> {
  const { connection, release } = useConnection();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await transferTurn();
        if (isCancelled) return;
        try {
          const piece = connection.transaction(() => read(connection));
          if (piece) return controller.enqueue(piece);
        } catch (error) {
          release();
          throw error;
        }
        release();
        controller.close();
      },
      cancel() {
        isCancelled = true;
        release();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Makes the function that reads a range of a file piece by piece: each call gives the next piece, null after the
 * last.
 */
function readerOf(id: string, { start, end }: Range): (connection: ReadConnection) => Uint8Array | null {
  let next = start;
  return (connection) => {
    if (next >= end) return null;
    const [position, bytes] = pieceAt(connection, id, next) ?? [0, new Uint8Array()];
    const piece = bytes.subarray(next - position, end - position);
    // An end that looks complete would pass for the whole file.
    if (piece.length === 0) throw new Error(`The file ${id} was deleted while it was sent`);
    next += piece.length;
    return piece;
  };
}

/** @throws Problem 404 when a former state or a scenario has a file whose content the landscape has deleted since */
function requireContent({ id, size }: FileRow): void {
  if (size > 0 && readsState() && !hasRow("SELECT 1 FROM file_pieces WHERE attachment_id = ?", id))
    throw new Problem(404, "The file was attached then, but its content was deleted with it since");
}

/** Reads the bytes of a small range. */
function readWhole(id: string, range: Range): Uint8Array<ArrayBuffer> {
  const read = readerOf(id, range);
  const { connection, release } = useConnection();
  try {
    return connection.transaction(() => {
      const pieces: Uint8Array[] = [];
      for (let piece = read(connection); piece; piece = read(connection)) pieces.push(piece);
      return Buffer.concat(pieces);
    });
  } finally {
    release();
  }
}

/** Returns the headers of a file. Its content runs nowhere: browsers save it, and give its scripts no origin. */
const headersOf = ({ name, mime_type }: FileRow) => ({
  "content-type": mime_type === "text/plain" ? "text/plain; charset=utf-8" : mime_type,
  "content-disposition": disposition(name),
  "content-security-policy": "sandbox; default-src 'none'",
  "accept-ranges": "bytes",
});

/**
 * Returns the content of a file, or the range of it that is asked for.
 * @throws Problem 404, 416 when there is nothing in the range
 */
export function downloadFile(id: string, conditions: RangeConditions): Response {
  const file = requireFile(id);
  requireContent(file);
  const etag = `"${id}"`;
  const version = { etag, "cache-control": "private, no-cache, no-transform" };
  if (listsEtag(conditions["if-none-match"] ?? "", etag)) return new Response(null, { status: 304, headers: version });
  const range = rangeOf(conditions, etag, file.size);
  const { start, end } = range ?? { start: 0, end: file.size };
  const head = {
    status: range ? 206 : 200,
    headers: {
      ...headersOf(file),
      ...version,
      "content-length": String(end - start),
      ...(range && { "content-range": `bytes ${start}-${end - 1}/${file.size}` }),
    },
  };
  if (end - start <= LARGEST_WHOLE) return new Response(readWhole(id, { start, end }), head);
  return streamed(contentOf(readerOf(id, { start, end })), head.headers, head.status);
}
