/** The lists that administrators look after: regulations, kinds of links and files, principles. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { principlesQuery, regulationsQuery, resourceTypesQuery } from "./queries";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/lists": z.input<typeof Search>;
  }
}

export const lists = page({
  address: "/admin/lists",
  search: Search,
  title: msg`Lists`,
  handbook: "metamodel",
  rail: "admin",
  right: "admin.metamodel",
  help: msg`Regulations, kinds of links and files, and principles`,
  data: ({ cache }) => {
    for (const query of [regulationsQuery, resourceTypesQuery, principlesQuery])
      void cache.prefetchQuery(query as typeof regulationsQuery);
  },
  view: () => import("./view"),
});
