/** Dependencies: what hangs on a card, and which data flows through it. */
import { msg } from "@lingui/core/macro";
import { Waypoints } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  ...reportSearch,
  /** The id of the card in the middle. */
  card: lenient(z.string()),
  /** The systems that a flow is followed over to each side; one without it, all for 6. */
  steps: lenient(z.int().check(z.gte(1), z.lte(6))),
  as: lenient(z.enum(["grid", "all"])),
});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/dependencies": z.input<typeof Search>;
  }
}

export const dependencies = page({
  address: "/reports/dependencies",
  search: Search,
  title: msg`Dependencies`,
  handbook: "reports",
  icon: Waypoints,
  rail: "maps",
  right: "reports.ea_dashboard",
  help: msg`What hangs on a card: the business above it, the data that flows through it, the technology below`,
  view: () => import("./view"),
});
