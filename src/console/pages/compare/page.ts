/** Compare: what differs between the landscape at two moments, or between a scenario and its base. */
import { msg } from "@lingui/core/macro";
import { GitCompareArrows } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient } from "../../reports/search";

const Day = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

/** A scenario, as in `scenario:` and its id. */
const InScenario = z.string().check(z.regex(/^scenario:[\da-f-]{36}$/));

const Search = z.object({
  /** The days whose ends are compared: a month ago, and now, without them. */
  from: lenient(Day),
  /** A day, or a scenario, which is compared with what it began with. */
  to: lenient(z.union([Day, InScenario])),
  /** The key of the type of the cards; all types without it. */
  type: lenient(z.string()),
  /** The way in which the cards differ. */
  change: lenient(z.enum(["added", "changed", "archived", "restored", "deleted"])),
  /** Conditions and words, as `src/console/filters/condition.ts` reads them. */
  filter: lenient(z.string()),
  /** The id of the card whose changes are open next to the list. */
  card: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/compare": z.input<typeof Search>;
  }
}

export const compare = page({
  address: "/compare",
  search: Search,
  title: msg`Compare`,
  handbook: "reports",
  icon: GitCompareArrows,
  rail: "maps",
  right: "reports.ea_dashboard",
  help: msg`What has changed between two days, or in a scenario: cards, fields, relations, costs and figures`,
  view: () => import("./view"),
});
