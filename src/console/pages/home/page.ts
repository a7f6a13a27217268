/** Home. */
import { msg } from "@lingui/core/macro";
import { House } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { openTodosQuery } from "../../todos/queries";
import { brokenQuery, homeLayoutQuery, myCardsQuery } from "./queries";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/": z.input<typeof Search>;
  }
}

export const home = page({
  address: "/",
  search: Search,
  title: msg`Home`,
  handbook: "console",
  icon: House,
  rail: "top",
  data: ({ cache }) => {
    void cache.prefetchQuery(homeLayoutQuery);
    void cache.prefetchQuery(openTodosQuery);
    void cache.prefetchQuery(brokenQuery);
    void cache.prefetchQuery(myCardsQuery("missing"));
  },
  view: () => import("./view"),
});
