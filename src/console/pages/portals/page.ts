/** Portals: pages that anybody can read. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { portalsQuery } from "../../portals/queries";

const Search = z.object({
  /** The id of the portal that is open next to the list. */
  portal: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/portals": z.input<typeof Search>;
  }
}

export const portals = page({
  address: "/admin/portals",
  search: Search,
  title: msg`Portals`,
  handbook: "web-portals",
  rail: "admin",
  right: "web_portals.manage",
  help: msg`Pages that show cards of a type to anybody, without an account`,
  data: ({ cache }) => void cache.prefetchQuery(portalsQuery),
  view: () => import("./view"),
});
