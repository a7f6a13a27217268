/** The company's directory: how it is connected, its groups, and the roles that they give. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { groupsQuery, rulesQuery } from "./queries";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/directory": z.input<typeof Search>;
  }
}

export const directory = page({
  address: "/admin/directory",
  search: Search,
  title: msg`Directory`,
  help: msg`People and groups of the company, and the roles that groups give`,
  handbook: "directory",
  rail: "admin",
  right: "admin.users",
  data: ({ cache }) => {
    void cache.prefetchQuery(rulesQuery);
    void cache.prefetchQuery(groupsQuery);
  },
  view: () => import("./view"),
});
