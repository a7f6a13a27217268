/**
 * Everything that is read from the server, cached by key. A query is a value that its page and its components share:
 *
 *   export const countsQuery = query(["cards", "counts"], ["card."], ({ signal }) =>
 *     answered(api.GET("/api/v1/cards/counts", { signal })));
 *
 *   const { data } = useQuery(countsQuery);
 */
import {
  notifyManager,
  partialMatchKey,
  QueryCache,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
} from "@tanstack/react-query";
import { createStore } from "../state/store";
import { asRefusal } from "./refusal";

/** True once the server has refused a request because nobody is logged in. */
export const sessionEnded = createStore(false);

const MINUTE = 60_000;

// Changes are drawn before the next key comes; a timer, which the cache has by default, may come after it.
notifyManager.setScheduler(queueMicrotask);

/** The cache of everything that was read. */
export const cache = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      if (asRefusal(error).status === 401) sessionEnded.update(() => true);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: MINUTE,
      gcTime: 10 * MINUTE,
      // A refusal stays one; only a server that is away or busy is asked again.
      retry: (failures, error) => failures < 2 && [0, 429, 502, 503, 504].includes(asRefusal(error).status),
      retryDelay: (failures) => 300 * 2 ** failures,
      throwOnError: false,
    },
  },
});

/**
 * Declares what is read.
 * @param key begins with the subject, as in `["cards", id]`
 * @param events the beginnings of the types of events that make it stale, as in `["card.", "relation."]`
 * @param read reads it; its `signal` ends the request when nobody waits any more
 */
export const query = <T, const K extends QueryKey>(
  key: K,
  events: readonly string[],
  read: (context: QueryFunctionContext<K>) => Promise<T>,
) => queryOptions({ queryKey: key, queryFn: read, meta: { events } });

/** The keys of what shows changes that aren't answered; it is read again once they are. */
export const pendingKeys = createStore<readonly QueryKey[]>([]);

/** Checks whether data show a change that isn't answered. @param key of the data */
export const isPending = (key: QueryKey): boolean => pendingKeys.value().some((one) => partialMatchKey(key, one));

/** Reads again what an event makes stale: at once what is shown, later what isn't. */
export function makeStale(types: ReadonlySet<string>): void {
  const concerns = (events: unknown) =>
    Array.isArray(events) && events.some((start: string) => [...types].some((type) => type.startsWith(start)));
  void cache.invalidateQueries({
    predicate: ({ meta, queryKey }) => concerns(meta?.["events"]) && !isPending(queryKey),
  });
}
