/** A card: all that is known of it. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { cardQuery, qualityQuery, relationsQuery, rightsQuery } from "../../cards/queries";
import { page } from "../../navigation/page";
import { impactSearch } from "./impact/query";

const Search = z.object({
  /** The tab that is open, "impact" or "history", or the part that is shown first, as in addresses that the server has stored. */
  tab: z.optional(z.string()),
  subtab: z.optional(z.string()),
  /** The work that is begun at once: "relate", or "assign." and the key of a role. */
  doing: z.optional(z.string()),
  ...impactSearch,
});

declare module "../../navigation/page" {
  interface Pages {
    "/cards/$id": z.input<typeof Search>;
  }
}

export const card = page({
  address: "/cards/$id",
  search: Search,
  title: msg`Card`,
  handbook: "cards",
  right: "inventory.view",
  shows: { kind: "card", place: (id) => ({ params: { id } }) },
  data: ({ params: { id }, cache }) => {
    for (const read of [cardQuery(id), rightsQuery(id), qualityQuery(id), relationsQuery(id)])
      void cache.prefetchQuery(read as never);
  },
  view: () => import("./view"),
});
