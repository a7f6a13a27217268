/**
 * The run that delivers to all webhooks. One process has it at a time. Each webhook has its own pace: one request under way, its
 * own position, and its own pauses, so that a dead receiver delays nobody else.
 */
import { statement, transactionInTurn } from "../../../db";
import { newestDurable } from "../../core/journal/durable-events";
import { type Run, run } from "../../core/runs/run";
import { fromNow, HOUR, MINUTE, now, SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import { type Cursor, deliver } from "./delivery";
import { purgeDeliveries } from "./log";

/** Milliseconds between two looks at the journal. */
const TICK = 250;
/** The time that the run waits for further events before it ends and comes again. */
const STAY = MINUTE;
let stay = STAY;

/** Sets how long the run waits for further events, in milliseconds; without an argument the default. For tests. */
export function setDeliveryStay(milliseconds = STAY): void {
  stay = milliseconds;
}

type Subscription = { id: string; generation: number; position: number };

/** Lists the webhooks that no pause holds back. */
const listDue = (): Subscription[] =>
  statement<Subscription, [string]>(
    `SELECT id, generation, position FROM webhooks
     WHERE is_paused = 0 AND (next_attempt_at IS NULL OR next_attempt_at <= ?) ORDER BY id`,
  ).all(now());

/** Delivers to one webhook until it has everything, its receiver fails, or the signal ends it; what is unexpected makes it wait. */
async function deliverAll(id: string, cursor: Cursor, last: number, signal: AbortSignal): Promise<void> {
  try {
    while (!signal.aborted && (await deliver(id, cursor, last, signal)) === "more");
  } catch (exception) {
    log.error({ exception, webhook: id }, "a delivery failed unexpectedly");
    await transactionInTurn(
      () => void statement("UPDATE webhooks SET next_attempt_at = ? WHERE id = ?").run(fromNow(MINUTE), id),
    );
  }
}

/** Delivers to all webhooks until nothing has happened for a while. */
async function deliverToAll(signal: AbortSignal): Promise<void> {
  const cursors = new Map<string, Cursor>();
  const busy = new Map<string, Promise<void>>();
  let end = Date.now() + stay;
  while (!signal.aborted) {
    const due = listDue();
    const last = due.length === 0 ? 0 : await newestDurable("webhooks");
    for (const { id, generation, position } of due) {
      const cursor = cursors.get(id) ?? { generation, position };
      cursors.set(id, cursor);
      if (busy.has(id) || (cursor.generation === generation && cursor.position >= last)) continue;
      end = Date.now() + stay;
      const work = deliverAll(id, cursor, last, signal).finally(() => busy.delete(id));
      busy.set(id, work);
    }
    if (busy.size === 0 && (due.length === 0 || Date.now() >= end)) break;
    await Promise.race([Bun.sleep(TICK), ...(stay === 0 ? busy.values() : [])]);
  }
  await Promise.all(busy.values());
}

/** Delivers what has happened. */
export const delivering = run("webhook-delivery", {
  every: 2 * SECOND,
  work: ({ signal }) => deliverToAll(signal),
});

/** Deletes old deliveries from the logs. */
export const purging = run("webhook-log-purge", { every: HOUR, work: () => purgeDeliveries() });

export const runs: readonly Run[] = [delivering, purging];
