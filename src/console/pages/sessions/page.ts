/** One's sessions and sign-ins. */
import { msg } from "@lingui/core/macro";
import { MonitorSmartphone } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { sessionsQuery, signInsQuery } from "../../sessions/queries";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/account/sessions": z.input<typeof Search>;
  }
}

export const sessions = page({
  address: "/account/sessions",
  search: Search,
  title: msg`Sessions`,
  help: msg`Where you are logged in, and who has tried it`,
  handbook: "accounts",
  icon: MonitorSmartphone,
  data: ({ cache }) => {
    void cache.prefetchQuery(sessionsQuery(undefined));
    void cache.prefetchQuery(signInsQuery);
  },
  view: () => import("./view"),
});
