/** /events */
import { Elysia } from "elysia";
import { z } from "zod";
import { actorOf, authenticate, guard, presentedToken } from "../../core/access/guard";
import { recallToken } from "../../core/access/tokens";
import { openStream } from "../../core/events/stream";
import { contextOf } from "../../http/request-context";
import { answers, streamed } from "../../http/responses";
import { SECOND } from "../../platform/clock";
import { Event, EventExportQuery, EventQuery, MyCardEvent, MyCardsQuery, StreamHeaders, StreamQuery } from "./model";
import { csvOfEvents, listEvents, listMyCardEvents } from "./service";
import { sightOf } from "./sight";

const reader = new Elysia()
  .use(guard)
  .get("/", ({ query, actor }) => listEvents(actor, query), {
    permission: "admin.events",
    query: EventQuery,
    response: answers(Event.array()),
    detail: { summary: "Everything that happened, newest first" },
  })
  .get(
    "/export/csv",
    ({ query, actor }) =>
      streamed<string>(csvOfEvents(actor, query), {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": "attachment; filename=events.csv",
      }),
    {
      permission: "admin.events",
      query: EventExportQuery,
      response: answers(z.string(), "Content-Disposition"),
      detail: {
        summary: "Everything that happened as CSV, oldest first, with its seals",
        "x-answer": "text/csv",
      } as object,
    },
  )
  .get("/my-cards", ({ query, actor }) => listMyCardEvents(actor, query.limit), {
    permission: "auth",
    query: MyCardsQuery,
    response: answers(MyCardEvent.array()),
    detail: { summary: "What happened to the caller's cards, newest first" },
  });

/**
 * The stream takes a token in the URL too, which browsers' EventSource needs; so it authenticates here and not by the guard.
 * The user is looked at again every second: who is deactivated or loses a right loses the stream or sees less.
 */
const stream = new Elysia().use(guard).get(
  "/stream",
  async ({ request, query, headers }) => {
    const token = query.token || presentedToken(request);
    let actor = await authenticate(request, token);
    const claims = recallToken(token ?? "");
    const lastEventId = headers["last-event-id"];
    const body = openStream({
      userId: actor.userId,
      lastEventId: lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined,
      expires: actor.expires * SECOND,
      sight: sightOf(() => actor),
      stillAllowed: () => {
        try {
          if (claims) actor = actorOf(claims, request);
          return claims !== undefined;
        } catch {
          return false;
        }
      },
      breakOff: () => contextOf(request).breakOff?.(),
    });
    return streamed<string>(body, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
  },
  {
    authenticatesItself: true,
    query: StreamQuery,
    headers: StreamHeaders,
    response: answers(z.string()),
    detail: { summary: "What happens, as it happens", "x-answer": "text/event-stream" } as object,
  },
);

export const events = new Elysia({ prefix: "/events", tags: ["events"] }).use(reader).use(stream);
