/** Tag groups and their tags. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { tagGroupsQuery } from "../../tags/queries";

const Search = z.object({
  /** The id of the group that is open next to the list. */
  group: z.optional(z.string()),
  /** The id of the tag that is open. */
  tag: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/tags": z.input<typeof Search>;
  }
}

export const tags = page({
  address: "/admin/tags",
  search: Search,
  title: msg`Tags`,
  handbook: "metamodel",
  rail: "admin",
  right: "tags.manage",
  data: ({ cache }) => void cache.prefetchQuery(tagGroupsQuery),
  view: () => import("./view"),
});
