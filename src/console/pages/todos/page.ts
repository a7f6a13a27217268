/** To-dos: what I have to do, and what I have asked of others. */
import { msg } from "@lingui/core/macro";
import { ListTodo } from "lucide-react";
import type { z } from "zod/mini";
import { page } from "../../navigation/page";
import { todosQuery } from "../../todos/queries";
import { filtersOf, Search } from "./listed";

declare module "../../navigation/page" {
  interface Pages {
    "/todos": z.input<typeof Search>;
  }
}

export const todos = page({
  address: "/todos",
  search: Search,
  title: msg`To-dos`,
  handbook: "working-together",
  icon: ListTodo,
  help: msg`What others and I have asked me to do, by the day that it is due`,
  data: ({ search, cache }) => void cache.prefetchQuery(todosQuery(filtersOf(search))),
  view: () => import("./view"),
});
