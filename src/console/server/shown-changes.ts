/**
 * Changes that are shown before the server has answered. Each can be taken back without what was changed since, and what they
 * show is read again once all of them are answered: an answer from between would draw over the newer ones. Two changes of the
 * same are sent one after the other, as they would reach the server in any order.
 */
import { hashKey, partialMatchKey, type QueryKey } from "@tanstack/react-query";
import { cache, isPending, pendingKeys } from "./queries";

/** The part of a change that is shown before the server has answered. */
export type ShownChange = { queryKey: QueryKey; update: (before: never) => unknown };

/** A change that is not answered: what it shows, and the data that it found, by the hash of their keys. */
type Pending = {
  show: readonly ShownChange[];
  found: Map<string, unknown>;
  isSettled: PromiseWithResolvers<void>;
};

/** The changes that aren't answered, the newest last. */
const pending: Pending[] = [];

const updated = (data: unknown, { update }: ShownChange): unknown =>
  data === undefined ? data : update(data as never);

/** Returns data with what a change shows of it. */
const dataWith = ({ show }: Pending, key: QueryKey, data: unknown): unknown =>
  show.filter(({ queryKey }) => partialMatchKey(key, queryKey)).reduce(updated, data);

/** Draws a change out of the cache, and those after it anew over what it had found. */
function takeBack(change: Pending): void {
  const newer = pending.slice(pending.indexOf(change) + 1);
  for (const [hash, found] of change.found) {
    const query = cache.getQueryCache().get(hash);
    if (!query) continue;
    let data = found;
    for (const next of newer) {
      if (next.found.has(hash)) next.found.set(hash, data);
      data = dataWith(next, query.queryKey, data);
    }
    cache.setQueryData(query.queryKey, data);
  }
}

const overlap = (one: QueryKey, other: QueryKey): boolean => partialMatchKey(one, other) || partialMatchKey(other, one);

/** Waits for the changes of the same that are under way. */
const turnOf = async (show: readonly ShownChange[]): Promise<void> => {
  const earlier = pending.filter((one) =>
    one.show.some(({ queryKey }) => show.some((other) => overlap(queryKey, other.queryKey))),
  );
  await Promise.all(earlier.map(({ isSettled }) => isSettled.promise));
};

/** Ends the wait for a change, and reads again what no other one shows. */
function settle(change: Pending): void {
  pending.splice(pending.indexOf(change), 1);
  change.isSettled.resolve();
  pendingKeys.update(() => pending.flatMap(({ show }) => show.map(({ queryKey }) => queryKey)));
  void cache.invalidateQueries({
    predicate: ({ queryKey: key }) => change.show.some((one) => partialMatchKey(key, one.queryKey)) && !isPending(key),
  });
}

/**
 * Shows a change in all of the cache whose keys begin as its own do.
 * @returns when it can be sent, and functions that take it back, when it was refused, and that end the wait for it, in either case
 */
export function showChange(show: readonly ShownChange[]) {
  const turn = turnOf(show);
  const change: Pending = { show, found: new Map(), isSettled: Promise.withResolvers() };
  for (const { queryKey } of show) {
    for (const [key, data] of cache.getQueriesData({ queryKey }))
      if (!change.found.has(hashKey(key))) change.found.set(hashKey(key), data);
  }
  for (const one of show) {
    void cache.cancelQueries({ queryKey: one.queryKey });
    cache.setQueriesData({ queryKey: one.queryKey }, (data: unknown) => updated(data, one));
  }
  pending.push(change);
  pendingKeys.update((keys) => [...keys, ...show.map(({ queryKey }) => queryKey)]);
  return { turn, takeBack: () => takeBack(change), settle: () => settle(change) };
}
