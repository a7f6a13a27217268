/** ServiceNow: connections, mappings, runs and what waits for a decision. */
import { msg } from "@lingui/core/macro";
import { Cable } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { connectionsQuery, mappingsQuery, syncRunsQuery } from "../../servicenow/queries";

const Search = z.object({
  /** The id of the connection, mapping or run that is open next to the lists. */
  connection: z.optional(z.string()),
  mapping: z.optional(z.string()),
  run: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/servicenow": z.input<typeof Search>;
  }
}

export const servicenow = page({
  address: "/admin/servicenow",
  search: Search,
  title: msg`ServiceNow`,
  handbook: "servicenow",
  icon: Cable,
  rail: "admin",
  right: "servicenow.manage",
  help: msg`Connections to ServiceNow, what is mapped to what, what ran, and what waits for a decision`,
  data: ({ cache }) => {
    void cache.prefetchQuery(connectionsQuery);
    void cache.prefetchQuery(mappingsQuery);
    void cache.prefetchQuery(syncRunsQuery);
  },
  view: () => import("./view"),
});
