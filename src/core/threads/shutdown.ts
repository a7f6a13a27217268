/** The shutdown of threads. They close the database first, so that the server's connection is the last and leaves one complete file. */
import { SECOND } from "../../platform/clock";
import type { CloseMessage, ToReader, ToWriter } from "./protocol";

/** Milliseconds for which a thread without work remains; the memory that it has used is free afterwards. */
export const IDLE = 30 * SECOND;

/** Milliseconds for which a shutdown waits for a thread that is still at work. */
const PATIENCE = SECOND;

/** Shuts a thread down when it has closed the database, or doesn't in time. Its results are no longer received. */
export async function shutDownThread(worker: Worker): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  worker.onmessage = ({ data }: MessageEvent<CloseMessage>) => {
    if (data.type === "closed") resolve();
  };
  worker.addEventListener("close", () => resolve());
  worker.postMessage({ type: "close" } satisfies ToReader & ToWriter);
  await Promise.race([closed, Bun.sleep(PATIENCE)]);
  worker.terminate();
}
