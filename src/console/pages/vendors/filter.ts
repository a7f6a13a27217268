/** The filters of vendors: by their categories, the ends of their contracts, and whether a provider has their name. */
import { t } from "@lingui/core/macro";
import type { Vendor } from "../../analysis/queries";
import { type Condition, conditionOn, type Filter } from "../../filters/condition";
import type { FilterableField } from "../../filters/field";

/** Returns the fields that vendors are filtered by. @param all whose categories there are */
export function vendorFields(all: readonly Vendor[]): FilterableField[] {
  const byCategory = Map.groupBy(all, ({ category }) => category);
  const categories = [...byCategory].map(([name, some]) => ({ value: name, label: name, count: some.length }));
  const known = all.filter(({ provider_id }) => provider_id !== null).length;
  return [
    {
      name: "category",
      label: t`Category`,
      choices: categories.toSorted((one, other) => one.label.localeCompare(other.label)),
      isNumber: false,
      isPlain: true,
    },
    {
      name: "provider",
      label: t`Card of the provider`,
      choices: [
        { value: "known", label: t`known`, count: known },
        { value: "unknown", label: t`missing`, count: all.length - known },
      ],
      isNumber: false,
      isPlain: true,
    },
    { name: "contract_end", label: t`Contract ends`, choices: [], isNumber: true },
  ];
}

const valuesOf = (condition: Condition | undefined): readonly string[] =>
  condition?.kind === "values" ? condition.values : [];

/** Returns the parameters of the export for a filter. */
export function exportParameters(filter: Filter): Record<string, string> {
  const category = valuesOf(conditionOn(filter, "category"));
  const provider = valuesOf(conditionOn(filter, "provider"));
  const end = conditionOn(filter, "contract_end");
  const { from, to } = end?.kind === "range" ? end : { from: "", to: "" };
  return {
    ...(filter.search && { search: filter.search }),
    ...(category.length > 0 && { category: category.join("|") }),
    ...(provider.length === 1 && { provider: provider[0] }),
    ...(from && { contract_from: from }),
    ...(to && { contract_to: to }),
  } as Record<string, string>;
}

/** Checks whether a vendor matches a filter, as the export does. */
export function matches(vendor: Vendor, filter: Filter): boolean {
  const { search = "", category, provider, contract_from: from, contract_to: to } = exportParameters(filter);
  const { contract_end: end } = vendor;
  return (
    vendor.vendor_name.toLocaleLowerCase().includes(search.toLocaleLowerCase()) &&
    (category === undefined || category.split("|").includes(vendor.category)) &&
    (provider === undefined || (provider === "known") === (vendor.provider_id !== null)) &&
    (from === undefined || (end !== null && end >= from)) &&
    (to === undefined || (end !== null && end <= to))
  );
}
