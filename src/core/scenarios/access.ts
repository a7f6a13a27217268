/** Rights to see and to change scenarios. */
import { listOf, statement } from "../../../db";
import { conflict, forbidden, notFound } from "../../http/errors";
import { type Actor, may } from "../access/actor";
import { type MemberRow, membersOf, type ScenarioRow, scenarioRows } from "./rows";

/** A user or a role that sees a scenario. */
export type NamedMember = Pick<MemberRow, "user_id" | "role">;

const isMeant =
  ({ userId, role }: Actor) =>
  (member: NamedMember) =>
    member.user_id === userId || (member.role !== null && member.role === role);

/** Checks whether an actor may change a scenario: as its owner, as one of those who may, or as who manages all. */
export const mayChangeScenario = (actor: Actor, scenario: ScenarioRow, members = membersOf(scenario.id)): boolean =>
  scenario.owner_id === actor.userId ||
  may(actor, "scenarios.manage") ||
  members.filter(isMeant(actor)).some(({ may_change }) => may_change);

/**
 * Checks whether an actor may see a scenario: as its owner, as one of its members, or as who manages all.
 * @param ownerId its owner, whom a scenario that is deleted no longer names
 * @param members those whom it had, for one that is deleted
 */
export const maySeeScenario = (
  actor: Actor,
  id: string,
  ownerId: string | null | undefined,
  members: readonly NamedMember[] = membersOf(id),
): boolean => ownerId === actor.userId || may(actor, "scenarios.manage") || members.some(isMeant(actor));

/** Finds a scenario that an actor may see. @throws Problem 404, also when the actor may not see it */
export function requireScenario(actor: Actor, id: string): ScenarioRow {
  const scenario = scenarioRows.find(id);
  if (!scenario || !maySeeScenario(actor, id, scenario.owner_id)) throw notFound("Scenario");
  return scenario;
}

/** Finds a scenario that an actor may change, in whatever state it is. @param verb of the refusal @throws Problem 404, 403 */
export function requireRight(actor: Actor, id: string, verb: "change" | "merge"): ScenarioRow {
  const scenario = requireScenario(actor, id);
  if (!mayChangeScenario(actor, scenario)) throw forbidden(`You may see this scenario, and not ${verb} it`);
  return scenario;
}

/** Finds a scenario that an actor may change. @throws Problem 404, 403; 409 unless it is a draft */
export function requireChangeable(actor: Actor, id: string): ScenarioRow {
  const scenario = requireRight(actor, id, "change");
  if (scenario.state !== "draft") throw conflict(`The scenario is ${scenario.state}; only a draft can be changed`);
  return scenario;
}

/** Returns the ids of the scenarios that an actor sees, the newest first; of a state, if one is given. */
export const visibleScenarios = (actor: Actor, state: string | null): string[] =>
  statement<{ id: string }, [string | null, number, string, string]>(
    `SELECT id FROM scenarios s WHERE (?1 IS NULL OR state = ?1) AND (?2 = 1 OR owner_id = ?3
       OR EXISTS (SELECT 1 FROM scenario_members m WHERE m.scenario_id = s.id AND (m.user_id = ?3 OR m.role IN (SELECT value FROM json_each(?4)))))
     ORDER BY created_at DESC, id DESC`,
  )
    .all(state, may(actor, "scenarios.manage") ? 1 : 0, actor.userId, listOf([actor.role]))
    .map(({ id }) => id);
