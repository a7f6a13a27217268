/** The portfolio: where to invest, migrate and let go. */
import { msg } from "@lingui/core/macro";
import { ChartScatter } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  ...reportSearch,
  /** The key of the type of the cards; applications without it. */
  type: lenient(z.string()),
  /** The keys of the fields across, up, of the area and of the shade; the area may be `none`. */
  x: lenient(z.string()),
  y: lenient(z.string()),
  size: lenient(z.string()),
  shade: lenient(z.string()),
  as: lenient(z.enum(["grid"])),
  /** The chosen cell: the key across, a tilde and the key up. */
  cell: lenient(z.string()),
  /** The one step of the legend that is shown alone. */
  step: lenient(z.string()),
  /** The id of the chosen card. */
  card: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/portfolio": z.input<typeof Search>;
  }
}

export const portfolio = page({
  address: "/reports/portfolio",
  search: Search,
  title: msg`Portfolio`,
  handbook: "reports",
  icon: ChartScatter,
  rail: "maps",
  right: "reports.portfolio",
  help: msg`Where to invest, migrate and let go: cards by two judgements, their cost and criticality`,
  view: () => import("./view"),
});
