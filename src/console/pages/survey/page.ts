/** A survey as it is built. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { audienceQuery, surveyQuery } from "../../surveys/queries";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/surveys/$id": z.input<typeof Search>;
  }
}

export const survey = page({
  address: "/surveys/$id",
  search: Search,
  title: msg`Survey`,
  handbook: "surveys",
  right: "surveys.manage",
  shows: { kind: "survey", place: (id) => ({ params: { id } }) },
  data: ({ params, cache }) => {
    void cache.prefetchQuery(surveyQuery(params.id));
    void cache.prefetchQuery(audienceQuery(params.id));
  },
  view: () => import("./view"),
});
