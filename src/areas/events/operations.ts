/** /events */
import { z } from "zod";
import { actorOf, authenticate, presentedToken } from "../../core/access/guard";
import { authenticatesItself } from "../../core/access/operation-permission";
import { recallToken } from "../../core/access/tokens";
import { get, type Operation } from "../../core/api/operation";
import { openStream } from "../../core/journal/stream";
import { contextOf } from "../../http/request-context";
import { streamed } from "../../http/responses";
import { SECOND } from "../../platform/clock";
import * as model from "./model";
import { csvOfEvents, listEvents, listMyCardEvents } from "./service";
import { sightOf } from "./visibility";

/**
 * The stream takes a token in the URL too, which browsers' EventSource needs; so it authenticates here and not by the guard.
 * The user is looked at again every second: who is deactivated or loses a right loses the stream or sees less.
 */

export const operations: readonly Operation[] = [
  get(
    "/events",
    "Everything that happened, newest first",
    { permission: "admin.events", query: model.EventQuery, answer: model.Event.array() },
    ({ query, actor }) => listEvents(actor, query),
  ),
  get(
    "/events/export/csv",
    "Everything that happened as CSV, oldest first, with its seals",
    {
      permission: "admin.events",
      query: model.EventExportQuery,
      answer: z.string(),
      sends: ["Content-Disposition"],
      media: "text/csv",
    },
    ({ query, actor }) =>
      streamed(csvOfEvents(actor, query), {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": "attachment; filename=events.csv",
      }),
  ),
  get(
    "/events/my-cards",
    "What happened to the caller's cards, newest first",
    { permission: "auth", query: model.MyCardsQuery, answer: model.MyCardEvent.array() },
    ({ query, actor }) => listMyCardEvents(actor, query.limit),
  ),
  get(
    "/events/stream",
    "What happens, as it happens",
    {
      permission: authenticatesItself,
      query: model.StreamQuery,
      headers: model.StreamHeaders,
      answer: z.string(),
      media: "text/event-stream",
    },
    async ({ request, query, headers }) => {
      const token = query.token || presentedToken(request);
      let actor = await authenticate(request, token);
      const claims = recallToken(token ?? "");
      const lastEventId = headers["last-event-id"];
      const body = openStream({
        userId: actor.userId,
        lastEventId: lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined,
        expires: actor.expires * SECOND,
        redact: sightOf(() => actor),
        stillAllowed: () => {
          try {
            if (claims) actor = actorOf(claims, request);
            return claims !== undefined;
          } catch {
            return false;
          }
        },
        disconnect: () => contextOf(request).disconnect?.(),
      });
      return streamed(body, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
    },
  ),
];
