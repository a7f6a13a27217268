/** A process: its flow and what each step runs on, its revisions, and how it was assessed. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { cardQuery, rightsQuery } from "../../cards/queries";
import { page } from "../../navigation/page";
import { flowQuery } from "../../processes/queries";
import { lenient } from "../../reports/search";

const Search = z.object({
  /** The tab that is open; the flow without it. */
  tab: lenient(z.enum(["assessments", "revisions"])),
  /** The version that is shown; without it the published one, or else the latest. */
  version: lenient(z.string()),
  /** True to show what waits for its approval, or else the latest draft. */
  draft: lenient(z.boolean()),
  /** The version that another one is compared with. */
  with: lenient(z.string()),
  /** The cards that stand below elements: the applications without it. */
  lens: lenient(z.enum(["data_object_id", "it_component_id"])),
});

declare module "../../navigation/page" {
  interface Pages {
    "/bpm/processes/$id": z.input<typeof Search>;
  }
}

export const process = page({
  address: "/bpm/processes/$id",
  search: Search,
  title: msg`Process`,
  handbook: "processes",
  right: "bpm.view",
  switchedBy: "bpm_enabled",
  data: ({ params: { id }, cache }) => {
    for (const read of [cardQuery(id), rightsQuery(id), flowQuery(id)]) void cache.prefetchQuery(read as never);
  },
  view: () => import("./view"),
});
