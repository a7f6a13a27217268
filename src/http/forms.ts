/** Forms with a file (multipart/form-data), read as they arrive. */
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { invalid, Problem } from "./errors";
import { transferTurn } from "./transfer-turns";

/** The file of a form. `bytes` arrive while they are read. */
export type FormFile = { name: string | undefined; type: string; bytes: AsyncIterable<Uint8Array> };

const LIMITS = { fields: 20, fieldSize: 10_000, parts: 50, headerPairs: 50, headerSize: 8 * 1024 };

/** Bytes of a piece of a file: what an upload or a download holds in memory. */
export const PIECE = 256 * 1024;

/** Bytes of a form in addition to its file; more than may arrive before a file that is too large is refused as such. */
const LARGEST_REST = 4 * 1024 * 1024;

const unreadable = () => invalid(["body"], "must be a complete form as multipart/form-data");

/** @throws Problem 422 when the content type is not that of a form */
function parserOf(request: Request): BusboyInstance {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\b/i.test(type)) throw unreadable();
  try {
    return new Busboy({ headers: { "content-type": type }, limits: LIMITS });
  } catch {
    throw unreadable();
  }
}

/** Returns the bytes of a body. @throws Problem 413 when it is too large */
async function* bounded(body: ReadableStream<Uint8Array> | null, most: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > most) throw new Problem(413, `The body must not be larger than ${most} bytes`);
    yield chunk;
  }
}

/**
 * Reads a form whose field `file` is a file.
 * @param largest of the file, in bytes; `receive` refuses what is larger in its own words
 * @param receive reads the file to its end; when it throws, the rest of the form is not read
 * @returns the other fields
 * @throws what `receive` throws; Problem 422 when it is no form, incomplete or without a file; 413 when it is too large
 */
export async function readForm(
  request: Request,
  largest: number,
  receive: (file: FormFile) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const parser = parserOf(request);
  const fields = new Map<string, string>();
  const refusal = new AbortController();
  let file: BusboyFileStream | undefined;
  let received: Promise<void> | undefined;
  let isBroken = false;
  parser.on("field", (name, value) => fields.set(name, value));
  parser.on("file", (field, stream, name, _encoding, type) => {
    stream.on("error", () => {
      isBroken = true;
    });
    if (field !== "file" || file) return void stream.resume();
    file = stream;
    received = receive({ name, type, bytes: stream });
    received.catch((error) => refusal.abort(isBroken ? unreadable() : error));
  });
  try {
    await pipeline(bounded(request.body, largest + LARGEST_REST), parser, { signal: refusal.signal });
  } catch (error) {
    const { aborted, reason } = refusal.signal;
    file?.destroy();
    await received?.catch(() => {});
    if (error instanceof Problem) throw error;
    throw aborted ? reason : unreadable();
  }
  if (!received) throw invalid(["body", "file"], "is required", "missing");
  await received;
  return fields;
}

/**
 * Returns bytes in pieces of equal length, but for the last. A piece is overwritten by the next one. Each comes in a turn
 * of the event loop of its own, so that requests are answered between the pieces of however many uploads.
 */
export async function* piecesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(PIECE);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let read = 0; read < chunk.length; ) {
      const part = chunk.subarray(read, read + PIECE - filled);
      piece.set(part, filled);
      read += part.length;
      filled = (filled + part.length) % PIECE;
      if (filled > 0) continue;
      await transferTurn();
      yield piece;
    }
  }
  if (filled === 0) return;
  await transferTurn();
  yield piece.subarray(0, filled);
}

/** Returns bytes in the pieces in which they are stored. */
export const inPieces = (bytes: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / PIECE) }, (_, at) => bytes.subarray(at * PIECE, (at + 1) * PIECE));

/**
 * Reads a form whose field `file` is a file, as a whole.
 * @param largest of the file, in bytes
 * @returns its fields, the file as bytes
 * @throws as `readForm`
 */
export async function readWholeForm(request: Request, largest: number): Promise<Record<string, unknown>> {
  const pieces: Uint8Array[] = [];
  const fields = await readForm(request, largest, async ({ bytes }) => {
    for await (const piece of bytes) pieces.push(piece);
  });
  return { ...Object.fromEntries(fields), file: Buffer.concat(pieces) };
}
