/** The roadmap: what lives when, what follows what, what ends. */
import { msg } from "@lingui/core/macro";
import { ChartGantt } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  ...reportSearch,
  /** The key of the type whose cards are drawn; applications without it. */
  type: lenient(z.string()),
  /** The key of the type that they are grouped by, or `none`. */
  group: lenient(z.string()),
  /** The ids of the groups that are folded, between commas. */
  folded: lenient(z.string()),
  /** The months in which the ends at the side lie. */
  months: lenient(z.literal(12)),
});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/roadmap": z.input<typeof Search>;
  }
}

export const roadmap = page({
  address: "/reports/roadmap",
  search: Search,
  title: msg`Life cycle roadmap`,
  handbook: "reports",
  icon: ChartGantt,
  rail: "maps",
  right: "reports.ea_dashboard",
  help: msg`What lives when, what follows what, and what ends`,
  view: () => import("./view"),
});
