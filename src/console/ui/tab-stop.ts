/** The place in a drawing at which Tab stops. */
import { type FocusEvent, useState } from "react";

/**
 * Gives the key at which Tab stops: what had the focus last, then what is chosen, then the first. It follows the focus at once: the
 * address, which names what is chosen, is drawn later than the next key may come.
 * @param name of the data attribute in which elements have their keys
 * @param has whether a key is drawn
 */
export function useTabStop(
  name: string,
  has: (key: string) => boolean,
  chosen: string | undefined,
  first: string | undefined,
): { stop: string | undefined; onFocus: (event: FocusEvent<HTMLElement>) => void } {
  const [reached, setReached] = useState<string>();
  const stop = [reached, chosen].find((key) => key !== undefined && has(key)) ?? first;
  return { stop, onFocus: ({ target }) => setReached(target.dataset[name]) };
}
