/** The finding about the event stream, which only a browser can make: it asks by way of whatever stands in front of the server. */
import type { Finding } from "./queries";

/**
 * Returns the finding, in the doctor's language.
 * @param loss the loss of the stream; null while it is there
 */
export function findStream(loss: { since: number } | null): Finding {
  const check = "event stream";
  return loss === null
    ? { check, state: "ok", finding: "Changes of others reach this browser as they come.", advice: null }
    : {
        check,
        state: "warning",
        finding: `No event reaches this browser since ${new Date(loss.since).toISOString()}.`,
        advice:
          "Let the proxy in front pass /api/v1/events/stream on unbuffered, and leave it open; the page about proxies has examples.",
      };
}
