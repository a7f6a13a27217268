/** One's access tokens. */
import { msg } from "@lingui/core/macro";
import { KeyRound } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { tokensQuery } from "../../tokens/queries";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/account/tokens": z.input<typeof Search>;
  }
}

export const tokens = page({
  address: "/account/tokens",
  search: Search,
  title: msg`Access tokens`,
  help: msg`With what scripts, dashboards and spreadsheets call Stoa in your name`,
  handbook: "tokens",
  icon: KeyRound,
  data: ({ cache }) => void cache.prefetchQuery(tokensQuery(undefined)),
  view: () => import("./view"),
});
