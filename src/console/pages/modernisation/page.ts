/** Modernisation: what should be renewed, why, how urgent it is and what it takes. */
import { msg } from "@lingui/core/macro";
import { Sprout } from "lucide-react";
import { z } from "zod/mini";
import { modernisationsQuery, runsQuery } from "../../analysis/queries";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The priority that is shown alone. */
  priority: z.optional(z.enum(["critical", "high", "medium", "low"])),
  /** The name of what the list is sorted by, the urgency without it; a minus before it turns the order around. */
  sort: z.optional(z.string()),
  /** The id of the recommendation that is open next to the list. */
  advice: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/analysis/modernisation": z.input<typeof Search>;
  }
}

export const modernisation = page({
  address: "/analysis/modernisation",
  search: Search,
  title: msg`Modernisation`,
  handbook: "analyses",
  icon: Sprout,
  rail: "analysis",
  right: "turbolens.view",
  switchedBy: "turbolens_enabled",
  help: msg`What should be renewed, with the facts that led to it`,
  data: ({ cache }) => {
    void cache.prefetchQuery(modernisationsQuery);
    void cache.prefetchQuery(runsQuery);
  },
  view: () => import("./view"),
});
