/** The memory that the process keeps. */
import { SECOND } from "./clock";
import { releaseCode } from "./program-pages";

/** The interval at which the number of requests is looked at. */
const INTERVAL = 15 * SECOND;
/** Requests in that time that don't count: something that watches whether the server is well. */
const FEW = 5;
/** Quiet intervals until the server counts as idle; the threads have ended by then. */
const ENOUGH = 4;

/**
 * Watches how much is asked for, and releases what only a busy server needs once it is idle: compiled code, the
 * room of past garbage, and caches. The next requests then take some milliseconds longer.
 * @param release empties the caches
 * @returns `asked`, to be called with each request, and `stop`
 */
export function shrinkWhenIdle(release: () => void): { asked: () => void; stop: () => void } {
  let requests = 0;
  // The timer must not keep the process running.
  let quiet = ENOUGH - 1;
  const timer = setInterval(() => {
    quiet = requests > FEW ? 0 : quiet + 1;
    requests = 0;
    if (quiet !== ENOUGH) return;
    release();
    Bun.shrink();
    releaseCode();
  }, INTERVAL);
  timer.unref();
  return {
    asked: () => {
      requests++;
    },
    stop: () => clearInterval(timer),
  };
}

const MB = 1024 * 1024;
/** Garbage that is collected at once, in bytes. */
const MUCH = 6 * MB;
let garbage = 0;

/**
 * Counts garbage that the collector would otherwise collect much later: buffers, and what is made and dropped for
 * each of many. It is collected in other threads, while this one continues.
 */
export function noteGarbage(bytes: number): void {
  garbage += bytes;
  if (garbage < MUCH) return;
  garbage = 0;
  Bun.gc(false);
}
