/** One initiative: what was said, what is planned, what it costs, what threatens. */
import { msg } from "@lingui/core/macro";
import { SquareKanban } from "lucide-react";
import { z } from "zod/mini";
import { cardQuery } from "../../cards/queries";
import { page } from "../../navigation/page";
import { planQuery, reportsQuery } from "../../projects/queries";

const Search = z.object({
  /** The part that is open: "reports", "tasks", "costs" or "risks"; the overview without it, or with another. */
  tab: z.optional(z.string()),
  /** The id of the task or package that is open next to the plan. */
  work: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/ppm/$id": z.input<typeof Search>;
  }
}

export const project = page({
  address: "/ppm/$id",
  search: Search,
  title: msg`Project`,
  handbook: "projects",
  icon: SquareKanban,
  right: "ppm.view",
  data: ({ params: { id }, cache }) => {
    for (const read of [cardQuery(id), reportsQuery(id), planQuery(id)]) void cache.prefetchQuery(read as never);
  },
  view: () => import("./view"),
});
