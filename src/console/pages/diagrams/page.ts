/** The diagrams as a list. */
import { msg } from "@lingui/core/macro";
import { PenTool } from "lucide-react";
import { z } from "zod/mini";
import { diagramGroupsQuery, diagramsQuery } from "../../diagrams/queries";
import { page } from "../../navigation/page";

const Search = z.object({
  text: z.optional(z.string()),
  show: z.optional(z.enum(["mine", "favorites"])),
  group: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/diagrams": z.input<typeof Search>;
  }
}

export const diagrams = page({
  address: "/diagrams",
  search: Search,
  title: msg`Diagrams`,
  handbook: "diagrams",
  icon: PenTool,
  help: msg`Drawings with cards, which open what they show`,
  rail: "areas",
  right: "diagrams.view",
  data({ cache, search: { text, show, group } }) {
    void cache.prefetchQuery(diagramGroupsQuery);
    void cache.prefetchQuery(diagramsQuery(filtersOf({ text, show, group })));
  },
  view: () => import("./view"),
});

/** Returns the filters that an address carries. */
export const filtersOf = ({ text, show, group }: z.output<typeof Search>) => ({
  ...(text && { search: text }),
  ...(show === "mine" && { mine: true }),
  ...(show === "favorites" && { favorites: true }),
  ...(group && { group_id: group }),
});
