/** Compliance: what is lacking against the regulations, and what is decided about it. */
import { msg } from "@lingui/core/macro";
import { ShieldCheck } from "lucide-react";
import { z } from "zod/mini";
import { activeScanQuery, overviewQuery } from "../../compliance/queries";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The filter as text. */
  filter: z.optional(z.string()),
  /** The name of what each regulation is sorted by, the severity without one; a minus before it turns the order around. */
  sort: z.optional(z.string()),
  /** The id of the finding that is open next to the list. */
  finding: z.optional(z.string()),
  /** The picture above the list: causes, or regulations without it. */
  by: z.optional(z.enum(["cause"])),
});

declare module "../../navigation/page" {
  interface Pages {
    "/compliance": z.input<typeof Search>;
  }
}

export const compliance = page({
  address: "/compliance",
  search: Search,
  title: msg`Compliance`,
  handbook: "compliance",
  icon: ShieldCheck,
  rail: "risks",
  right: "compliance.view",
  help: msg`What is lacking against the regulations, why, and what is decided about it`,
  data: ({ cache }) => {
    void cache.prefetchQuery(overviewQuery);
    void cache.prefetchQuery(activeScanQuery);
  },
  view: () => import("./view"),
});
