/** Cost: where the money goes, as areas next to a table. */
import { msg } from "@lingui/core/macro";
import { Coins } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  ...reportSearch,
  /** The key of the type of the cards; applications without it. */
  type: lenient(z.string()),
  /** The name of the groups: a card type, or `tag.` and the id of a tag group. */
  group: lenient(z.string()),
  shade: lenient(z.enum(["users", "ends"])),
  /** The one step of the legend that is shown alone. */
  step: lenient(z.string()),
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
  icon: Coins,
  rail: "maps",
  right: "reports.ea_dashboard",
  help: msg`Where the money goes: what each application costs, by domain, user and end`,
  view: () => import("./view"),
});
