/** Merging: the changes of a scenario become changes of the landscape, unless something is in their way. */
import { conflict, invalid, Problem } from "../../http/errors";
import type { Actor } from "../access/actor";
import { runTask } from "../threads/tasks";
import type { Refusal } from "./calls";
import { MERGED_AT_ONCE, type MergePlan, MOVED, merging, requireMergeable } from "./merging";
import { type Obstacle, obstaclesOf } from "./rebase";
import { type ChangeOutline, type ScenarioRow, unmergedChanges } from "./rows";
import { theScenarios } from "./scenarios";

/** Times that a merge is tried while others change the landscape. */
const ATTEMPTS = 3;

/** The outcome of a merge: what is in its way, or how many changes were merged, or would be, and their batch. */
export type MergeOutcome = { merged: number; batch_id: string | null; obstacles: Obstacle[] };

/** A merge: of which changes, under which name, and how they are made. */
type PlannedMerge<P extends MergePlan> = {
  /** The ids of the changes, and the place of a body that names each; all that aren't merged without them. */
  changes: readonly { id: string; place: readonly (string | number)[] }[] | null;
  tool: string;
  isDryRun: boolean;
  /** Plans how the changes are made. It may be called again when the landscape has changed meanwhile. */
  planOf: (scenario: ScenarioRow, changes: readonly ChangeOutline[]) => P | Promise<P>;
};

/** Merges changes of a scenario as they are, unless something is in their way. @throws Problem 404, 403, 409, 422, 429, 503 */
export const mergeScenario = (
  actor: Actor,
  id: string,
  { changes, isDryRun }: { changes: readonly string[] | null; isDryRun: boolean },
  signal: AbortSignal,
): Promise<MergeOutcome> =>
  mergePlanned(
    actor,
    id,
    {
      changes: changes?.map((change, at) => ({ id: change, place: ["changes", at] })) ?? null,
      tool: "Merge",
      isDryRun,
      planOf: (_, rows) => ({ made: rows.map((change) => change.id), without: [], calls: [] }),
    },
    signal,
  );

/**
 * Merges changes of a scenario as a plan makes them, unless something is in their way.
 * @returns the plan as well; nothing is merged when it uses no change
 * @throws Problem 404, 403, 409, 422, 429, 503
 */
export function mergePlanned<P extends MergePlan>(
  actor: Actor,
  id: string,
  { changes, tool, isDryRun, planOf }: PlannedMerge<P>,
  signal: AbortSignal,
): Promise<MergeOutcome & { plan: P }> {
  requireMergeable(actor, id);
  return theScenarios().inTurn(id, async () => {
    const scenario = requireMergeable(actor, id);
    const rows = chosenOf(id, changes);
    for (let attempt = 1; ; attempt++) {
      const { conflicts, moment } = await theScenarios().conflicts(
        scenario,
        actor.userId,
        rows.map((change) => change.id),
      );
      const plan = await planOf(scenario, rows);
      const { made, without, calls } = plan;
      const used = new Set([...made, ...without]);
      const refused = (obstacles: Obstacle[]) => ({ plan, merged: 0, batch_id: null, obstacles });
      const inTheWay = conflicts.filter(({ change_id }) => used.has(change_id));
      if (inTheWay.length > 0 || used.size === 0) return refused(obstaclesOf(rows, inTheWay, []));
      const input = { id, actor: { ...actor }, tool, made, without, calls, expected: moment.seq, isDryRun };
      try {
        const merged = await runTask(merging, input, signal, { label: tool, userId: actor.userId });
        return { plan, ...merged, obstacles: [] };
      } catch (error) {
        const refusals = refusalsOf(error);
        if (refusals) return refused(obstaclesOf(rows, [], refusals));
        if (!(error instanceof Problem && error.more["code"] === MOVED) || attempt >= ATTEMPTS) throw error;
      }
    }
  });
}

/** @throws Problem 422 when one of the changes isn't there, or is merged; 409 when there is nothing to merge, or too much at once */
function chosenOf(id: string, asked: PlannedMerge<MergePlan>["changes"]): ChangeOutline[] {
  const open = unmergedChanges(id);
  const known = new Set(open.map((change) => change.id));
  const unknown = asked?.find((one) => !known.has(one.id));
  if (unknown) throw invalid(["body", ...unknown.place], "must be a change of the scenario that isn't merged");
  const wanted = asked ? new Set(asked.map((one) => one.id)) : known;
  const chosen = open.filter((change) => wanted.has(change.id));
  if (chosen.length === 0) throw conflict("The scenario has no change to merge");
  if (chosen.length > MERGED_AT_ONCE.changes)
    throw conflict(`At most ${MERGED_AT_ONCE.changes} changes are merged at once: choose some with \`changes\``);
  return chosen;
}

const refusalsOf = (error: unknown): Refusal[] | undefined =>
  error instanceof Problem ? (error.more["refusals"] as Refusal[] | undefined) : undefined;
