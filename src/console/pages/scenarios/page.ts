/** Scenarios: what if. */
import { msg } from "@lingui/core/macro";
import { Split } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient } from "../../reports/search";
import { scenariosQuery } from "../../scenarios/queries";

const Search = z.object({
  /** The state of what is listed; all without it. */
  state: lenient(z.enum(["draft", "proposed", "approved", "merged", "dropped"])),
  /** True while a new one is being named. */
  new: lenient(z.boolean()),
  /** The ids of those that are chosen, with commas between them. */
  chosen: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/scenarios": z.input<typeof Search>;
  }
}

export const scenarios = page({
  address: "/scenarios",
  search: Search,
  title: msg`Scenarios`,
  handbook: "scenarios",
  icon: Split,
  rail: "maps",
  right: "inventory.view",
  help: msg`Plan changes without making them, compare what comes of them, and merge them`,
  data: ({ cache }) => void cache.prefetchQuery(scenariosQuery),
  view: () => import("./view"),
});
