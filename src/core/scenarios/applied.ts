/** The note of what a change of a scenario has done, in the database that is open. */
import { firstValue, statement } from "../../../db";
import { noteApplied } from "../../../db/scenarios";
import type { ScenarioEvent } from "../../../db/schema";
import type { Operation } from "../api/operation";
import { MAX_EVENTS } from "./rows";

/** The effect of a change: whether it is one of the scenario, and the first of its events. */
export type Effect = { isChange: boolean; events: ScenarioEvent[] };

/** Returns the number of the last event of the journal. */
export const lastEvent = (): number => firstValue<number>("SELECT max(seq) FROM events") ?? 0;
const lastEntry = () => firstValue<number>("SELECT max(seq) FROM former_rows") ?? 0;

/**
 * Runs a change, and notes what it has done.
 * @param id under which its part of the history stands
 * @param prepares says when it is one though the landscape of the scenario doesn't differ
 */
export function noting<T>(id: string, change: () => T, prepares?: Operation["prepares"]): { result: T; made: Effect } {
  const [events, rows] = [lastEvent(), lastEntry()];
  const result = change();
  const differs = lastEntry() > rows;
  if (differs) noteApplied(id);
  const published = statement<ScenarioEvent, [number, number]>(
    `SELECT event_type AS type, card_id,
       coalesce((SELECT name FROM cards WHERE id = card_id), data ->> 'name', data ->> 'title') AS name
     FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
  ).all(events, MAX_EVENTS);
  const isPreparation = prepares === "always" || (prepares === "whenItPublishes" && published.length > 0);
  return { result, made: { isChange: differs || isPreparation, events: published } };
}
