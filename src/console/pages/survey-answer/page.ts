/** Answering a survey about a card, one question at a time. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { formQuery, myCardsQuery } from "../../surveys/queries";

const Search = z.object({
  /** The key of the field that is asked about: the first that isn't answered without it. */
  question: z.optional(z.string()),
  /** True once everything is answered. */
  done: z.optional(z.boolean()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/surveys/$id/respond/$card": z.input<typeof Search>;
  }
}

export const surveyAnswer = page({
  address: "/surveys/$id/respond/$card",
  search: Search,
  title: msg`Answer a survey`,
  handbook: "surveys",
  right: "surveys.respond",
  data: ({ params, cache }) => {
    void cache.prefetchQuery(formQuery(params.id, params.card));
    void cache.prefetchQuery(myCardsQuery(params.id));
  },
  view: () => import("./view"),
});
