/** Applying the answers to a survey. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { responsesQuery, surveyQuery } from "../../surveys/queries";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/surveys/$id/apply": z.input<typeof Search>;
  }
}

export const surveyApply = page({
  address: "/surveys/$id/apply",
  search: Search,
  title: msg`Apply the answers to a survey`,
  handbook: "surveys",
  right: "surveys.manage",
  data: ({ params, cache }) => {
    void cache.prefetchQuery(surveyQuery(params.id));
    void cache.prefetchQuery(responsesQuery(params.id));
  },
  view: () => import("./view"),
});
