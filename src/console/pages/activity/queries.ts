/** Batches of changes, what happened in one, and what undoing it would do. */
import { answered, api } from "../../server/client";
import { query } from "../../server/queries";

/** Batches of a page of the list. */
export const PAGE = 50;

/** Any change makes a batch. */
const EVENTS = [""];

/** Returns a page of the batches, the newest first. @param isMine only one's own @param page from 1 */
export const batchesQuery = (isMine: boolean, page: number) =>
  query(["batches", "list", isMine, page], EVENTS, ({ signal }) =>
    answered(
      api.GET("/api/v1/mutation-batches", {
        signal,
        params: { query: { ...(isMine && { mine: true }), page, page_size: PAGE } },
      }),
    ),
  );

/** Events of a batch that are shown; a large one says that it has more. */
export const MAX_EVENTS = 200;

/** Returns what happened in a batch. */
export const batchEventsQuery = (batch_id: string) =>
  query(["batches", "events", batch_id], [], ({ signal }) =>
    answered(
      api.GET("/api/v1/mutation-batches/{batch_id}/events", {
        signal,
        params: { path: { batch_id }, query: { page: 1, page_size: MAX_EVENTS } },
      }),
    ),
  );

/** Returns what undoing a batch would do, and what stands in its way. */
export const planQuery = (batch_id: string) =>
  query(["batches", "plan", batch_id], EVENTS, async ({ signal }) => {
    const plan = await answered(
      api.POST("/api/v1/mutation-batches/{batch_id}/rollback", {
        signal,
        params: { path: { batch_id } },
        body: { dry_run: true },
      }),
    );
    return "operations" in plan ? plan : null;
  });

/** The filters of the events, as the API has them. */
export type EventFilters = Partial<Record<"user_id" | "event_type" | "card_id" | "since" | "until", string>>;

/** Returns a page of the events, the newest first. @param page from 1 */
export const eventsQuery = (filters: EventFilters, page: number) =>
  query(["events", "list", filters, page], EVENTS, ({ signal }) =>
    answered(api.GET("/api/v1/events", { signal, params: { query: { ...filters, page, page_size: PAGE } } })),
  );

/** Cards whose names are read at once. */
const MAX_NAMES = 100;

/** Returns cards by their ids, archived ones too. */
export const namesQuery = (ids: readonly string[]) =>
  query(["cards", "list", "names", ids], ["card."], ({ signal }) =>
    answered(
      api.GET("/api/v1/cards", {
        signal,
        params: { query: { ids: ids.slice(0, MAX_NAMES).join(","), fields: "name", page_size: MAX_NAMES } },
      }),
    ),
  );
