/** /events and /cards/{card_id}/timeline */
import { z } from "zod";
import { presentedToken } from "../../core/access/guard";
import { authenticatesItself, onCard } from "../../core/access/operation-permission";
import { get, type Operation } from "../../core/api/operation";
import { streamed } from "../../http/responses";
import * as model from "./model";
import { listMyCardChanges } from "./my-card-changes";
import { exportEvents, listEvents, listMyCardEvents } from "./service";
import { streamTo } from "./stream";
import { timelineOf } from "./timeline";

const AUDIT = { permission: "admin.events" } as const;

/** Events that a page may skip before it counts as reading much. */
const DEEP = 1_000;
/** Checks whether a page begins deep inside, or the events that match may lie far from each other. */
const reachesFar = ({ page, page_size, card_id, user_id, event_type, since, until }: model.EventQuery) =>
  (page - 1) * page_size > DEEP || (card_id === undefined && (user_id ?? event_type ?? since ?? until) !== undefined);

/** A scenario has its own journal, after that of the landscape. */
const HERE = { landscape: "scenarios" } as const;
const LIST = {
  ...AUDIT,
  ...HERE,
  readsMuch: reachesFar,
  query: model.EventQuery,
  answer: model.Event.array(),
} as const;
const EXPORT = {
  ...AUDIT,
  ...HERE,
  readsMuch: true,
  query: model.EventExportQuery,
  answer: z.string(),
  media: "text/csv",
} as const;
const CSV = { "content-type": "text/csv; charset=utf-8", "content-disposition": "attachment; filename=events.csv" };
const MY_CARDS = {
  operationId: "listEventsOfMyCards",
  ...HERE,
  permission: "auth",
  readsMuch: true,
  query: model.MyCardsQuery,
  answer: model.MyCardEvent.array(),
} as const;
const TIMELINE = {
  operationId: "getCardTimeline",
  landscape: true,
  own: true,
  permission: onCard("card.view"),
  query: model.TimelineQuery,
  answer: model.Timeline,
  description: "Also of a card that was deleted for good. Costs are those that the caller may see today.",
} as const;
const STREAM = { query: model.StreamQuery, headers: model.StreamHeaders, answer: z.string() };

export const operations: readonly Operation[] = [
  get("/events", "Everything that happened, newest first", LIST, ({ query, actor }) => listEvents(actor, query)),
  get(
    "/events/export/csv",
    "Everything that happened as CSV, oldest first, with its seals",
    {
      own: true,
      ...EXPORT,
      sends: ["Content-Disposition"],
      description:
        "In a scenario its own entries follow those of the landscape; their seals are another chain, which begins with the first.",
    },
    ({ query, actor }) => streamed(exportEvents(actor, query), CSV),
  ),
  get("/events/my-cards", "What happened to the caller's cards, newest first", MY_CARDS, ({ query, actor }) =>
    listMyCardEvents(actor, query.limit),
  ),
  get(
    "/events/my-cards/changes",
    "What has changed of the caller's cards since a moment, one entry for each card",
    {
      ...HERE,
      own: true,
      permission: "auth",
      readsMuch: true,
      query: model.CardChangesQuery,
      answer: model.CardChanges.array(),
    },
    ({ query, actor }) => listMyCardChanges(actor, query),
  ),
  get(
    "/cards/{card_id}/timeline",
    "What happened to a card and to its relations, with the fields before and after each event",
    TIMELINE,
    ({ params, query, actor }) => timelineOf(actor, params.card_id, query),
  ),
  get(
    "/events/stream",
    "What happens, as it happens",
    { operationId: "streamEvents", permission: authenticatesItself, ...STREAM, media: "text/event-stream" },
    ({ request, query, headers }) =>
      streamTo(request, query.token || presentedToken(request), headers["last-event-id"]),
  ),
];
