/** Views as feeds for spreadsheets, and the tokens that open them. */
import { msg } from "@lingui/core/macro";
import { Rss } from "lucide-react";
import { z } from "zod/mini";
import { feedTokensQuery, viewsQuery } from "../../feeds/queries";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The id of the view whose address is shown. */
  view: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/feeds": z.input<typeof Search>;
  }
}

export const feeds = page({
  address: "/feeds",
  search: Search,
  title: msg`Feeds`,
  help: msg`Views of the inventory in Excel and Power BI, always as they are now`,
  handbook: "feeds",
  icon: Rss,
  rail: "maps",
  right: "bookmarks.manage",
  data: ({ cache }) => {
    void cache.prefetchQuery(viewsQuery);
    void cache.prefetchQuery(feedTokensQuery);
  },
  view: () => import("./view"),
});
