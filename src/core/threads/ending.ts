/** Ends threads. They let go of the database first, so that the server's connection is the last and leaves one complete file. */
import { SECOND } from "../../platform/clock";
import type { Closed, ToReader, ToWriter } from "./protocol";

/** How long a thread is kept without work, in milliseconds; what it has held is free afterwards. */
export const IDLE = 30 * SECOND;

/** How long a thread that is still at work is waited for. */
const PATIENCE = SECOND;

/** Ends a thread when it has let go of the database, or can't in time. Its answers are no longer received. */
export async function endThread(worker: Worker): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  worker.onmessage = ({ data }: MessageEvent<Closed>) => {
    if (data.type === "closed") resolve();
  };
  worker.addEventListener("close", () => resolve());
  worker.postMessage({ type: "close" } satisfies ToReader & ToWriter);
  await Promise.race([closed, Bun.sleep(PATIENCE)]);
  worker.terminate();
}
