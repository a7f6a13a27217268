/** The slow requests of the last day, by operation. They are in memory: a restart forgets them. */

/** Milliseconds beyond which a request is slow. */
const SLOW = 1_000;
const DAY = 86_400_000;
/** Slow requests that are remembered at most, the newest ones. */
const MAX_REMEMBERED = 500;

type SlowRequest = { operation: string; at: number; milliseconds: number };
const remembered: SlowRequest[] = [];

/** An id in a path, or another word with digits. */
const VARIABLE = /\/[^/]*\d[^/]*/g;

/** Returns the method and path of a request without ids and names in it. */
const operationOf = ({ method, url }: Request) =>
  `${method} ${new URL(url).pathname.replace(/^\/api\/v1/, "").replaceAll(VARIABLE, "/…")}`;

/** Notes how long a request has taken, if that was long. */
export function noteDuration(request: Request, milliseconds: number): void {
  if (milliseconds < SLOW) return;
  remembered.push({ operation: operationOf(request), at: Date.now(), milliseconds });
  if (remembered.length > MAX_REMEMBERED) remembered.shift();
}

/** The slow requests of an operation. */
export type SlowOperation = { operation: string; count: number; longest: number };

/** Lists the operations that were slow since a time, those with the longest requests first. */
export function listSlowRequests(since = Date.now() - DAY): SlowOperation[] {
  const found = new Map<string, SlowOperation>();
  for (const { operation, at, milliseconds } of remembered) {
    if (at < since) continue;
    const { count, longest } = found.get(operation) ?? { count: 0, longest: 0 };
    found.set(operation, { operation, count: count + 1, longest: Math.max(longest, milliseconds) });
  }
  return [...found.values()].sort((one, other) => other.longest - one.longest);
}
