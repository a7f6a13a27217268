/** The answers to a survey. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { responsesQuery, surveyQuery } from "../../surveys/queries";

const Search = z.object({
  /** The state of what is listed; all without it. */
  status: z.optional(z.enum(["pending", "completed", "applied"])),
  /** The id of the person whose answers are listed. */
  person: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/surveys/$id/results": z.input<typeof Search>;
  }
}

export const surveyResults = page({
  address: "/surveys/$id/results",
  search: Search,
  title: msg`Answers to a survey`,
  handbook: "surveys",
  right: "surveys.manage",
  data: ({ params, cache }) => {
    void cache.prefetchQuery(surveyQuery(params.id));
    void cache.prefetchQuery(responsesQuery(params.id));
  },
  view: () => import("./view"),
});
