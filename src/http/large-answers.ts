/** Sends large answers in pieces as they are read, and bounds the memory that they hold while they are not. */
import { SECOND } from "../platform/clock";
import { Problem } from "./errors";
import { contextOf } from "./request-context";
import { isStreamed } from "./responses";

const KB = 1024;
const MB = 1024 * KB;
/** Bytes from which an answer is large. */
const LARGE = MB;
/** Bytes that are handed over at a time. */
const PIECE = 256 * KB;
/** Bytes that all large answers on their way may hold. */
const MAX_HELD = 128 * MB;
/** The time that an answer may not be read before it makes room for another. */
const PATIENCE = 5 * SECOND;

/** An answer on its way. */
type HeldAnswer = { size: number; lastRead: number; letGo: () => void };
const held = new Set<HeldAnswer>();

/** The bytes that large answers hold. */
export const heldBytes = (): number => [...held].reduce((sum, { size }) => sum + size, 0);

const hasRoom = (size: number) => held.size === 0 || heldBytes() + size <= MAX_HELD;

/** Cancels answers that nobody reads until there is room. @throws Problem 503 when the others are being read */
function makeRoom(size: number): void {
  const unread = [...held].filter(({ lastRead }) => Date.now() - lastRead >= PATIENCE);
  for (const answer of unread.toSorted((one, other) => one.lastRead - other.lastRead)) {
    if (hasRoom(size)) return;
    answer.letGo();
  }
  if (!hasRoom(size))
    throw new Problem(503, "Too many large answers are on their way; read them, or ask for less", {
      "Retry-After": String(PATIENCE / SECOND),
    });
}

/** The pieces of an answer, each handed over when the one before it is sent. */
function piecesOf(bytes: Uint8Array, disconnect: () => void): ReadableStream<Uint8Array> {
  let rest = bytes;
  const answer: HeldAnswer = {
    size: bytes.length,
    lastRead: Date.now(),
    letGo() {
      release();
      rest = new Uint8Array();
      disconnect();
    },
  };
  const release = () => void held.delete(answer);
  held.add(answer);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Its end would look to the reader as if it were complete; it waits for the connection to close.
        if (!held.has(answer)) return new Promise(() => {});
        answer.lastRead = Date.now();
        controller.enqueue(rest.subarray(0, PIECE));
        rest = rest.subarray(PIECE);
        if (rest.length > 0) return;
        release();
        controller.close();
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  );
}

/**
 * A response to a GET that is sent in pieces if its `Content-Length` says that it is large and it isn't streamed anyway, and else
 * the response itself.
 * @throws Problem 503 when large answers that are being read hold too much already
 */
export async function sentInPieces(request: Request, response: Response): Promise<Response> {
  const size = Number(response.headers.get("content-length") ?? 0);
  if (request.method !== "GET" || size < LARGE || isStreamed(response.headers)) return response;
  makeRoom(size);
  const { status, headers } = response;
  headers.delete("content-length");
  return new Response(piecesOf(await response.bytes(), contextOf(request).connection.close), { status, headers });
}
