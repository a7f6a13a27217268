/** Cost: where the money goes. */
import { msg } from "@lingui/core/macro";
import { Coins } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  ...reportSearch,
  /** The key of the type of the cards; applications without it. */
  type: lenient(z.string()),
  /** The key of the cost; the first of the type without it. */
  field: lenient(z.string()),
  /** The groups: `none`, the key of a type, or `tag.` with the id of a tag group. */
  group: lenient(z.string()),
  shade: lenient(z.enum(["users", "fit", "ends"])),
  /** The one step of the legend that is shown alone. */
  step: lenient(z.string()),
  /** The name of the one group that is shown. */
  inside: lenient(z.string()),
  as: lenient(z.enum(["grid"])),
  /** The id of the card that is chosen. */
  card: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/cost": z.input<typeof Search>;
  }
}

export const cost = page({
  address: "/reports/cost",
  search: Search,
  title: msg`Cost`,
  handbook: "reports",
  icon: Coins,
  rail: "maps",
  right: "reports.ea_dashboard",
  help: msg`What cards cost a year, in groups, by users, fit or end of life`,
  view: () => import("./view"),
});
