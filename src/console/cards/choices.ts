/** The values that a filter offers, with how many cards of the list have each. */
import type { Choice } from "../filters/picker";
import type { Schemas } from "../server/client";
import type { ListedField } from "./listed-fields";

/** Returns the choices of a field: what the metamodel knows, then what only the list has. */
export function choicesOf({ facet, values = [] }: ListedField, summary: Schemas["CardList"] | undefined): Choice[] {
  const counted = (facet && summary?.facets?.[facet]) || [];
  const counts = new Map(counted.map(({ value, count }) => [String(value), count]));
  const known = values.map((one) => ({
    ...one,
    ...(counts.has(one.value) && { count: counts.get(one.value) as number }),
  }));
  const names = new Set(values.map(({ value }) => value));
  const others = counted
    .filter(({ value }) => value !== null && !names.has(String(value)))
    .map(({ value, count, label }) => ({ value: String(value), label: label ?? String(value), count }));
  return [...known, ...others];
}
