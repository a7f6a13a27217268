/** /events */
import { z } from "zod";
import { actorOf, authenticate, presentedToken } from "../../core/access/guard";
import { authenticatesItself } from "../../core/access/permission";
import { recallToken } from "../../core/access/tokens";
import { get, type Operation } from "../../core/api/operation";
import { openStream } from "../../core/journal/stream";
import { contextOf } from "../../http/request-context";
import { streamed } from "../../http/responses";
import { SECOND } from "../../platform/clock";
import * as model from "./model";
import { exportEvents, listEvents, listMyCardEvents } from "./service";
import { redactionFor } from "./visibility";

/** The `id` of an event in the header `Last-Event-ID`; undefined for anything else. */
const eventIdIn = (header: string | undefined) =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;

/**
 * Opens the stream for whoever a token authenticates. It is also taken from the URL, which browsers' EventSource needs, so
 * the guard can't authenticate. Every second it authenticates anew: a user who is deactivated or loses a permission loses
 * the stream or sees less.
 */
async function streamTo(request: Request, token: string | undefined, lastEventId: number | undefined) {
  let actor = await authenticate(request, token);
  const claims = recallToken(token ?? "");
  return openStream({
    userId: actor.userId,
    lastEventId,
    expires: actor.expires * SECOND,
    sight: redactionFor(() => actor),
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
}

const AUDIT = { permission: "admin.events" } as const;

export const operations: readonly Operation[] = [
  get(
    "/events",
    "Everything that happened, newest first",
    { ...AUDIT, query: model.EventQuery, answer: model.Event.array() },
    ({ query, actor }) => listEvents(actor, query),
  ),
  get(
    "/events/export/csv",
    "Everything that happened as CSV, oldest first, with its seals",
    {
      ...AUDIT,
      query: model.EventExportQuery,
      answer: z.string(),
      sends: ["Content-Disposition"],
      media: "text/csv",
    },
    ({ query, actor }) =>
      streamed(exportEvents(actor, query), {
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
      const body = await streamTo(request, token, eventIdIn(headers["last-event-id"]));
      return streamed(body, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
    },
  ),
];
