/** All surveys. */
import { msg } from "@lingui/core/macro";
import { ClipboardList } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { surveysQuery } from "../../surveys/queries";

const Search = z.object({
  /** The state of what is listed; all without it. */
  status: z.optional(z.enum(["draft", "active", "closed"])),
  /** True while a new one is being named. */
  new: z.optional(z.boolean()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/surveys": z.input<typeof Search>;
  }
}

export const surveys = page({
  address: "/surveys",
  search: Search,
  title: msg`All surveys`,
  handbook: "surveys",
  icon: ClipboardList,
  rail: "surveys",
  right: "surveys.manage",
  help: msg`Ask the people of many cards whether what is recorded is still right`,
  data: ({ cache }) => void cache.prefetchQuery(surveysQuery),
  view: () => import("./view"),
});
