/** Changes a card while others work, and notes how long that waits for them. */
import type { Caller } from "../client";

/** Milliseconds between two changes. */
const INTERVAL = 100;

/** Changes a card again and again until it is stopped; each change begins some time after the one before has ended. */
export function startChanges(caller: Caller, id: string): { stop: () => Promise<number> } {
  let longest = 0;
  let isOver = false;
  const changes = (async () => {
    for (let count = 0; !isOver; count++) {
      const began = performance.now();
      await caller.patch(`/cards/${id}`, { alias: `Change ${count}` });
      longest = Math.max(longest, performance.now() - began);
      await Bun.sleep(INTERVAL);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await changes;
      return longest;
    },
  };
}
