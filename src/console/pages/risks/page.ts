/** The risk register. */
import { msg } from "@lingui/core/macro";
import { ShieldAlert } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { riskMatrixQuery } from "../../risks/queries";

const Search = z.object({
  /** The filter as text; what isn't closed without it. */
  filter: z.optional(z.string()),
  /** The name of what it is sorted by, the level before mitigation without one; a minus before it turns the order around. */
  sort: z.optional(z.string()),
  /** The picture above the list: both matrices without it, or the levels over time. */
  picture: z.catch(z.optional(z.enum(["time"])), undefined),
  /** The span of the levels over time; a year without it. */
  span: z.catch(z.optional(z.enum(["quarter", "years"])), undefined),
  /** The id of the risk that is open next to the list. */
  risk: z.optional(z.string()),
  /** True while the reason for accepting it is being written. */
  accept: z.optional(z.boolean()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/risks": z.input<typeof Search>;
  }
}

export const risks = page({
  address: "/risks",
  search: Search,
  title: msg`Risk register`,
  handbook: "risks",
  icon: ShieldAlert,
  rail: "risks",
  right: "risks.view",
  help: msg`What threatens, what remains after mitigation, and what nobody has assessed`,
  shows: { kind: "risk", place: (id) => ({ search: { risk: id } }) },
  data: ({ cache }) => void cache.prefetchQuery(riskMatrixQuery),
  view: () => import("./view"),
});
