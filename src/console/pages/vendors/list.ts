/** The list of vendors: its order, and the groups of its categories. */
import type { Vendor } from "../../analysis/queries";

const LAST = "9999";

const VALUES: Record<string, (vendor: Vendor) => string | number> = {
  cost: ({ total_cost }) => total_cost,
  name: ({ vendor_name }) => vendor_name.toLocaleLowerCase(),
  category: ({ category }) => category,
  end: ({ contract_end }) => contract_end ?? LAST,
  cards: ({ app_count }) => app_count,
};

/** Returns the vendors by a value, those of the same value by name. @param sort as in `-cards` */
export function sorted(vendors: readonly Vendor[], sort: string): Vendor[] {
  const sign = sort.startsWith("-") ? -1 : 1;
  const value = VALUES[sort.replace(/^-/, "")] ?? (VALUES["name"] as (vendor: Vendor) => string);
  return vendors.toSorted((one, other) => {
    const [left, right] = [value(one), value(other)];
    if (left === right) return one.vendor_name.localeCompare(other.vendor_name);
    return left < right ? -sign : sign;
  });
}

export type Category = { name: string; vendors: number; cards: number; cost: number };

/** Returns the categories with what their vendors add up to, the largest first. */
export const categoriesOf = (vendors: readonly Vendor[]): Category[] =>
  [...Map.groupBy(vendors, ({ category }) => category)]
    .map(([name, some]) => ({
      name,
      vendors: some.length,
      cards: some.reduce((sum, { app_count }) => sum + app_count, 0),
      cost: some.reduce((sum, { total_cost }) => sum + total_cost, 0),
    }))
    .sort((one, other) => other.cost - one.cost || other.cards - one.cards || one.name.localeCompare(other.name));
