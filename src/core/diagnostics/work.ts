/** Findings about the last day: slow requests and failed runs. */
import { listSlowRequests } from "../../http/slow-requests";
import { DAY, fromNow } from "../../platform/clock";
import { listFailures } from "../runs/rows";
import { type Finding, fine, warning } from "./finding";

const MAX_NAMED = 5;

const times = (count: number) => (count === 1 ? "once" : `${count} times`);

/** Looks at the requests of the last day that were slow, by operation. */
export function findSlowRequests(): Finding[] {
  const slow = listSlowRequests(Date.now() - DAY);
  if (slow.length === 0) return [fine("speed", "No request of the last day has taken longer than a second.")];
  return slow
    .slice(0, MAX_NAMED)
    .map(({ operation, count, longest }) =>
      warning(
        "speed",
        `${operation} lasted up to ${(longest / 1_000).toFixed(1)} s, ${times(count)} longer than a second in the last day.`,
        "Ask for less at once; the page about speed and size has what to expect.",
      ),
    );
}

/** Looks at the runs that have failed in the last day, by kind. */
export function findFailures(): Finding[] {
  const failures = listFailures(fromNow(-DAY));
  if (failures.length === 0) return [fine("runs", "No work in the background has failed in the last day.")];
  return failures
    .slice(0, MAX_NAMED)
    .map(({ kind, count, error }) =>
      warning(
        "runs",
        `${kind} has failed ${times(count)} in the last day: ${error}`,
        "Correct the cause it names; what comes again by itself is tried again.",
      ),
    );
}
