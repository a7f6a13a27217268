/** Scenarios: what they are for, their states, and who sees them. */
import { transaction } from "../../../db";
import { findMoment, firstMoment, lastMomentIn } from "../../../db/states";
import { displayNamesOf } from "../../core/access/accounts";
import { type Actor, may } from "../../core/access/actor";
import { rolesByKey } from "../../core/access/roles";
import { differences } from "../../core/journal/differences";
import { publish } from "../../core/journal/journal";
import { mayChangeScenario, requireRight, requireScenario, visibleScenarios } from "../../core/scenarios/access";
import {
  changeCounts,
  countScenarios,
  membersOf,
  membersOfAll,
  namedScenario,
  type ScenarioRow,
  scenarioRows,
  writeMembers,
} from "../../core/scenarios/rows";
import { theScenarios } from "../../core/scenarios/scenarios";
import { conflict, forbidden, invalid } from "../../http/errors";
import { hasAdr } from "../adr";
import type { Members, NewScenario, Scenario, ScenarioChanges, ScenarioQuery } from "./model";

/** Scenarios that there may be. */
const MAX_SCENARIOS = 1_000;

/** Serializes scenarios as an actor sees them. */
function serialize(actor: Actor, rows: readonly ScenarioRow[]): Scenario[] {
  const ids = rows.map(({ id }) => id);
  const counts = changeCounts(ids);
  const members = membersOfAll(ids);
  const names = displayNamesOf(rows.flatMap(({ owner_id }) => owner_id ?? []));
  const present = lastMomentIn("main").seq;
  return rows.map(({ base_seq, ...row }) => {
    const own = members.get(row.id) ?? [];
    return {
      ...row,
      owner_name: row.owner_id === null ? null : (names.get(row.owner_id) ?? null),
      is_stale: base_seq < present,
      changes: counts.get(row.id) ?? 0,
      may_change: mayChangeScenario(actor, { base_seq, ...row }, own),
      members: own.map(({ user_id, role, may_change }) => ({ user_id, role, may_change })),
    };
  });
}

/** Lists the scenarios that an actor sees, newest first. */
export const listScenarios = (actor: Actor, { state }: Pick<ScenarioQuery, "state">): Scenario[] =>
  serialize(actor, scenarioRows.list(visibleScenarios(actor, state ?? null)));

/** Finds a scenario as an actor sees it. @throws Problem 404 */
export const readScenario = (actor: Actor, id: string): Scenario =>
  serialize(actor, [requireScenario(actor, id)])[0] as Scenario;

/** Returns the moment that a new scenario begins with. @throws Problem 422 before the history */
function baseAt(at: string | undefined) {
  const moment = at === undefined ? lastMomentIn("main") : findMoment(at);
  if (moment) return { base_seq: moment.seq, base_at: moment.at, base_event: moment.event };
  throw invalid(["body", "base_at"], `must not be before ${firstMoment()}, from when on the past is complete`);
}

function requireDecision(id: string | null | undefined): void {
  if (id && !hasAdr(id)) throw invalid(["body", "decision_id"], "must be the id of an architecture decision");
}

/** Creates a scenario that the actor owns. Publishes `scenario.created`. @throws Problem 422, 409 for too many */
export function createScenario(
  actor: Actor,
  { base_at, name, question, target_date, decision_id }: NewScenario,
): Scenario {
  return transaction(() => {
    requireDecision(decision_id);
    if (countScenarios() >= MAX_SCENARIOS)
      throw conflict(`There are ${MAX_SCENARIOS} scenarios already; delete some first`);
    const row = scenarioRows.create({
      name,
      question: question ?? null,
      target_date: target_date ?? null,
      decision_id: decision_id ?? null,
      owner_id: actor.userId,
      ...baseAt(base_at),
    });
    publish(actor, { type: "scenario.created", data: namedScenario(row) });
    return readScenario(actor, row.id);
  });
}

/** Finds a scenario that an actor may change, in whatever state it is. @throws Problem 404, 403; 409 when it is merged */
function requireOpen(actor: Actor, id: string): ScenarioRow {
  const row = requireRight(actor, id, "change");
  if (row.state === "merged") throw conflict("The scenario is merged; undo its batch to open it again");
  return row;
}

/** Updates fields of a scenario. Publishes `scenario.updated`. @throws Problem 404, 403, 409, 422 */
export function updateScenario(actor: Actor, id: string, asked: ScenarioChanges): Scenario {
  return transaction(() => {
    const row = requireOpen(actor, id);
    requireDecision(asked.decision_id);
    const changes = differences(row, { ...row, ...asked });
    const fields = Object.keys(changes);
    if (fields.length > 0) {
      scenarioRows.update(row, asked as Partial<ScenarioRow>);
      const undo = Object.fromEntries(fields.map((field) => [field, changes[field]?.old]));
      publish(actor, {
        type: "scenario.updated",
        data: { ...namedScenario({ ...row, ...asked } as ScenarioRow), fields },
        undo,
      });
    }
    return readScenario(actor, id);
  });
}

/** Requires that an actor owns a scenario, or manages all. @throws Problem 404, 403 */
function requireOwn(actor: Actor, id: string): ScenarioRow {
  const row = requireScenario(actor, id);
  if (row.owner_id !== actor.userId && !may(actor, "scenarios.manage"))
    throw forbidden("Only its owner can do this with a scenario");
  return row;
}

/** Replaces who sees a scenario in addition to its owner. Publishes `scenario.updated`. @throws Problem 404, 403, 422 */
export function setMembers(actor: Actor, id: string, { members }: Members): Scenario {
  return transaction(() => {
    const row = requireOwn(actor, id);
    const known = displayNamesOf(members.flatMap(({ user_id }) => user_id ?? []));
    for (const [at, { user_id, role }] of members.entries()) {
      if (user_id && !known.has(user_id)) throw invalid(["body", "members", at, "user_id"], "must be the id of a user");
      if (role && !rolesByKey().has(role)) throw invalid(["body", "members", at, "role"], "must be the key of a role");
    }
    const unique = new Map(members.map((member) => [`${member.user_id} ${member.role}`, member]));
    const before = membersOfAll([id]).get(id) ?? [];
    writeMembers(id, [...unique.values()]);
    publish(actor, {
      type: "scenario.updated",
      data: { ...namedScenario(row), fields: ["members"] },
      undo: { members: before },
    });
    return readScenario(actor, id);
  });
}

/** Deletes a scenario with its changes. Publishes `scenario.deleted`. @throws Problem 404, 403 */
export function deleteScenario(actor: Actor, id: string): void {
  const row = transaction(() => {
    const deleted = requireOwn(actor, id);
    const members = membersOf(id).map(({ user_id, role }) => ({ user_id, role }));
    scenarioRows.delete(id);
    publish(actor, { type: "scenario.deleted", data: { ...namedScenario(deleted), members } });
    return deleted;
  });
  theScenarios().discard(row);
}
