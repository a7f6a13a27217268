/** Links of cards to products whose life cycles are known: found for all cards at once, and confirmed. */
import { msg } from "@lingui/core/macro";
import { Link2 } from "lucide-react";
import { z } from "zod/mini";
import { sourceQuery } from "../../eol/queries";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The type whose cards are looked up; components without it. */
  type: z.optional(z.enum(["ITComponent", "Application"])),
  /** The cards that are shown; those with a proposal without it. */
  show: z.optional(z.enum(["linked", "unknown", "all"])),
  /** The id of the card that is open next to the list. */
  card: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/eol/links": z.input<typeof Search>;
  }
}

export const endOfLifeLinks = page({
  address: "/reports/eol/links",
  search: Search,
  title: msg`Links to products`,
  handbook: "end-of-life",
  icon: Link2,
  right: "eol.manage",
  help: msg`Finds which products cards mean, so that their life cycles follow those of the products`,
  data: ({ cache }) => void cache.prefetchQuery(sourceQuery),
  view: () => import("./view"),
});
