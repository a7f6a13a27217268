/** A draft of a flow while it is drawn. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { cardQuery } from "../../cards/queries";
import { page } from "../../navigation/page";
import { flowQuery } from "../../processes/queries";
import { draftQuery } from "../../processes/saver";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/bpm/processes/$id/draw/$version": z.input<typeof Search>;
  }
}

export const drawFlow = page({
  address: "/bpm/processes/$id/draw/$version",
  search: Search,
  title: msg`Draft of a flow`,
  handbook: "processes",
  right: "bpm.view",
  switchedBy: "bpm_enabled",
  data: ({ params: { id, version }, cache }) => {
    for (const read of [cardQuery(id), flowQuery(id), draftQuery(id, version)]) void cache.prefetchQuery(read as never);
  },
  view: () => import("./view"),
});
