/** Data quality: what cards lack, and what filling it would gain. */
import { msg } from "@lingui/core/macro";
import { ListChecks } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  ...reportSearch,
  /** The key of the type whose owners are listed; applications without it. */
  owners: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/data-quality": z.input<typeof Search>;
  }
}

export const dataQuality = page({
  address: "/reports/data-quality",
  search: Search,
  title: msg`Data quality`,
  handbook: "reports",
  icon: ListChecks,
  rail: "maps",
  right: "reports.ea_dashboard",
  help: msg`What cards lack, by type and by owner, and what helps most`,
  view: () => import("./view"),
});
