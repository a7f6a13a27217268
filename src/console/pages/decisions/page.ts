/** The architecture decisions as a list. */
import { msg } from "@lingui/core/macro";
import { Scale } from "lucide-react";
import { z } from "zod/mini";
import { Listed } from "../../decisions/listed";
import { decisionsQuery } from "../../decisions/queries";
import { page } from "../../navigation/page";

const Search = z.object(Listed);

declare module "../../navigation/page" {
  interface Pages {
    "/ea-delivery/adr": z.input<typeof Search>;
  }
}

export const decisions = page({
  address: "/ea-delivery/adr",
  search: Search,
  title: msg`Decisions (ADR)`,
  handbook: "decisions",
  icon: Scale,
  help: msg`What was decided about the architecture, why, and who has signed it`,
  rail: "decisions",
  right: "adr.view",
  data: ({ cache }) => void cache.prefetchQuery(decisionsQuery),
  view: () => import("./view"),
});
