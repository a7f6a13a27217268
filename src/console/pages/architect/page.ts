/** The architect: sessions in which a requirement becomes a target architecture, step by step. */
import { msg } from "@lingui/core/macro";
import { DraftingCompass } from "lucide-react";
import { z } from "zod/mini";
import { assessmentsQuery } from "../../analysis/queries";
import { page } from "../../navigation/page";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/analysis/architect": z.input<typeof Search>;
  }
}

export const architect = page({
  address: "/analysis/architect",
  search: Search,
  title: msg`Architect`,
  handbook: "analyses",
  icon: DraftingCompass,
  rail: "analysis",
  right: "turbolens.view",
  switchedBy: "turbolens_enabled",
  help: msg`From a requirement to options, a target architecture and an initiative, step by step`,
  data: ({ cache }) => void cache.prefetchQuery(assessmentsQuery),
  view: () => import("./view"),
});
