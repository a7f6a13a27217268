/**
 * Results of a scenario: what is derived from it and is no change of it, such as what an analysis has found, and what somebody has decided about
 * that. The calls are stored with what a language model answered and with the steps of their runs, so that all is found again in a
 * database that is made anew, and nobody is asked again. A merge has none of it.
 */
import { asc, eq } from "drizzle-orm";
import { db, inList, largeTransaction, listOf, statement, tables } from "../../../db";
import { runAt } from "../../platform/clock";
import { log } from "../../platform/log";
import type { Actor } from "../access/actor";
import type { Operation } from "../api/operation";
import { publish } from "../journal/journal";
import { writingTask } from "../threads/tasks";
import { noting } from "./applied";
import { actorOf, contextOfChange, findIdentity, makeChange } from "./calls";
import { type ChangeRow, changedInside, lastPosition, type ScenarioRow, scenarioRows } from "./rows";
import { lastRun, type RunEnd, repeatRun, runsSince } from "./runs";
import type { NewChange } from "./storing";

const { scenarioResults } = tables;

export type ResultRow = typeof scenarioResults.$inferSelect;

/** The results that a scenario has at most, and the bytes of all of them; the oldest go first. */
const MAX_RESULTS = 100;
const MAX_BYTES = 16 * 1024 ** 2;

/** A call with a result: its body in whatever memory. */
export type NewResult = Omit<NewChange, "events" | "summary">;
type StoredResult = { id: string; actor: Actor; result: NewResult | undefined; end: RunEnd };

const BYTES = "coalesce(length(body), 0) + coalesce(length(steps), 0) + coalesce(octet_length(answered), 0)";

/** Deletes the oldest results of a scenario beyond the bounds. */
function deleteOldest(scenarioId: string): void {
  const newest = statement<{ id: string; bytes: number }, [string]>(
    `SELECT id, ${BYTES} AS bytes FROM scenario_results WHERE scenario_id = ? ORDER BY position DESC, id DESC`,
  ).all(scenarioId);
  let bytes = 0;
  const others = newest.filter((result, at) => {
    bytes += result.bytes;
    return at >= MAX_RESULTS || bytes > MAX_BYTES;
  });
  if (others.length > 0)
    statement(`DELETE FROM scenario_results WHERE ${inList("id")}`).run(listOf(others.map(({ id }) => id)));
}

/** Stores a result of a scenario, unless there is none, and publishes its events as `scenario.changed`. Nothing happens once the scenario is deleted. */
export const storingResult = writingTask("scenarios.result", ({ id, actor, result, end }: StoredResult): void => {
  const scenario = scenarioRows.find(id);
  if (!scenario) return;
  if (result) {
    const { body } = result;
    db.insert(scenarioResults)
      .values({
        ...result,
        body: body && Buffer.from(body),
        steps: end.steps ? Buffer.from(end.steps) : null,
        scenario_id: id,
        position: lastPosition(id),
        user_id: actor.userId,
      })
      .run();
    deleteOldest(id);
  }
  if (end.events.length > 0) publish(actor, { type: "scenario.changed", data: changedInside(scenario, end.events) });
});

/** Returns the results of a scenario in their order. */
const resultsOf = (scenarioId: string): ResultRow[] =>
  db
    .select()
    .from(scenarioResults)
    .where(eq(scenarioResults.scenario_id, scenarioId))
    .orderBy(asc(scenarioResults.position), asc(scenarioResults.id))
    .all();

/** Makes a result again, if it still fits. */
async function repeat(byKey: ReadonlyMap<string, Operation>, result: ResultRow, ownerId: string | null): Promise<void> {
  const declared = byKey.get(result.operation);
  const user = findIdentity(result.user_id) ?? findIdentity(ownerId);
  if (!declared || !user) return;
  try {
    const context = await contextOfChange(declared, result, actorOf(user, declared));
    largeTransaction(() => {
      const before = lastRun();
      runAt(result.at, () => noting(`result ${result.id}`, () => makeChange(declared, result, context)));
      if (result.steps) for (const run of runsSince(before)) repeatRun(run, result.steps);
    });
  } catch (exception) {
    // The cards that it was about may be gone.
    log.info({ exception, result: result.id }, "a result of a scenario is not made again");
  }
}

/**
 * Returns the function that makes the results of a scenario again that come before a change, or after the last one. Results that don't fit any more
 * are left out.
 */
export function repeatingResults(
  byKey: ReadonlyMap<string, Operation>,
  { id, owner_id }: Pick<ScenarioRow, "id" | "owner_id">,
): (before?: ChangeRow) => Promise<void> {
  const waiting = resultsOf(id);
  return async (before) => {
    while (waiting[0] && (before === undefined || waiting[0].position < before.position))
      await repeat(byKey, waiting.shift() as ResultRow, owner_id);
  };
}
