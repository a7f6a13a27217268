/** The changes of scenarios, what is in their way, and how they become changes of the landscape. */
import { displayNamesOf } from "../../core/access/accounts";
import { type Actor, may } from "../../core/access/actor";
import { requireScenario } from "../../core/scenarios/access";
import type { Conflict } from "../../core/scenarios/conflicts";
import { mergeScenario } from "../../core/scenarios/merge";
import type { Requirement } from "../../core/scenarios/needs";
import { type Obstacle as FoundObstacle, findObstacles, rebase } from "../../core/scenarios/rebase";
import { type ChangeOutline, type ChangeRow, changesOf } from "../../core/scenarios/rows";
import type { Change, Merge, MergeResult, Obstacle, Obstacles, Rebase, RebaseResult } from "./model";

/** Names that a sentence lists. */
const MAX_NAMES = 3;

/** Returns what a change does, in words. */
export function sentenceOf({ summary, events }: ChangeOutline): string {
  // Where cards are concerned, other events, such as notifications, only repeat their names.
  const ofCards = events.filter(({ card_id }) => card_id !== null);
  const named = ofCards.length > 0 ? ofCards : events;
  const names = [...new Set(named.flatMap(({ name }) => name ?? []))];
  const listed = names.slice(0, MAX_NAMES).join(", ");
  const more = names.length > MAX_NAMES ? ", …" : "";
  return names.length === 0 ? summary : `${summary}: ${listed}${more}`;
}

/** Returns what was sent with a change, if an actor may see it: it may hold costs. */
function bodyOf(actor: Actor, { body, content_type, user_id }: ChangeRow): unknown {
  if (body === null || (user_id !== actor.userId && !may(actor, "costs.view"))) return null;
  if (content_type !== null && !content_type.includes("json")) return null;
  return JSON.parse(body.toString());
}

/** Lists the changes of a scenario in their order. @throws Problem 404 */
export function listChanges(actor: Actor, id: string): Change[] {
  requireScenario(actor, id);
  const rows = changesOf(id);
  const names = displayNamesOf(rows.flatMap(({ user_id }) => user_id ?? []));
  return rows.map((row) => {
    const { operation, url, user_id, at, events, merged_seq } = row;
    return {
      id: row.id,
      sentence: sentenceOf(row),
      operation,
      url,
      body: bodyOf(actor, row),
      user_id,
      user_name: user_id === null ? null : (names.get(user_id) ?? null),
      at,
      is_merged: merged_seq !== null,
      events,
    };
  });
}

/** Returns a conflict as an actor sees it: only its fields for whoever may not see costs. */
const shown = (actor: Actor, { change_id: _, fields, ...conflict }: Conflict) => ({
  ...conflict,
  fields: may(actor, "costs.view")
    ? fields
    : fields.map(({ field }) => ({ field, base: null, mine: null, theirs: null })),
});

/** Returns what a refused change needs, in words. */
function needInWords({ change, isUndone }: Requirement): string {
  const verb = isUndone ? "undoes" : "needs";
  if (!change) return `It ${verb} a change that was taken out of the scenario; take this one out as well`;
  const named = `It ${verb} "${sentenceOf(change)}"`;
  if (change.merged_seq === null) return `${named}, which is not made before it; choose both, or take this one out`;
  const there = isUndone ? "undo that in the landscape" : "change it in the landscape";
  return `${named}, which is merged already; ${there}, and take this one out`;
}

/** Returns a refusal with what its change needs, in place of a detail that only says what wasn't found. */
const explained = ({ refusal, needs }: FoundObstacle): Obstacle["refusal"] =>
  refusal && needs[0] ? { ...refusal, detail: needInWords(needs[0]) } : refusal;

/** Returns what is in the way of changes as an actor sees it. */
export const serializeObstacles = (actor: Actor, obstacles: readonly FoundObstacle[]): Obstacle[] =>
  obstacles.map((obstacle) => ({
    change_id: obstacle.change.id,
    sentence: sentenceOf(obstacle.change),
    conflicts: obstacle.conflicts.map((conflict) => shown(actor, conflict)),
    refusal: explained(obstacle),
  }));

/** Finds what is in the way of a scenario over the landscape as it is. @throws Problem 404, 429, 503 */
export const readObstacles = async (actor: Actor, id: string): Promise<Obstacles> => ({
  obstacles: serializeObstacles(actor, await findObstacles(actor, id)),
});

/** Lets a scenario begin with the landscape as it is. @throws Problem 404, 403, 409, 429, 503 */
export async function rebaseScenario(actor: Actor, id: string, { decisions }: Rebase): Promise<RebaseResult> {
  const decided = new Map(decisions.map(({ change_id, decision }) => [change_id, decision]));
  const obstacles = serializeObstacles(actor, await rebase(actor, id, decided));
  return { is_rebased: obstacles.length === 0, obstacles };
}

/** Merges changes of a scenario into the landscape. @throws Problem 404, 403, 409, 429, 503 */
export async function merge(
  actor: Actor,
  id: string,
  { changes, dry_run }: Merge,
  signal: AbortSignal,
): Promise<MergeResult> {
  const { obstacles, merged, batch_id } = await mergeScenario(
    actor,
    id,
    { changes: changes ?? null, isDryRun: dry_run },
    signal,
  );
  return {
    is_merged: !dry_run && obstacles.length === 0,
    merged,
    batch_id: dry_run ? null : batch_id,
    obstacles: serializeObstacles(actor, obstacles),
  };
}
