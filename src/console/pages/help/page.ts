/** The handbook: its table of contents, and each of its pages. */
import { msg } from "@lingui/core/macro";
import { BookOpenText } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  /** Words that passages are found by. */
  find: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/help": z.input<typeof Search>;
    "/help/$page": z.input<typeof Search>;
  }
}

export const help = page({
  address: "/help",
  search: Search,
  title: msg`Handbook`,
  help: msg`How things are done, in words; searched without leaving the console`,
  handbook: "",
  icon: BookOpenText,
  view: () => import("./view"),
});

export const handbookPage = page({
  address: "/help/$page",
  search: Search,
  title: msg`Page of the handbook`,
  handbook: "",
  view: () => import("./view"),
});
