/** Turns of the event loop, which deliveries take one after the other, so that requests are answered in between. */

let last = Promise.resolve();

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Waits for a turn of the event loop that no other delivery has. */
export function ownTurn(): Promise<void> {
  last = last.then(nextTurn);
  return last;
}
