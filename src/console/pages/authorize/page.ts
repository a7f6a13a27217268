/** The question of a program that wants to be connected: who it says that it is, and what it may do. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The parameters of the program's request as one text, in which the server has packed them. */
  request: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/authorize": z.input<typeof Search>;
  }
}

export const authorize = page({
  address: "/authorize",
  search: Search,
  title: msg`Connect an assistant`,
  handbook: "assistants",
  view: () => import("./view"),
});
