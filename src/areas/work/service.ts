/** Listing and cancelling long changes and runs. */
import { transaction } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import type { RunRow } from "../../core/runs/rows";
import { cancelRun, interruptRun, listStartedRuns, operationOf } from "../../core/runs/runs";
import { progressOf, type StateInMaking, statesInMaking } from "../../core/states/making";
import { cancelLongChange, type LongChange, longChanges } from "../../core/threads/long-changes";
import { conflict, found } from "../../http/errors";
import type { Work } from "./model";

const isVisible = (actor: Actor, userId: string | null | undefined) =>
  userId === actor.userId || may(actor, "admin.settings");

const serializeChange = ({ id, operation, userId, done, total, requestedAt, startedAt }: LongChange): Work => ({
  id,
  operation,
  user_id: userId ?? null,
  state: startedAt === undefined ? "waiting" : "running",
  done,
  total: total ?? null,
  requested_at: requestedAt,
  started_at: startedAt ?? null,
});

/** Serializes a run. @param step the change that its step makes now */
const serializeRun = (row: RunRow, step: LongChange | undefined): Work => ({
  id: row.id,
  operation: operationOf(row),
  user_id: row.started_by,
  state: row.state === "running" ? "running" : "waiting",
  done: step?.done ?? 0,
  total: step?.total ?? null,
  requested_at: row.created_at,
  started_at: row.started_at,
});

/** Serializes a state that is made. @param userId whose work it is shown as */
function serializeState(state: StateInMaking, userId: string | undefined): Work {
  const { startedAt, percent } = progressOf(state);
  return {
    id: state.id,
    operation: `state of ${state.at}`,
    user_id: userId ?? null,
    state: startedAt === null ? "waiting" : "running",
    done: percent,
    total: 100,
    requested_at: state.requestedAt,
    started_at: startedAt,
  };
}

/** Returns the states that are made, as work of the actor who waits for one, or of whoever has asked for it. */
const listStates = (actor: Actor): Work[] =>
  statesInMaking().map((state) =>
    serializeState(state, state.users.has(actor.userId) ? actor.userId : [...state.users][0]),
  );

/**
 * Lists the actor's long changes and runs, and the states of the past that the actor waits for, or with `admin.settings`
 * everybody's, in the order in which they were asked for.
 */
export function listWork(actor: Actor): Work[] {
  const changes = new Map(longChanges().map((change) => [change.id, change]));
  const runs = listStartedRuns().map((row) => {
    const step = changes.get(row.id);
    changes.delete(row.id);
    return serializeRun(row, step);
  });
  return [...runs, ...[...changes.values()].map(serializeChange), ...listStates(actor)]
    .filter(({ user_id }) => isVisible(actor, user_id))
    .sort((one, other) => (one.requested_at < other.requested_at ? -1 : 1));
}

/**
 * Cancels a long change or a run; whoever asked for a long change gets a 409.
 * @throws Problem 404 when it has ended or is another's; 409 when it is being committed already
 */
export function cancelWork(actor: Actor, id: string): void {
  const run = listStartedRuns().find((row) => row.id === id && isVisible(actor, row.started_by));
  if (run) {
    // Its step holds the write lock, perhaps for long.
    interruptRun(id);
    transaction(() => {
      if (!cancelRun(run, actor, `Cancelled by ${actor.displayName}`)) throw conflict("The run has ended");
    });
    return;
  }
  const change = found(
    longChanges().find((change) => change.id === id && isVisible(actor, change.userId)),
    "Work",
  );
  if (!cancelLongChange(change)) throw conflict("The work is done and is being committed");
}
