/** The task that makes changes of a scenario in the landscape: in one transaction, and one batch that can be undone. */
import { firstValue, largeTransaction, runDeferred, savepoint } from "../../../db";
import { conflict, forbidden, Problem } from "../../http/errors";
import { now } from "../../platform/clock";
import type { Actor } from "../access/actor";
import { permissionCheck } from "../access/operation-permission";
import type { Context } from "../api/context";
import { asInScenario, type Operation, operationKey } from "../api/operation";
import { closeBatch, createOpenBatch, storedBatchOf, uniteBatches } from "../journal/batches";
import { publish } from "../journal/journal";
import type { Task, ThreadTask } from "../threads/tasks";
import { requireRight } from "./access";
import { lastEvent } from "./applied";
import { type AskedChange, contextOfChange, labelOf, makeChange, type Refusal, refusalOf } from "./calls";
import {
  type ChangeRow,
  changesOf,
  hasUnmerged,
  markMerged,
  namedScenario,
  type ScenarioRow,
  scenarioRows,
} from "./rows";

/**
 * A call of an operation that is made with a merge and isn't a change of the scenario.
 * `seed` is the one of the ids that it creates; `because` is the change that it stands for, null for none.
 */
export type PlannedCall = {
  seed: string;
  at: string;
  because: string | null;
  operation: string;
  url: string;
  params: Record<string, string>;
  body: object;
};

/** The content of a merge: changes as they are, others that count as merged without being made, and calls after them. */
export type MergePlan = { made: readonly string[]; without: readonly string[]; calls: readonly PlannedCall[] };

/** The request to merge: what, by whom, under which name, over which moment of the landscape. */
export type Merging = MergePlan & { id: string; actor: Actor; tool: string; expected: number; isDryRun: boolean };
/** The result of a merge that was made or rehearsed. */
export type MergeResult = { batch_id: string; merged: number };

/** A change of the scenario, or a call, ready to be made; what refuses it is in the way of the change `because`. */
type PreparedChange = {
  change: Pick<ChangeRow, "id" | "at">;
  because: string | null;
  declared: Operation;
  context: Context;
};
type PreparedMerge = Merging & { changes: PreparedChange[]; after: PreparedChange[] };

const NAME = "scenarios.merge";
/**
 * Changes that one merge makes at most, and events that it publishes. It is one transaction, for which others wait, and a batch
 * of more events could not be rolled back.
 */
export const MERGED_AT_ONCE = { changes: 2_000, events: 20_000 };
/** The code of a merge that came after a change of the landscape. */
export const MOVED = "landscape_moved";

/** Merges changes of a scenario on the writer thread. @throws Problem 409 with what is in the way, 403 */
export const merging: Task<Merging, MergeResult> = {
  name: NAME,
  place: "writer",
  run() {
    throw new Error("Scenarios are merged on the writer thread alone.");
  },
};

const lastMoment = () => firstValue<number>("SELECT max(seq) FROM former_rows WHERE at IS NOT NULL") ?? 0;

/** Finds a scenario that an actor may merge. @throws Problem 404, 403, 409 */
export function requireMergeable(actor: Actor, id: string): ScenarioRow {
  const scenario = requireRight(actor, id, "merge");
  if (scenario.state === "merged" || scenario.state === "dropped") throw conflict(`The scenario is ${scenario.state}`);
  return scenario;
}

/** Makes a change in the landscape, as its author would there. @throws Problem */
function makeHere({ change, declared, context }: PreparedChange): void {
  const { permission } = declared;
  const check = permissionCheck(permission);
  if (check && !check(context.actor as Actor, context.params)) throw forbidden();
  savepoint(() => {
    makeChange(declared, change, context);
    runDeferred();
  });
}

/** @throws Problem 409 when more events were published since one of a number than a merge may publish */
function requireFewEvents(since: number): void {
  if (lastEvent() - since > MERGED_AT_ONCE.events)
    throw conflict(
      `The changes publish more than ${MERGED_AT_ONCE.events} events, which could not be rolled back together: choose some with \`changes\``,
    );
}

