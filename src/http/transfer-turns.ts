/**
 * Shares the turns of the event loop among the transfers of large files: in one turn one of them stores or reads one piece, and
 * requests are served between turns, however many transfers there are.
 */

/** The transfers that wait for a turn, first come first served. */
const waiting: (() => void)[] = [];

/** Waits for a turn in which no other transfer handles a piece. */
export function transferTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) setImmediate(giveTurn);
  return promise;
}

function giveTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(giveTurn);
}
