/** One's second factors. */
import { msg } from "@lingui/core/macro";
import { ShieldCheck } from "lucide-react";
import { z } from "zod/mini";
import { factorsQuery } from "../../factors/queries";
import { page } from "../../navigation/page";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/account/security": z.input<typeof Search>;
  }
}

export const security = page({
  address: "/account/security",
  search: Search,
  title: msg`Second factors`,
  help: msg`What you are asked for in addition to your password`,
  handbook: "signing-in",
  icon: ShieldCheck,
  data: ({ cache }) => void cache.prefetchQuery(factorsQuery),
  view: () => import("./view"),
});
