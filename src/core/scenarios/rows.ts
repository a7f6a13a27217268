/** The rows of scenarios, of who sees them and of their changes. Every write is part of the running transaction. */
import { asc, eq, getTableColumns } from "drizzle-orm";
import { columnInList, db, firstValue, hasRow, inList, listOf, statement, tables } from "../../../db";
import type { ScenarioEvent } from "../../../db/schema";
import type { Moment } from "../../../db/states";
import { conflict, notFound } from "../../http/errors";
import { newId } from "../../platform/ids";
import { recordsOf } from "../records";

const { scenarios, scenarioMembers, scenarioChanges } = tables;

export type ScenarioRow = typeof scenarios.$inferSelect;
export type MemberRow = typeof scenarioMembers.$inferSelect;
export type ChangeRow = typeof scenarioChanges.$inferSelect;

export const scenarioRows = recordsOf(scenarios, "Scenario");
export const changeRows = recordsOf(scenarioChanges, "Change");

/** Returns the part of a scenario that all payloads about it share. */
export const namedScenario = ({ id, owner_id, name }: ScenarioRow) => ({ id, user_id: owner_id ?? "", name });

/** Events of a change that are noted. */
export const MAX_EVENTS = 20;

/** Returns the payload of a change of a scenario: without names, which aren't for all who read the journal. */
export const changedInside = (scenario: ScenarioRow, events: readonly ScenarioEvent[]) => ({
  ...namedScenario(scenario),
  events: events.map(({ type, card_id }) => ({ type, card_id })),
  has_more: events.length >= MAX_EVENTS,
});

/** Returns the moment that a scenario begins with. */
export const baseOf = ({ base_seq, base_at, base_event }: ScenarioRow): Moment => ({
  seq: base_seq,
  at: base_at,
  event: base_event,
});

/** Maps scenario → who sees it in addition to its owner. */
export function membersOfAll(ids: readonly string[]): Map<string, MemberRow[]> {
  const { id, scenario_id } = scenarioMembers;
  const rows = db.select().from(scenarioMembers).where(columnInList(scenario_id, ids)).orderBy(id).all();
  return Map.groupBy(rows, (row) => row.scenario_id);
}

/** Returns who sees a scenario in addition to its owner. */
export const membersOf = (scenarioId: string): MemberRow[] => membersOfAll([scenarioId]).get(scenarioId) ?? [];

/** Replaces who sees a scenario in addition to its owner. */
export function writeMembers(scenarioId: string, members: readonly Partial<MemberRow>[]): void {
  db.delete(scenarioMembers).where(eq(scenarioMembers.scenario_id, scenarioId)).run();
  if (members.length === 0) return;
  const rows = members.map(({ user_id = null, role = null, may_change = false }) => ({
    id: newId(),
    scenario_id: scenarioId,
    user_id,
    role,
    may_change,
  }));
  db.insert(scenarioMembers).values(rows).run();
}

/** Returns how many scenarios there are. */
export const countScenarios = (): number => firstValue<number>("SELECT count(*) FROM scenarios") ?? 0;

/** Maps scenario → how many changes it has. */
export function changeCounts(ids: readonly string[]): Map<string, number> {
  const rows = statement<[string, number], [string]>(
    `SELECT scenario_id, count(*) FROM scenario_changes WHERE ${inList("scenario_id")} GROUP BY scenario_id`,
  ).values(listOf(ids)) as unknown as [string, number][];
  return new Map(rows);
}

/** Returns the changes of a scenario in their order, with what was sent. */
export const changesOf = (scenarioId: string): ChangeRow[] =>
  db
    .select()
    .from(scenarioChanges)
    .where(eq(scenarioChanges.scenario_id, scenarioId))
    .orderBy(asc(scenarioChanges.position))
    .all();

/** A change without what was sent, which may be much. */
export type ChangeOutline = Omit<ChangeRow, "body" | "answered">;

/** Returns the changes of a scenario in their order, without what was sent. */
export function outlinesOf(scenarioId: string): ChangeOutline[] {
  const { body: _, answered: __, ...outline } = getTableColumns(scenarioChanges);
  return db
    .select(outline)
    .from(scenarioChanges)
    .where(eq(scenarioChanges.scenario_id, scenarioId))
    .orderBy(asc(scenarioChanges.position))
    .all();
}

/** Returns those of them that aren't merged. */
export const unmergedChanges = (scenarioId: string): ChangeOutline[] =>
  outlinesOf(scenarioId).filter(({ merged_seq }) => merged_seq === null);

/** Returns how many changes a scenario has, and the bytes that were sent with them and answered by others. */
export const sizeOf = (scenarioId: string): { changes: number; bytes: number } =>
  statement<{ changes: number; bytes: number }, [string]>(
    "SELECT count(*) AS changes, coalesce(sum(coalesce(length(body), 0) + coalesce(octet_length(answered), 0)), 0) AS bytes FROM scenario_changes WHERE scenario_id = ?",
  ).get(scenarioId) ?? { changes: 0, bytes: 0 };

/** Returns the position of the last change of a scenario; 0 without any. */
export const lastPosition = (scenarioId: string): number =>
  firstValue<number>("SELECT max(position) FROM scenario_changes WHERE scenario_id = ?", scenarioId) ?? 0;

/** Adds a change at the end of a scenario. */
export function createChange(change: Omit<ChangeRow, "position" | "merged_seq">): void {
  const position = lastPosition(change.scenario_id) + 1;
  db.insert(scenarioChanges)
    .values({ ...change, position, merged_seq: null })
    .run();
}

/** Deletes changes of a scenario. */
export function deleteChanges(scenarioId: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  statement(`DELETE FROM scenario_changes WHERE scenario_id = ? AND ${inList("id")}`).run(scenarioId, listOf(ids));
}

/** Replaces what was sent with a change. */
export function setBody(id: string, body: Buffer): void {
  db.update(scenarioChanges).set({ body }).where(eq(scenarioChanges.id, id)).run();
}

/** Finds a change of a scenario that isn't merged. @throws Problem 404, 409 */
export function requireChange(scenario: ScenarioRow, id: string): ChangeRow {
  const change = changeRows.find(id);
  if (!change || change.scenario_id !== scenario.id) throw notFound("Change");
  if (change.merged_seq !== null) throw conflict("The change is merged into the landscape; it can be undone there");
  return change;
}

/** Notes that changes were merged at a moment. */
export function markMerged(ids: readonly string[], seq: number | null): void {
  statement(`UPDATE scenario_changes SET merged_seq = ? WHERE ${inList("id")}`).run(seq, listOf(ids));
}

/** Checks whether a scenario has a change that isn't merged. */
export const hasUnmerged = (scenarioId: string): boolean =>
  hasRow("SELECT 1 FROM scenario_changes WHERE scenario_id = ? AND merged_seq IS NULL", scenarioId);
