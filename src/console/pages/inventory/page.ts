/** The inventory: the landscape in one grid. */
import { msg } from "@lingui/core/macro";
import { Table2 } from "lucide-react";
import { z } from "zod/mini";
import { relationTypesQuery } from "../../metamodel/fields";
import { typesQuery } from "../../metamodel/queries";
import { page } from "../../navigation/page";
import { tagGroupsQuery } from "../../tags/queries";

const Search = z.object({
  /** The key of the one type; cards of all types without it. */
  type: z.optional(z.string()),
  /** Conditions and words, as `src/console/filters/condition.ts` reads them. */
  filter: z.optional(z.string()),
  /** The name of what the list is sorted by; a minus before it turns the order around. */
  sort: z.optional(z.string()),
  /** The columns by name, between commas, and the widths in px that some were given, as in `lifecycle:220`. */
  columns: z.optional(z.string()),
  widths: z.optional(z.string()),
  /** The name of what the list is grouped by. */
  group: z.optional(z.string()),
  /** True for the hierarchy as a tree. */
  tree: z.optional(z.boolean()),
  as: z.optional(z.enum(["grid", "timeline"])),
  facets: z.optional(z.boolean()),
  /** True for the cards that are archived, in place of those that aren't. */
  archived: z.optional(z.boolean()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/inventory": z.input<typeof Search>;
  }
}

export const inventory = page({
  address: "/inventory",
  search: Search,
  title: msg`Inventory`,
  handbook: "cards",
  icon: Table2,
  rail: "top",
  right: "inventory.view",
  lists: (type) => ({ type }),
  help: msg`All cards in one grid: filter, sort, edit and export them`,
  data: ({ cache }) => {
    void cache.prefetchQuery(typesQuery);
    void cache.prefetchQuery(relationTypesQuery);
    void cache.prefetchQuery(tagGroupsQuery);
  },
  view: () => import("./view"),
});
