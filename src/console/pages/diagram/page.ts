/** A diagram. */
import { msg } from "@lingui/core/macro";
import { PenTool } from "lucide-react";
import { z } from "zod/mini";
import { diagramQuery } from "../../diagrams/queries";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The number of the page, from 0, of a file with several. */
  sheet: z.optional(z.number()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/diagrams/$id": z.input<typeof Search>;
  }
}

export const diagram = page({
  address: "/diagrams/$id",
  search: Search,
  title: msg`Diagram`,
  handbook: "diagrams",
  icon: PenTool,
  right: "diagrams.view",
  shows: { kind: "diagram", place: (id) => ({ params: { id } }) },
  data: ({ params: { id }, cache }) => void cache.prefetchQuery(diagramQuery(id)),
  view: () => import("./view"),
});
