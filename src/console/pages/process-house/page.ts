/** The process house: every process on one page, shaded by a figure of it. */
import { msg } from "@lingui/core/macro";
import { LayoutPanelTop } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  ...reportSearch,
  /** The capabilities, or the value streams, by their processes; the house without it. */
  show: lenient(z.enum(["capabilities", "streams"])),
  /** The figure that shades capabilities; the number of their processes without it. */
  metric: lenient(z.enum(["maturity", "strategicImportance"])),
  /** True for capabilities as a table. */
  table: lenient(z.boolean()),
  /** The figure that shades the cells; the maturity without it. */
  lens: lenient(z.enum(["automation", "risk", "applications", "cost"])),
  /** The levels that are drawn; all without it. */
  levels: lenient(z.int().check(z.gte(1), z.lte(3))),
  /** The one step of the legend that is shown alone, or a mark. */
  step: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/bpm/processes": z.input<typeof Search>;
  }
}

export const processHouse = page({
  address: "/bpm/processes",
  search: Search,
  title: msg`Process house`,
  handbook: "processes",
  icon: LayoutPanelTop,
  rail: "processes",
  right: "reports.bpm_dashboard",
  switchedBy: "bpm_enabled",
  help: msg`All processes on one page, by maturity, automation, risk, applications or cost`,
  view: () => import("./view"),
});
