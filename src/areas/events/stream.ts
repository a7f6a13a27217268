/** The stream of events as the user of a token may read them. */
import { identifierOf } from "../../core/access/guard";
import { openStream } from "../../core/journal/stream";
import { contextOf } from "../../http/request-context";
import { streamed } from "../../http/responses";
import { SECOND } from "../../platform/clock";
import { redactionFor } from "./visibility";

/** Returns the `id` of an event in the header `Last-Event-ID`; undefined for anything else. */
const eventIdIn = (header: string | undefined) =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;

/**
 * Opens the stream for whoever a token authenticates. It is also taken from the URL, which browsers' EventSource needs, so
 * the guard can't authenticate. Every second it authenticates anew: a user who is deactivated or loses a permission loses
 * the stream or sees less.
 * @param lastEventId the header `Last-Event-ID`
 * @throws Problem 401, 403
 */
export async function streamTo(request: Request, token: string | undefined, lastEventId: string | undefined) {
  const identify = await identifierOf(request, token);
  let actor = identify();
  const body = openStream({
    userId: actor.userId,
    lastEventId: eventIdIn(lastEventId),
    expires: actor.expires * SECOND,
    redact: redactionFor(() => actor),
    stillAllowed: () => {
      try {
        actor = identify();
        return true;
      } catch {
        return false;
      }
    },
    disconnect: () => contextOf(request).connection.close(),
  });
  return streamed(body, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
}
