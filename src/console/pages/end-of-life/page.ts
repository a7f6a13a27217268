/** End of life: what is out of support or will be, and who runs on it. */
import { msg } from "@lingui/core/macro";
import { Hourglass } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  ...reportSearch,
  /** The one status that is shown alone. */
  status: lenient(z.enum(["eol", "approaching", "unknown", "supported"])),
  /** The name of what the list is sorted by, the end without one; a minus before it turns the order around. */
  sort: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/eol": z.input<typeof Search>;
  }
}

export const endOfLife = page({
  address: "/reports/eol",
  search: Search,
  title: msg`End of life`,
  handbook: "end-of-life",
  icon: Hourglass,
  rail: "maps",
  right: "reports.ea_dashboard",
  help: msg`What is out of support or will be, when, and what runs on it`,
  view: () => import("./view"),
});
