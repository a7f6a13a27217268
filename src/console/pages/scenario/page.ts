/** A scenario by itself. */
import { msg } from "@lingui/core/macro";
import { Split } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { scenarioChangesQuery, scenarioQuery } from "../../scenarios/queries";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/scenarios/$id": z.input<typeof Search>;
  }
}

export const scenario = page({
  address: "/scenarios/$id",
  search: Search,
  title: msg`Scenario`,
  handbook: "scenarios",
  icon: Split,
  right: "inventory.view",
  data: ({ params, cache }) => {
    void cache.prefetchQuery(scenarioQuery(params.id));
    void cache.prefetchInfiniteQuery(scenarioChangesQuery(params.id));
  },
  view: () => import("./view"),
});
