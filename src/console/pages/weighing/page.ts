/** Scenarios side by side, on one page for those who decide. */
import { msg } from "@lingui/core/macro";
import { Scale } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient } from "../../reports/search";
import { scenariosQuery } from "../../scenarios/queries";

const Search = z.object({
  /** The ids of the scenarios, with commas between them. */
  scenarios: lenient(z.string()),
  /** The id of the scenario that they are compared with; the present without it. */
  base: lenient(z.string()),
  /** Criteria with weights, as `costs_of_years:5,risks:3`; without it nothing is weighed. */
  weights: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/scenarios/compare": z.input<typeof Search>;
  }
}

export const weighing = page({
  address: "/scenarios/compare",
  search: Search,
  title: msg`Scenarios side by side`,
  handbook: "scenarios",
  icon: Scale,
  right: "reports.ea_dashboard",
  help: msg`Up to four scenarios side by side: costs, applications, coverage, risks and projects, weighed if wanted`,
  data: ({ cache }) => void cache.prefetchQuery(scenariosQuery),
  view: () => import("./view"),
});
