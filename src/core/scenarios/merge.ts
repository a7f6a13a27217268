/** Merging: the changes of a scenario become changes of the landscape, unless something is in their way. */
import { conflict, invalid, Problem } from "../../http/errors";
import type { Actor } from "../access/actor";
import { runTask } from "../threads/tasks";
import type { Refusal } from "./calls";
import { MOVED, merging, requireMergeable } from "./merging";
import { type Obstacle, obstaclesOf } from "./rebase";
import { type ChangeOutline, unmergedChanges } from "./rows";
import { theScenarios } from "./scenarios";

/** Times that a merge is tried while others change the landscape. */
const ATTEMPTS = 3;

/** The changes that are merged: all that aren't yet without a list. */
type Choice = { changes: readonly string[] | null; isDryRun: boolean };

/** Merges changes of a scenario, unless something is in their way. @throws Problem 404, 403, 409, 422, 429, 503 */
export function mergeScenario(
  actor: Actor,
  id: string,
  { changes, isDryRun }: Choice,
  signal: AbortSignal,
): Promise<{ merged: number; batch_id: string | null; obstacles: Obstacle[] }> {
  requireMergeable(actor, id);
  return theScenarios().inTurn(id, async () => {
    const scenario = requireMergeable(actor, id);
    const rows = chosenOf(id, changes);
    const ids = rows.map((change) => change.id);
    for (let attempt = 1; ; attempt++) {
      const { conflicts, moment } = await theScenarios().conflicts(scenario, actor.userId, ids);
      if (conflicts.length > 0) return { merged: 0, batch_id: null, obstacles: obstaclesOf(rows, conflicts, []) };
      const input = { id, actor: { ...actor }, changes: ids, expected: moment.seq, isDryRun };
      try {
        const { merged, batch_id } = await runTask(merging, input, signal, { label: "Merge", userId: actor.userId });
        return { merged, batch_id, obstacles: [] };
      } catch (error) {
        const refusals = refusalsOf(error);
        if (refusals) return { merged: 0, batch_id: null, obstacles: obstaclesOf(rows, [], refusals) };
        if (!(error instanceof Problem && error.more["code"] === MOVED) || attempt >= ATTEMPTS) throw error;
      }
    }
  });
}

/** @throws Problem 422 when one of the changes isn't there, or is merged; 409 when there is nothing to merge */
function chosenOf(id: string, asked: readonly string[] | null): ChangeOutline[] {
  const open = unmergedChanges(id);
  const known = new Set(open.map((change) => change.id));
  const at = asked?.findIndex((one) => !known.has(one)) ?? -1;
  if (at >= 0) throw invalid(["body", "changes", at], "must be a change of the scenario that isn't merged");
  const wanted = new Set(asked ?? known);
  const chosen = open.filter((change) => wanted.has(change.id));
  if (chosen.length === 0) throw conflict("The scenario has no change to merge");
  return chosen;
}

const refusalsOf = (error: unknown): Refusal[] | undefined =>
  error instanceof Problem ? (error.more["refusals"] as Refusal[] | undefined) : undefined;
