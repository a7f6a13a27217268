/** A scenario follows the landscape: its changes are made again over the present, as far as both fit. */
import { transactionInTurn } from "../../../db";
import type { Moment } from "../../../db/states";
import type { Detail } from "../../http/errors";
import type { Actor } from "../access/actor";
import { publish } from "../journal/journal";
import { requireChangeable, requireScenario } from "./access";
import type { Refusal } from "./calls";
import type { Conflict } from "./conflicts";
import { needsOf, type Requirement, withUndoings } from "./needs";
import {
  type ChangeOutline,
  type ChangeRow,
  changedInside,
  changeRows,
  deleteChanges,
  namedScenario,
  requireChange,
  type ScenarioRow,
  scenarioRows,
  setBody,
  unmergedChanges,
} from "./rows";
import { theScenarios } from "./scenarios";

/** `mine` makes the change as it is, `theirs` without what the landscape has changed, `drop` takes it out of the scenario. */
export const decisions = ["mine", "theirs", "drop"] as const;
export type Decision = (typeof decisions)[number];
export type Decisions = ReadonlyMap<string, Decision>;

/** A change that doesn't fit: what the landscape has changed as well, and why it is refused over the present, if it is. */
export type Obstacle = {
  change: ChangeOutline;
  conflicts: Conflict[];
  refusal: { status: number; detail: Detail } | null;
  /** The changes that it needs and that aren't made before it, if it is refused. */
  needs: Requirement[];
};

/** Takes fields out of the JSON of a change; undefined when nothing is left, or it can't be done. */
function withoutFields({ operation, body }: ChangeRow, fields: readonly string[]): Buffer | undefined {
  if (!operation.startsWith("patch ") || body === null) return undefined;
  const value = JSON.parse(body.toString());
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  for (const field of fields) {
    const [column = "", key] = field.split(/\.(.*)/s);
    if (!(column in value)) return undefined;
    if (key === undefined) delete value[column];
    else if (typeof value[column] === "object" && value[column] !== null) delete value[column][key];
    if (key !== undefined && Object.keys(value[column] ?? {}).length === 0) delete value[column];
  }
  return Object.keys(value).length === 0 ? undefined : Buffer.from(JSON.stringify(value));
}

/** The outcome of decisions: changes that go, and bodies of others. */
type Outcome = { dropped: string[]; bodies: Record<string, Buffer> };

function outcomeOf(conflicts: readonly Conflict[], decided: Decisions): Outcome {
  const outcome: Outcome = { dropped: [], bodies: {} };
  const byChange = Map.groupBy(conflicts, ({ change_id }) => change_id);
  for (const [id, decision] of decided) {
    if (decision === "mine") continue;
    const fields = (byChange.get(id) ?? []).flatMap((conflict) => conflict.fields.map(({ field }) => field));
    const body = decision === "theirs" && fields.length > 0 ? withoutFields(changeRows.require(id), fields) : undefined;
    if (body) outcome.bodies[id] = body;
    else outcome.dropped.push(id);
  }
  return outcome;
}

/** The changes of a scenario over the present, and what is in their way. */
type Attempt = Outcome & { moment: Moment; obstacles: Obstacle[] };

/** Returns what is in the way of changes, in their order. */
export function obstaclesOf(
  changes: readonly ChangeOutline[],
  conflicts: readonly Conflict[],
  refusals: readonly Refusal[],
): Obstacle[] {
  const conflictsBy = Map.groupBy(conflicts, ({ change_id }) => change_id);
  const refusalBy = new Map(refusals.map(({ change_id, ...refusal }) => [change_id, refusal]));
  const made = new Set(changes.flatMap(({ id }) => (refusalBy.has(id) ? [] : id)));
  return changes.flatMap((change) => {
    const [own = [], refusal = null] = [conflictsBy.get(change.id), refusalBy.get(change.id)];
    const needs = refusal ? needsOf(change, made) : [];
    return own.length === 0 && !refusal ? [] : [{ change, conflicts: own, refusal, needs }];
  });
}

/** Makes the changes of a scenario over the present, and runs work over what comes of them. */
async function attempt<T>(
  scenario: ScenarioRow,
  userId: string,
  decided: Decisions,
  work: (attempt: Attempt) => Promise<T>,
): Promise<T> {
  const scenarios = theScenarios();
  const changes = unmergedChanges(scenario.id);
  const counted = changes.map(({ id }) => id);
  const { conflicts, moment } = await scenarios.conflicts(scenario, userId, counted);
  const known = new Set(counted);
  const outcome = outcomeOf(conflicts, new Map([...decided].filter(([change]) => known.has(change))));
  outcome.dropped = withUndoings(scenario.id, outcome.dropped);
  const open = conflicts.filter(({ change_id }) => !decided.has(change_id));
  return scenarios.attempt({ id: scenario.id, moment, ...outcome }, userId, ({ refusals }) =>
    work({ ...outcome, moment, obstacles: obstaclesOf(changes, open, refusals) }),
  );
}

/** Returns what is in the way of a scenario's changes over the present. @throws Problem 404, 429, 503 */
export function findObstacles(actor: Actor, id: string): Promise<Obstacle[]> {
  requireScenario(actor, id);
  return theScenarios().inTurn(id, () =>
    attempt(requireScenario(actor, id), actor.userId, new Map(), async ({ obstacles }) => obstacles),
  );
}

/**
 * Lets a scenario begin with the present, if all that is in the way is decided.
 * @returns what is still in the way; nothing is changed then
 * @throws Problem 404, 403, 409, 429, 503
 */
export function rebase(actor: Actor, id: string, decided: Decisions): Promise<Obstacle[]> {
  requireChangeable(actor, id);
  return theScenarios().inTurn(id, () => {
    const scenario = requireChangeable(actor, id);
    return attempt(scenario, actor.userId, decided, async ({ obstacles, moment, dropped, bodies }) => {
      if (obstacles.length > 0) return obstacles;
      const rebased = await transactionInTurn(() => {
        const { seq, at, event } = moment;
        deleteChanges(id, dropped);
        for (const [changeId, body] of Object.entries(bodies)) setBody(changeId, body);
        publish(actor, { type: "scenario.rebased", data: { ...namedScenario(scenario), dropped: dropped.length } });
        return scenarioRows.update(requireChangeable(actor, id), { base_seq: seq, base_at: at, base_event: event });
      });
      theScenarios().discard(scenario);
      theScenarios().adopt(rebased);
      return [];
    });
  });
}

/** Takes a change out of a scenario, with those that undo it: the others are made without it from now on. @throws Problem 404, 403, 409 */
export function withdrawChange(actor: Actor, id: string, changeId: string): Promise<void> {
  requireChangeable(actor, id);
  return theScenarios().inTurn(id, async () => {
    const scenario = requireChangeable(actor, id);
    await transactionInTurn(() => {
      const { events } = requireChange(scenario, changeId);
      deleteChanges(id, withUndoings(id, [changeId]));
      publish(actor, { type: "scenario.changed", data: changedInside(scenario, events) });
    });
    theScenarios().discard(scenario);
  });
}
