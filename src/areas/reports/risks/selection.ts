/** The risks that a report is about. */

import { clause, valuesOf } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import type { RiskAtTime } from "../../risks";
import { type Filters, populationOf } from "../population";
import { columnOf, fragment } from "../rows";
import type { Selection } from "./model";

/**
 * Returns a function that says whether a risk is asked for.
 * @throws Problem 422 for an invalid combination of filters, 403 for costs that the actor may not see
 */
export function selectorOf(
  actor: Actor,
  { type, status, category, closed, ...filters }: Selection & Filters,
): (risk: RiskAtTime) => boolean {
  const cards = [type, ...Object.values(filters)].some((filter) => filter !== undefined)
    ? cardsOf(actor, type, filters)
    : undefined;
  return (risk) =>
    (status ? status.includes(risk.status) : closed || risk.status !== "closed") &&
    (category === undefined || category.includes(risk.category)) &&
    (cards === undefined || !risk.cards.isDisjointFrom(cards));
}

/** Returns the ids of the cards of a population. */
function cardsOf(actor: Actor, type: string | undefined, filters: Filters): Set<string> {
  const conditions = populationOf(actor, type, filters);
  return new Set(columnOf(fragment(`SELECT c.id FROM cards c ${clause(conditions)}`, ...valuesOf(conditions))));
}
