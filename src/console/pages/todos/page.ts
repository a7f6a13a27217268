/** My to-dos. */
import { msg } from "@lingui/core/macro";
import { ListTodo } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { myTodosQuery } from "../../todos/queries";

const Search = z.object({
  status: z.optional(z.enum(["open", "done"])),
});

declare module "../../navigation/page" {
  interface Pages {
    "/todos": z.input<typeof Search>;
  }
}

export const todos = page({
  address: "/todos",
  search: Search,
  title: msg`To-dos`,
  icon: ListTodo,
  help: msg`What others and I have asked me to do, by the day that it is due`,
  data: ({ search: { status = "open" }, cache }) => void cache.prefetchQuery(myTodosQuery(status)),
  view: () => import("./view"),
});
