/** A portal, as anybody reads it. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { portalCardsQuery, publicPortalQuery } from "../../portals/queries";
import { settingsQuery } from "../../server/session";

const Search = z.object({
  /** A part of names or descriptions. */
  search: z.optional(z.string()),
  subtype: z.optional(z.string()),
  /** The id of the tag that cards have. */
  tag: z.optional(z.string()),
  /** The values that cards have, by the keys of their attributes. */
  values: z.optional(z.record(z.string(), z.string())),
  /** The ids of cards that cards are related to, by the keys of relation types. */
  related: z.optional(z.record(z.string(), z.string())),
  page: z.optional(z.number()),
  /** The id of the card that is open. */
  card: z.optional(z.string()),
});
type Search = z.infer<typeof Search>;

declare module "../../navigation/page" {
  interface Pages {
    "/portal/$slug": z.input<typeof Search>;
  }
}

/** Returns the filters of the API for what the address says. */
export const filterOf = ({ search, subtype, tag, values, related, page: number = 1 }: Search) => ({
  page: number,
  ...(search && { search }),
  ...(subtype && { subtype }),
  ...(tag && { tag_ids: tag }),
  ...(values && { attr_filters: JSON.stringify(values) }),
  ...(related && { relation_filters: JSON.stringify(related) }),
});

export const portal = page({
  address: "/portal/$slug",
  search: Search,
  title: msg`Portal`,
  anonymous: true,
  data: async ({ params, search, cache }) => {
    void cache.prefetchQuery(publicPortalQuery(params.slug));
    void cache.prefetchQuery(portalCardsQuery(params.slug, filterOf(search)));
    await cache.ensureQueryData(settingsQuery);
  },
  view: () => import("./view"),
});
