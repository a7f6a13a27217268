/** The stream of events as the user of a token may read them. */
import { type Actor, may } from "../../core/access/actor";
import { identifierOf } from "../../core/access/guard";
import { openStream } from "../../core/journal/stream";
import { requireScenario } from "../../core/scenarios/access";
import { requestedScenario } from "../../core/scenarios/requested";
import { forbidden } from "../../http/errors";
import { contextOf } from "../../http/request-context";
import { streamed } from "../../http/responses";
import { SECOND } from "../../platform/clock";
import { redactionFor } from "./visibility";

/** Returns the `id` of an event in the header `Last-Event-ID`; undefined for anything else. */
const eventIdIn = (header: string | undefined) =>
  header !== undefined && /^\d{1,15}$/.test(header) ? Number(header) : undefined;

/** @throws Problem 403, 404 unless an actor may see the scenario that is asked for, if one is */
function requireVisible(actor: Actor, scenario: string | undefined): void {
  if (scenario === undefined) return;
  if (!may(actor, "inventory.view")) throw forbidden();
  requireScenario(actor, scenario);
}

/**
 * Opens the stream for whoever a token authenticates. It is also taken from the URL, which browsers' EventSource needs, so
 * the guard can't authenticate. Every second it authenticates anew: a user who is deactivated or loses a permission loses
 * the stream or sees less. With a scenario in the request it is that of its events alone.
 * @param lastEventId the header `Last-Event-ID`
 * @throws Problem 401, 403, 404
 */
export async function streamTo(request: Request, token: string | undefined, lastEventId: string | undefined) {
  const identify = await identifierOf(request, token);
  const scenario = requestedScenario(request);
  let actor = identify();
  requireVisible(actor, scenario);
  const body = openStream({
    userId: actor.userId,
    lastEventId: eventIdIn(lastEventId),
    expires: actor.expires * SECOND,
    redact: redactionFor(() => actor, scenario),
    isWhole: scenario === undefined,
    stillAllowed: () => {
      try {
        actor = identify();
        requireVisible(actor, scenario);
        return true;
      } catch {
        return false;
      }
    },
    disconnect: () => contextOf(request).connection.close(),
  });
  return streamed(body, { "content-type": "text/event-stream; charset=utf-8", "cache-control": "no-cache" });
}
