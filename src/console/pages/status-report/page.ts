/** A status report: one page, written in its place and printed. */
import { msg } from "@lingui/core/macro";
import { FileText } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { reportsQuery } from "../../projects/queries";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/ppm/$id/reports/$report": z.input<typeof Search>;
  }
}

export const statusReport = page({
  address: "/ppm/$id/reports/$report",
  search: Search,
  title: msg`Status report`,
  handbook: "projects",
  icon: FileText,
  right: "ppm.view",
  data: ({ params: { id }, cache }) => void cache.prefetchQuery(reportsQuery(id) as never),
  view: () => import("./view"),
});
