/** A session of the architect's wizard, step by step. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { assessmentQuery } from "../../analysis/queries";
import { STEPS } from "../../analysis/sessions";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The step that is shown; the first one without an answer without it. */
  step: z.optional(z.enum(STEPS)),
});

declare module "../../navigation/page" {
  interface Pages {
    "/analysis/architect/$id": z.input<typeof Search>;
  }
}

export const assessment = page({
  address: "/analysis/architect/$id",
  search: Search,
  title: msg`Session of the architect`,
  handbook: "analyses",
  right: "turbolens.view",
  switchedBy: "turbolens_enabled",
  data: ({ cache, params }) => void cache.prefetchQuery(assessmentQuery(params.id)),
  view: () => import("./view"),
});
