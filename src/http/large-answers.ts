/** Large answers: sent in pieces as they are read, and counted in the memory of all answers while they are not. */
import { type Share, takeShare } from "./answer-memory";
import { watched } from "./outgoing";
import { contextOf } from "./request-context";
import { isEventStream, isStreamed } from "./responses";

const KB = 1024;
const MB = 1024 * KB;
/** Bytes from which an answer is large. */
const LARGE = MB;
/** Bytes that are handed over at a time. */
const PIECE = 256 * KB;

/**
 * Returns bytes in pieces, each a view that is handed over when the one before it is sent; their memory is free after the
 * last.
 */
export function inPieces(bytes: Uint8Array, share: Share): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        controller.enqueue(bytes.subarray(sent, sent + PIECE));
        sent += PIECE;
        if (sent < bytes.length) return;
        share.release();
        controller.close();
      },
      cancel: share.release,
    },
    { highWaterMark: 0 },
  );
}

/**
 * Returns a response as it is sent to its client: one to a GET that is large is sent in pieces, and whoever reads nothing
 * of a stream for a minute is disconnected. Streams of events watch their readers themselves.
 * @throws Problem 503 when answers that are being read hold too much already
 */
export async function sentInPieces(request: Request, response: Response): Promise<Response> {
  const { headers, status } = response;
  const { connection } = contextOf(request);
  const send = (body: ReadableStream<Uint8Array>) => new Response(watched(body, connection.close), { status, headers });
  if (isStreamed(headers)) return response.body && !isEventStream(headers) ? send(response.body) : response;
  const size = Number(headers.get("content-length") ?? 0);
  if (request.method !== "GET" || size < LARGE) return response;
  const share = await takeShare(size, "", request.signal);
  headers.delete("content-length");
  return send(inPieces(await response.bytes(), share));
}
