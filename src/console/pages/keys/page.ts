/** The page of keys. */
import { msg } from "@lingui/core/macro";
import { Keyboard } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/keys": z.input<typeof Search>;
  }
}

export const keys = page({
  address: "/keys",
  search: Search,
  title: msg`Keys`,
  help: msg`Every command and its key`,
  handbook: "console",
  icon: Keyboard,
  view: () => import("./view"),
});