/** Makes all of them. @throws Problem 409 with those that are refused, or for too many events; what a call throws that stands for no change */
function makeAll(prepared: readonly PreparedChange[]): void {
  const refusals: Refusal[] = [];
  const since = lastEvent();
  for (const one of prepared) {
    try {
      makeHere(one);
    } catch (error) {
      if (one.because === null) throw error;
      refusals.push(refusalOf(one.because, error));
    }
    requireFewEvents(since);
  }
  if (refusals.length > 0) throw new Problem(409, "Some changes are refused", {}, { refusals });
}

function mergeNow({ id, actor, tool, expected, changes, after, without }: PreparedMerge): MergeResult {
  const scenario = requireMergeable(actor, id);
  if (lastMoment() !== expected)
    throw new Problem(409, "The landscape has changed meanwhile; merge again", {}, { code: MOVED });
  makeAll(changes);
  makeAll(after);
  const ids = [...changes.map(({ change }) => change.id), ...without];
  const batches = [...changes, ...after].flatMap(({ context }) => storedBatchOf(context.actor as Actor) ?? []);
  const batch = createOpenBatch({
    tool_name: `${tool} ${scenario.name}`.slice(0, 100),
    origin: actor.origin ?? "api",
    userId: actor.userId,
    dry_run: false,
    token: null,
  });
  uniteBatches(batches, batch);
  closeBatch(batch, { scenario_id: id });
  markMerged(ids, firstValue<number>("SELECT max(seq) FROM former_rows") ?? 0);
  const isWhole = !hasUnmerged(id);
  scenarioRows.update(
    scenario,
    isWhole ? { state: "merged", merged_at: now(), merged_batch_id: batch } : { merged_batch_id: batch },
  );
  actor.batchId = batch;
  publish(actor, {
    type: "scenario.merged",
    data: { ...namedScenario(scenario), changes: ids.length },
    undo: { changes: ids, state: scenario.state, merged_batch_id: scenario.merged_batch_id },
  });
  return { batch_id: batch, merged: ids.length };
}

/** Returns a change or a call with what its operation needs. @throws Problem 409 when the operation is gone; 422 */
async function prepared(
  byKey: ReadonlyMap<string, Operation>,
  actor: Actor,
  asked: AskedChange,
  because: string | null,
): Promise<PreparedChange> {
  const declared = byKey.get(asked.operation);
  if (!declared) throw conflict(`The operation ${asked.operation} is gone`);
  const author = { ...actor, operation: labelOf(declared) };
  return { change: asked, because, declared, context: await contextOfChange(declared, asked, author) };
}

const askedBy = ({ seed, body, ...call }: PlannedCall): AskedChange => ({
  ...call,
  id: seed,
  query: {},
  body: Buffer.from(JSON.stringify(body)),
  content_type: "application/json",
  named_batch: null,
  answered: null,
});

/** Returns the task that merges, for the operations that change scenarios. */
export const mergingTask = (byKey: ReadonlyMap<string, Operation>): ThreadTask<Merging, PreparedMerge> => ({
  name: NAME,
  rehearses: ({ isDryRun }) => isDryRun,
  async prepare(merging) {
    const { id, actor, made, calls } = merging;
    const wanted = new Set(made);
    const chosen = changesOf(id).filter((change) => change.merged_seq === null && wanted.has(change.id));
    const changes: PreparedChange[] = [];
    for (const change of chosen) changes.push(await prepared(byKey, actor, change, change.id));
    const after: PreparedChange[] = [];
    for (const call of calls) after.push(await prepared(byKey, actor, askedBy(call), call.because));
    return { ...merging, changes, after };
  },
  // A rehearsal has no transaction yet.
  run: (merge) => largeTransaction(() => mergeNow(merge)),
});

/** Returns operations by the keys under which changes name them. */
export const operationsByKey = (operations: readonly Operation[]): ReadonlyMap<string, Operation> =>
  new Map(operations.map((operation) => [operationKey(operation), asInScenario(operation)]));
