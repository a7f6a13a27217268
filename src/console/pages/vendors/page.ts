/** Vendors: who supplies the landscape, in categories, and which names mean the same. */
import { msg } from "@lingui/core/macro";
import { Store } from "lucide-react";
import { z } from "zod/mini";
import { runsQuery, vendorsQuery } from "../../analysis/queries";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The list that is shown; the vendors one by one without it. */
  by: z.optional(z.enum(["category", "names"])),
  /** The name of what the list is sorted by; a minus before it turns the order around. */
  sort: z.optional(z.string()),
  /** The filter as text, as the field has it. */
  filter: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/analysis/vendors": z.input<typeof Search>;
  }
}

export const vendors = page({
  address: "/analysis/vendors",
  search: Search,
  title: msg`Vendors`,
  handbook: "analyses",
  icon: Store,
  rail: "analysis",
  right: "turbolens.view",
  switchedBy: "turbolens_enabled",
  help: msg`Who supplies the landscape, what it costs, when contracts end, and which names mean the same vendor`,
  data: ({ cache }) => {
    void cache.prefetchQuery(vendorsQuery);
    void cache.prefetchQuery(runsQuery);
  },
  view: () => import("./view"),
});
