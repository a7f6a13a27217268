/** Changes by others that have just arrived: what shows them is tinted for a moment. */
import { useCallback, useSyncExternalStore } from "react";
import { createStore } from "../state/store";
import { cache } from "./queries";
import { type Me, meQuery } from "./session";
import type { Event } from "./stream";

/** Milliseconds in which a change counts as just arrived; it is shown some moments after its event. */
const MOMENT = 4_000;

type Arrival = { fields: ReadonlySet<string>; timestamp: string };

/** The latest arrivals, by the ids of their cards. */
const arrivals = createStore<ReadonlyMap<string, Arrival>>(new Map());

const without = (id: string) => (before: ReadonlyMap<string, Arrival>) => {
  const after = new Map(before);
  after.delete(id);
  return after;
};

const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Notes that somebody else has changed a card. */
export function noteArrival({ card_id: id, user_id, changed_fields = [], timestamp }: Event): void {
  const me = cache.getQueryData<Me>(meQuery.queryKey);
  if (!id || !user_id || user_id === me?.id) return;
  const before = arrivals.value().get(id);
  const fields = new Set([...(before?.fields ?? []), ...changed_fields]);
  arrivals.update((all) => new Map(all).set(id, { fields, timestamp: before?.timestamp ?? timestamp }));
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => {
      timers.delete(id);
      arrivals.update(without(id));
    }, MOMENT),
  );
}

/**
 * Checks whether a change by somebody else has just arrived.
 * @param field as events name it, such as `attributes.size`; any of the card when left out
 */
export function useArrived(cardId: string, field?: string): boolean {
  const has = () => {
    const arrival = arrivals.value().get(cardId);
    return arrival !== undefined && (field === undefined || arrival.fields.has(field));
  };
  return useSyncExternalStore(arrivals.subscribe, has);
}

/** Gives a function that checks whether what happened to a card at an instant has just arrived. */
export function useJustHappened(cardId: string): (at: string | null) => boolean {
  const get = useCallback(() => arrivals.value().get(cardId)?.timestamp, [cardId]);
  const since = useSyncExternalStore(arrivals.subscribe, get);
  return (at) => since !== undefined && at !== null && at >= since;
}
