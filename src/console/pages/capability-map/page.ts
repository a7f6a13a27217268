/** The capability map: what the business can do, shaded by what stands behind it. */
import { msg } from "@lingui/core/macro";
import { LayoutGrid } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  ...reportSearch,
  /** The figure that shades the cells; the number of applications without it. */
  lens: lenient(z.enum(["applications", "cost", "ends", "maturity"])),
  /** The levels that are drawn; those below are summed up. */
  levels: lenient(z.int().check(z.gte(1), z.lte(9))),
  /** The one step of the legend that is shown alone. */
  step: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/capability-map": z.input<typeof Search>;
  }
}

export const capabilityMap = page({
  address: "/reports/capability-map",
  search: Search,
  title: msg`Capability map`,
  handbook: "reports",
  icon: LayoutGrid,
  rail: "maps",
  right: "reports.ea_dashboard",
  help: msg`What the business can do, by applications, cost, ends of life or maturity`,
  view: () => import("./view"),
});
