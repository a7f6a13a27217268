/** The tasks over the databases of scenarios, which run on a thread of their own, one after the other. */
import { statSync } from "node:fs";
import { useState } from "../../../db/client";
import { followParents, makeScenarioFile } from "../../../db/scenarios";
import type { Moment } from "../../../db/states";
import { runAt } from "../../platform/clock";
import type { Context } from "../api/context";
import type { Operation } from "../api/operation";
import { encode, prepare, type WritingCall } from "../api/remote";
import type { MadeFile } from "../states/file-cache";
import { backgroundTask, type Task, type ThreadTask } from "../threads/tasks";
import { type Effect, noting } from "./applied";
import { actorOf, contextOfChange, findIdentity, makeChange, type Refusal, refusalOf } from "./calls";
import { type Conflict, conflictsSince } from "./conflicts";
import { mergingTask, operationsByKey } from "./merging";
import { repeatingResults, storingResult } from "./results";
import { type ChangeRow, changesOf, type ScenarioRow, scenarioRows } from "./rows";
import { lastRun, runsSince, runTasks } from "./runs";
import { storing } from "./storing";

/** The names of the tasks that the operations make. */
export const CHANGING = "scenarios.change";
export const OPENING = "scenarios.open";

/** The effect of a change on a scenario, the runs that it has enqueued there, and what is remembered with it. */
export type EffectInside = Effect & { runs: string[]; remembered: unknown };

/** A change of a scenario, as it is sent to the thread. */
export type SentChange = { operation: string; id: string; at: string; call: WritingCall };
type PreparedChange = SentChange & { declared: Operation; context: Context; checkResponses: boolean };

/** Returns the task that makes a change in the database of a scenario that is open. */
const changing = (byKey: ReadonlyMap<string, Operation>): ThreadTask<SentChange, PreparedChange> => ({
  name: CHANGING,
  async prepare(sent) {
    const declared = byKey.get(sent.operation) as Operation;
    return { ...sent, declared, ...(await prepare(declared, sent.call)) };
  },
  run(change) {
    followParents();
    const { declared, context, checkResponses } = change;
    const before = lastRun();
    const make = () => makeChange(declared, change, context, checkResponses);
    const { result, made } = noting(change.id, make, declared.prepares);
    const remembered = declared.inScenario?.remembers ? context.fetched : undefined;
    return { result, made: { ...made, runs: runsSince(before), remembered } };
  },
  async encode(done, { context }) {
    const { result, made } = done as { result: unknown; made: EffectInside };
    const encoded = await encode(result, context);
    Object.assign(encoded.head, { made });
    return encoded;
  },
});

/** The file of a scenario with its changes, and those that don't fit. It has no moment: a state of the past must not be made of it. */
export type ScenarioFile = Omit<MadeFile, "moment"> & { refusals: Refusal[] };

/** The request for the file of a scenario over a moment, without some changes, and with other bodies of others. */
export type Opening = {
  id: string;
  name: string;
  moment: Moment;
  dropped?: readonly string[];
  bodies?: Readonly<Record<string, Uint8Array>>;
};

/** Checks whether a change is part of a moment already, into which it was merged. */
const isPartOf = ({ merged_seq }: ChangeRow, { seq }: Moment) => merged_seq !== null && merged_seq <= seq;

/** Makes changes again, each as far as it fits, and what follows from them. */
async function makeAgain(
  byKey: ReadonlyMap<string, Operation>,
  changes: readonly ChangeRow[],
  scenario: ScenarioRow,
): Promise<Refusal[]> {
  followParents();
  const refusals: Refusal[] = [];
  const repeatResults = repeatingResults(byKey, scenario);
  for (const change of changes) {
    await repeatResults(change);
    const declared = byKey.get(change.operation);
    const user = findIdentity(change.user_id) ?? findIdentity(scenario.owner_id);
    if (!declared || !user) {
      const detail = declared ? "Nobody may make this change any more" : "This kind of change is gone";
      refusals.push({ change_id: change.id, status: 409, detail });
      continue;
    }
    try {
      const context = await contextOfChange(declared, change, actorOf(user, declared));
      runAt(change.at, () => noting(change.id, () => makeChange(declared, change, context)));
    } catch (error) {
      refusals.push(refusalOf(change.id, error));
    }
  }
  await repeatResults();
  return refusals;
}

/** Returns the task that makes the file of a scenario. */
const opening = (byKey: ReadonlyMap<string, Operation>): Task<Opening, Promise<ScenarioFile>> =>
  backgroundTask(OPENING, async ({ id, name, moment, dropped = [], bodies = {} }) => {
    const scenario = scenarioRows.require(id);
    const left = new Set(dropped);
    const changes = changesOf(id)
      .filter((change) => !isPartOf(change, moment) && !left.has(change.id))
      .map((change) => ({
        ...change,
        body: bodies[change.id] ? Buffer.from(bodies[change.id] as Uint8Array) : change.body,
      }));
    const path = makeScenarioFile(moment, name);
    useState({ path, moment, scenario: "changed" });
    try {
      const refusals = await makeAgain(byKey, changes, scenario);
      return { path, bytes: statSync(path).size, refusals };
    } finally {
      useState();
    }
  });

/** Finds what was changed in a scenario that is open and, since its moment, in the landscape as well. */
export const findingConflicts = backgroundTask(
  "scenarios.conflicts",
  ({ counted, base }: { counted: readonly string[]; base: Moment }): { conflicts: Conflict[]; moment: Moment } =>
    conflictsSince(base, new Set(counted)),
);

/** Returns the tasks of scenarios, for the operations that can change them. */
export function scenarioTasks(operations: readonly Operation[]): ThreadTask[] {
  const byKey = operationsByKey(operations);
  return [changing(byKey), opening(byKey), findingConflicts, mergingTask(byKey), storing, storingResult, ...runTasks];
}
