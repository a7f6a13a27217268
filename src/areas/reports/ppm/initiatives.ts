/** The initiatives that a report is about, and what is said of each of them. */

import type { Condition } from "../../../../db/query";
import { type Actor, CARDS_WITH_OPENED_COSTS, may } from "../../../core/access/actor";
import { INITIATIVE } from "../../ppm";
import { type Filters, populationOf } from "../population";
import { fragment, type Query } from "../rows";

/** Returns the conditions on the initiatives of a report: they are active, and the filters let them through. */
export const initiativesOf = (actor: Actor, filters: Filters): Condition[] => populationOf(actor, INITIATIVE, filters);

/** Returns SQL for whether the actor may see the costs of a card `c`. */
export const seesCostsSql = (actor: Actor): Query =>
  may(actor, "costs.view") ? fragment("TRUE") : fragment(`c.seq IN (${CARDS_WITH_OPENED_COSTS})`, actor.userId);

/** Returns SQL for an attribute of a card `c` as JSON text, if its value is of one of some kinds; else `null`. */
export const attributeSql = (key: string, ...kinds: string[]): string =>
  `iif(json_type(c.attributes, '$.${key}') IN (${kinds.map((kind) => `'${kind}'`).join(", ")}), c.attributes -> '$.${key}', 'null')`;

/** Returns the exact sum of stored amounts of a kind of line, for an initiative `c`. */
export const sumSql = (table: "ppm_budget_lines" | "ppm_cost_lines", category?: "capex" | "opex"): string => {
  const amount = table === "ppm_budget_lines" ? "amount" : "actual";
  const ofCategory = category === undefined ? "" : ` AND l.category = '${category}'`;
  return `(SELECT coalesce(sum(l.${amount}), 0) FROM ${table} l WHERE l.initiative_id = c.id${ofCategory})`;
};
