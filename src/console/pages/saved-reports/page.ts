/** The reports that are saved, one's own and those of others. */
import { msg } from "@lingui/core/macro";
import { Bookmark } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { savedReportsQuery } from "../../reports/queries";

const Search = z.object({
  /** A part of names. */
  name: z.optional(z.string()),
  /** The id of the report that is open next to the list. */
  report: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/saved": z.input<typeof Search>;
  }
}

export const savedReports = page({
  address: "/reports/saved",
  search: Search,
  title: msg`Saved reports`,
  help: msg`Reports as somebody has set them up, one's own and those of others`,
  handbook: "reports",
  icon: Bookmark,
  rail: "maps",
  data: ({ cache }) => void cache.prefetchQuery(savedReportsQuery),
  view: () => import("./view"),
});
