/** The export of vendors as a table. */
import { type Actor, may } from "../../../core/access/actor";
import { type Column, columns, type tableMedia, tableResponse } from "../../../http/tables";
import { listVendors } from "./list";
import type { VendorAnalysis, VendorFilters } from "./model";

const COLUMNS: Column[] = columns(
  ...["vendor_name", "category", "sub_category", "reasoning", "contract_end", "provider_id", "app_count", "app_list"],
  ...["engine", "analysed_at"],
);
const COST: Column[] = columns("total_cost");

/** Checks whether a vendor matches filters. */
function matches(vendor: VendorAnalysis, filters: VendorFilters): boolean {
  const { search = "", category, provider, contract_from: from, contract_to: to } = filters;
  const { contract_end: end } = vendor;
  return (
    vendor.vendor_name.toLowerCase().includes(search.toLowerCase()) &&
    (category === undefined || category.split("|").includes(vendor.category)) &&
    (provider === undefined || (provider === "known") === (vendor.provider_id !== null)) &&
    (from === undefined || (end !== null && end >= from)) &&
    (to === undefined || (end !== null && end <= to))
  );
}

/**
 * Streams the vendors that match as a table, their costs only to those who may see them.
 * @param bom whether CSV begins with a byte order mark
 */
export function exportVendors(
  actor: Actor,
  filters: VendorFilters,
  format: keyof typeof tableMedia,
  bom?: boolean,
): Response {
  const rows = listVendors(actor).filter((vendor) => matches(vendor, filters));
  const shown = may(actor, "costs.view") ? [...COLUMNS, ...COST] : COLUMNS;
  return tableResponse({ name: "vendors", columns: shown, rows: () => rows }, format, bom);
}
