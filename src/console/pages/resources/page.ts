/** The people who do the work of the initiatives. */
import { msg } from "@lingui/core/macro";
import { UsersRound } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  filter: reportSearch.filter,
  /** The name of what it is sorted by, the open days without one; a minus before it turns the order around. */
  sort: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/ppm/resources": z.input<typeof Search>;
  }
}

export const resources = page({
  address: "/ppm/resources",
  search: Search,
  title: msg`Resources`,
  handbook: "projects",
  icon: UsersRound,
  rail: "projects",
  right: "ppm.view",
  switchedBy: "ppm_enabled",
  help: msg`Who has how much to do in projects, and what of it is late`,
  view: () => import("./view"),
});
