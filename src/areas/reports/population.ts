/** The cards that a report is about. */
import { z } from "zod";
import { type Condition, clause, livesAt, phaseAt, valuesOf, where } from "../../../db/query";
import type { Actor } from "../../core/access/actor";
import { Day } from "../../http/schemas";
import { CardFilters, conditionsOf } from "../cards";
import { fragment, type Query, scalar } from "./rows";

const { type, status, include_archived, at, ...filters } = CardFilters.shape;

/** The parameters that restrict the cards of a report. */
export const Filters = z.object(filters);

/** Filters as `Filters`, for a report at a date. */
export const FiltersAt = Filters.extend({
  at: Day.optional().meta({
    description: "The cards that are there at this date, as in 2026-01-31, with their `phase` at it",
  }),
});
export type Filters = z.infer<typeof FiltersAt>;

/**
 * Returns the conditions on the cards of a report.
 * @param typeKey their type; any, hidden ones too, without it
 * @param phaseAsOf the date at which a card must be in the phase that is asked for
 * @throws Problem 422 for an invalid combination of filters, 403 for costs that the actor may not see
 */
export function populationOf(
  actor: Actor,
  typeKey: string | undefined,
  { at, ...query }: Filters,
  phaseAsOf = at,
): Condition[] {
  const phaseDay = query.phase === undefined ? undefined : phaseAsOf;
  const { countable, others } = conditionsOf(actor, { ...query, type: typeKey, status: "ACTIVE", at: phaseDay }, []);
  return [
    // The list takes keys with commas between them, a report exactly one.
    ...(typeKey === undefined ? [] : [where("c.type = ?", typeKey)]),
    ...countable,
    ...others,
    ...(at === undefined ? [] : [livesAt(at)]),
  ];
}

/** Returns all active cards of a type; those that are there at a date, if one is given. */
export const activeCards = (typeKey: string, at?: string): Condition[] => [
  where("c.status = 'ACTIVE'"),
  where("c.type = ?", typeKey),
  ...(at === undefined ? [] : [livesAt(at)]),
];

/** Returns a query of the numbers (`seq`) of cards. */
export const numbersOf = (conditions: readonly Condition[]): Query =>
  fragment(`SELECT c.seq FROM cards c ${clause(conditions)}`, ...valuesOf(conditions));

/** The name of a card orders it among others, and its number those of the same name. */
export const BY_NAME = "ORDER BY c.name, c.seq";

/**
 * Returns a query of cards by name: their numbers, and texts.
 * @param text SQL for the text of a card `c`, with its values
 */
export const selectCards = (conditions: readonly Condition[], text: Query, order = BY_NAME): Query =>
  fragment(
    `SELECT c.seq, ${text.sql} FROM cards c ${clause(conditions)} ${order}`,
    ...text.values,
    ...valuesOf(conditions),
  );

/** Returns the member `phase` of a report at a date, with the comma before it; empty for a report without one. */
export function phaseMember(at: string | undefined): Query {
  if (at === undefined) return fragment("''");
  const phase = phaseAt(at);
  return fragment(`',"phase":' || ${scalar(phase.sql)}`, ...phase.values);
}
