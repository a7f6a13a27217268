/** One's preferences about notifications. */
import { msg } from "@lingui/core/macro";
import { BellRing } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { preferencesQuery } from "../../notifications/preferences";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/notifications/preferences": z.input<typeof Search>;
  }
}

export const preferences = page({
  address: "/notifications/preferences",
  search: Search,
  title: msg`What I am notified of`,
  help: msg`What reaches you in the console, what by mail, and what not at all`,
  handbook: "working-together",
  icon: BellRing,
  data: ({ cache }) => void cache.prefetchQuery(preferencesQuery),
  view: () => import("./view"),
});
