/** Vendors on the wire. */
import { z } from "zod";
import { Day, Id, Instant, LINE, namedObject, Text } from "../../../http/schemas";
import { FileQuery } from "../../../http/tables";

const found = {
  engine: z.string().meta({ description: "`local`, or the model that has placed it" }),
  analysed_at: Instant.nullable(),
};
const Cost = z.number().meta({ description: "0 for those who may not see costs" });

export const VendorAnalysis = namedObject("VendorAnalysis", {
  id: Id,
  vendor_name: z.string(),
  category: z.string(),
  sub_category: z.string(),
  reasoning: z.string(),
  app_count: z.int(),
  total_cost: Cost,
  app_list: z.string().array().nullable(),
  provider_id: Id.nullable().meta({ description: "The card of the provider of this name" }),
  contract_end: z
    .string()
    .nullable()
    .meta({ description: "When the contract with the provider ends, as its card says" }),
  ...found,
});
export type VendorAnalysis = z.infer<typeof VendorAnalysis>;

export const VendorHierarchy = namedObject("VendorHierarchy", {
  id: Id,
  canonical_name: z.string(),
  vendor_type: z.string(),
  parent_id: Id.nullable(),
  aliases: z.string().array().nullable(),
  category: z.string().nullable(),
  sub_category: z.string().nullable(),
  app_count: z.int(),
  itc_count: z.int(),
  total_cost: Cost,
  confidence: z.number().nullable(),
  ...found,
});
export type VendorHierarchy = z.infer<typeof VendorHierarchy>;

/** Characters of a list of categories. */
const LONGEST_LIST = 5_000;

export const VendorFilters = z.object({
  search: Text(LINE).optional().meta({ description: "Only vendors with this in their names, in any case" }),
  category: Text(LONGEST_LIST)
    .optional()
    .meta({ description: "Only vendors of these categories, with bars between them" }),
  provider: z
    .enum(["known", "unknown"])
    .optional()
    .meta({ description: "Only vendors whose name a provider has, or none" }),
  contract_from: Day.optional().meta({ description: "Only vendors whose contract ends on this day or later" }),
  contract_to: Day.optional().meta({ description: "Only vendors whose contract ends on this day or before" }),
});
export type VendorFilters = z.infer<typeof VendorFilters>;

export const VendorExportQuery = VendorFilters.extend(FileQuery);
