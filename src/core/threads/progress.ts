/** The progress of long changes. */
import { SECOND } from "../../platform/clock";

type Report = (done: number, total: number) => void;

/** The shortest time between two reports. */
const INTERVAL = SECOND / 5;

let report: Report | undefined;
/** The time of the last report. */
let reported = Number.NEGATIVE_INFINITY;

/** Sets the receiver of the progress on this thread; none without an argument. */
export function reportProgressTo(other?: Report): void {
  report = other;
  reported = Number.NEGATIVE_INFINITY;
}

/** Reports how many of the rows of a change are done: at its first call, and from then on five times a second at most. */
export function progress(done: number, total: number): void {
  if (!report) return;
  const now = performance.now();
  if (now - reported < INTERVAL) return;
  reported = now;
  report(done, total);
}
