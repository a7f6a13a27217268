/** Duplicates: clusters of cards that look alike, side by side, and what is decided about them. */
import { msg } from "@lingui/core/macro";
import { Copy } from "lucide-react";
import { z } from "zod/mini";
import { clustersQuery, runsQuery } from "../../analysis/queries";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The clusters that are shown by their decision; those to decide without it. */
  status: z.optional(z.enum(["confirmed", "investigating", "dismissed"])),
  /** The id of the cluster that is open; the first one without it. */
  cluster: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/analysis/duplicates": z.input<typeof Search>;
  }
}

export const duplicates = page({
  address: "/analysis/duplicates",
  search: Search,
  title: msg`Duplicates`,
  handbook: "analyses",
  icon: Copy,
  rail: "analysis",
  right: "turbolens.view",
  switchedBy: "turbolens_enabled",
  help: msg`Cards that look alike, with what speaks for it and against it, and the decision`,
  data: ({ cache }) => {
    void cache.prefetchQuery(clustersQuery);
    void cache.prefetchQuery(runsQuery);
  },
  view: () => import("./view"),
});
