/** A saved report by its id: it leads to the report, as it was saved. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/saved/$id": z.input<typeof Search>;
  }
}

export const savedReport = page({
  address: "/reports/saved/$id",
  search: Search,
  title: msg`Saved report`,
  handbook: "reports",
  shows: { kind: "report", place: (id) => ({ params: { id } }) },
  view: () => import("./view"),
});
