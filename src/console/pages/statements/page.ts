/** The statements of architecture work as a list. */
import { msg } from "@lingui/core/macro";
import { FileSignature } from "lucide-react";
import { z } from "zod/mini";
import { Listed } from "../../decisions/listed";
import { statementsQuery } from "../../decisions/queries";
import { page } from "../../navigation/page";

const Search = z.object({ state: Listed.state, text: Listed.text });

declare module "../../navigation/page" {
  interface Pages {
    "/ea-delivery/soaw": z.input<typeof Search>;
  }
}

export const statements = page({
  address: "/ea-delivery/soaw",
  search: Search,
  title: msg`Architecture work`,
  handbook: "decisions",
  icon: FileSignature,
  help: msg`What architects are asked to do for an initiative, and who has agreed to it`,
  rail: "decisions",
  right: "soaw.view",
  data: ({ cache }) => void cache.prefetchQuery(statementsQuery),
  view: () => import("./view"),
});
