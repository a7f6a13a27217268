/** The bytes of long results: how many they are, and how they are sent. */
import type { Share } from "../../http/answer-memory";
import { noteGarbage } from "../../platform/footprint";

/** Returns the number of bytes of a body. */
export function sizeOf(body: Uint8Array | readonly Uint8Array[] | null): number {
  if (body === null) return 0;
  return Array.isArray(body) ? body.reduce((sum, { length }) => sum + length, 0) : (body as Uint8Array).length;
}

/** Chunks that are sent one after the other; the share of the memory shrinks with each. */
export function sendingChunks(chunks: Uint8Array[], share: Share): ReadableStream<Uint8Array> {
  let left = sizeOf(chunks);
  share.resize(left);
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks.shift();
        if (!chunk) {
          share.release();
          return controller.close();
        }
        left -= chunk.length;
        share.resize(left);
        noteGarbage(chunk.length);
        controller.enqueue(chunk);
      },
      cancel() {
        chunks.length = 0;
        share.release();
      },
    },
    { highWaterMark: 0 },
  );
}
