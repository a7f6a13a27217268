/** The costs in a stored filter, which only users see who may see costs. */
import { type Actor, may } from "../../core/access/actor";
import { isCost } from "./feed/properties";
import { typesOf } from "./feed/stored-filter";

type Filters = Record<string, unknown> | null;

/** Returns the attributes of a filter, by whether they are costs. */
function splitAttributes(filters: Filters): { costs: [string, unknown][]; others: [string, unknown][] } {
  const attributes = filters?.["attributes"];
  const entries = typeof attributes === "object" && attributes !== null ? Object.entries(attributes) : [];
  const types = typesOf(filters);
  const { costs = [], others = [] } = Object.groupBy(entries, ([key]) => (isCost(types, key) ? "costs" : "others"));
  return { costs, others };
}

/** Returns a filter as an actor sees it: its conditions on costs are shown to those who may see costs. */
export function redactFilters(actor: Actor, filters: Filters): Filters {
  if (filters === null || may(actor, "costs.view")) return filters;
  const { costs, others } = splitAttributes(filters);
  return costs.length === 0 ? filters : { ...filters, attributes: Object.fromEntries(others) };
}

/** Returns a filter that an actor stores, with the conditions on costs that it had and that were hidden from the actor. */
export function keepHiddenCosts(actor: Actor, stored: Filters, asked: Filters): Filters {
  if (stored === null || asked === null || may(actor, "costs.view")) return asked;
  const { costs } = splitAttributes(stored);
  if (costs.length === 0) return asked;
  return {
    ...asked,
    attributes: { ...Object.fromEntries(splitAttributes(asked).others), ...Object.fromEntries(costs) },
  };
}
