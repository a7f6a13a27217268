/** The history of analyses: what ran when, and what came of it. */
import { msg } from "@lingui/core/macro";
import { History } from "lucide-react";
import { z } from "zod/mini";
import { runsQuery } from "../../analysis/queries";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The status that is shown alone. */
  status: z.optional(z.enum(["running", "completed", "failed", "cancelled"])),
});

declare module "../../navigation/page" {
  interface Pages {
    "/analysis/runs": z.input<typeof Search>;
  }
}

export const analysisRuns = page({
  address: "/analysis/runs",
  search: Search,
  title: msg`Runs`,
  handbook: "analyses",
  icon: History,
  rail: "analysis",
  right: "turbolens.view",
  switchedBy: "turbolens_enabled",
  help: msg`Which analyses ran when, who answered them, and what came of it`,
  data: ({ cache }) => void cache.prefetchQuery(runsQuery),
  view: () => import("./view"),
});
