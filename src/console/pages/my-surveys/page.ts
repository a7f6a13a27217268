/** The surveys that I am asked to answer. */
import { msg } from "@lingui/core/macro";
import { ClipboardCheck } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { mySurveysQuery } from "../../surveys/queries";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/surveys/my": z.input<typeof Search>;
  }
}

export const mySurveys = page({
  address: "/surveys/my",
  search: Search,
  title: msg`To answer`,
  handbook: "surveys",
  icon: ClipboardCheck,
  rail: "surveys",
  right: "surveys.respond",
  help: msg`Questions about my cards that I have yet to answer`,
  data: ({ cache }) => void cache.prefetchQuery(mySurveysQuery),
  view: () => import("./view"),
});
