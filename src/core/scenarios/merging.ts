/** The task that makes changes of a scenario in the landscape: in one transaction, and one batch that can be undone. */
import { firstValue, largeTransaction, runDeferred, savepoint } from "../../../db";
import { conflict, forbidden, Problem } from "../../http/errors";
import { now } from "../../platform/clock";
import type { Actor } from "../access/actor";
import { permissionCheck } from "../access/operation-permission";
import type { Context } from "../api/context";
import { type Operation, operationKey } from "../api/operation";
import { closeBatch, createOpenBatch, storedBatchOf, uniteBatches } from "../journal/batches";
import { publish } from "../journal/journal";
import type { Task, ThreadTask } from "../threads/tasks";
import { requireRight } from "./access";
import { contextOfChange, labelOf, makeChange, type Refusal, refusalOf } from "./calls";
import {
  type ChangeRow,
  changesOf,
  hasUnmerged,
  markMerged,
  namedScenario,
  type ScenarioRow,
  scenarioRows,
} from "./rows";

/** The request to merge: which changes, by whom, over which moment of the landscape. */
export type Merging = { id: string; actor: Actor; changes: readonly string[]; expected: number; isDryRun: boolean };
/** The result of a merge that was made or rehearsed. */
export type MergeResult = { batch_id: string; merged: number };

type PreparedChange = { change: ChangeRow; declared: Operation; context: Context };
type PreparedMerge = Merging & { prepared: PreparedChange[] };

const NAME = "scenarios.merge";
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

function mergeNow({ id, actor, expected, prepared }: PreparedMerge): MergeResult {
  const scenario = requireMergeable(actor, id);
  if (lastMoment() !== expected)
    throw new Problem(409, "The landscape has changed meanwhile; merge again", {}, { code: MOVED });
  const refusals: Refusal[] = [];
  for (const one of prepared)
    try {
      makeHere(one);
    } catch (error) {
      refusals.push(refusalOf(one.change.id, error));
    }
  if (refusals.length > 0) throw new Problem(409, "Some changes are refused", {}, { refusals });
  const ids = prepared.map(({ change }) => change.id);
  const batches = prepared.flatMap(({ context }) => storedBatchOf(context.actor as Actor) ?? []);
  const batch = createOpenBatch({
    tool_name: `Merge ${scenario.name}`.slice(0, 100),
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

/** Returns the task that merges, for the operations that change scenarios. */
export const mergingTask = (byKey: ReadonlyMap<string, Operation>): ThreadTask<Merging, PreparedMerge> => ({
  name: NAME,
  rehearses: ({ isDryRun }) => isDryRun,
  async prepare(asked) {
    const { id, actor, changes } = asked;
    const wanted = new Set(changes);
    const chosen = changesOf(id).filter((change) => change.merged_seq === null && wanted.has(change.id));
    const prepared: PreparedChange[] = [];
    for (const change of chosen) {
      const declared = byKey.get(change.operation);
      if (!declared) throw conflict(`The operation ${change.operation} is gone`);
      const author = { ...actor, operation: labelOf(declared) };
      prepared.push({ change, declared, context: await contextOfChange(declared, change, author) });
    }
    return { ...asked, prepared };
  },
  // A rehearsal has no transaction yet.
  run: (merge) => largeTransaction(() => mergeNow(merge)),
});

/** Returns operations by the keys under which changes name them. */
export const operationsByKey = (operations: readonly Operation[]): ReadonlyMap<string, Operation> =>
  new Map(operations.map((operation) => [operationKey(operation), operation]));
