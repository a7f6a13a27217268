/** The portfolio of initiatives. */
import { msg } from "@lingui/core/macro";
import { SquareKanban } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  filter: reportSearch.filter,
  /** The name of what it is sorted by, the budget without one; a minus before it turns the order around. */
  sort: lenient(z.string()),
  /** The groups: the hierarchy without it, `none`, or the key of a card type. */
  group: lenient(z.string()),
  as: lenient(z.enum(["gantt"])),
  /** True for those that are under way and nobody has reported on. */
  unreported: lenient(z.boolean()),
  /** A judgement of the latest reports, as in `cost_health.atRisk`; `noReport` for those without one. */
  health: lenient(z.string()),
  /** The id of the initiative that is open next to the list. */
  initiative: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/ppm": z.input<typeof Search>;
  }
}

export const projects = page({
  address: "/ppm",
  search: Search,
  title: msg`Project portfolio`,
  handbook: "projects",
  icon: SquareKanban,
  rail: "projects",
  right: "ppm.view",
  switchedBy: "ppm_enabled",
  help: msg`Which initiative stands where, and whether its money keeps pace with its time`,
  view: () => import("./view"),
});
