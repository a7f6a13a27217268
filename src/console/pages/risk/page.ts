/** A risk by itself: the address in notifications, mails and to-dos. */
import { msg } from "@lingui/core/macro";
import { ShieldAlert } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { riskQuery, riskTasksQuery } from "../../risks/queries";

const Search = z.object({
  /** The id of the mitigation task that is open. */
  task: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/ea-delivery/risks/$id": z.input<typeof Search>;
  }
}

export const risk = page({
  address: "/ea-delivery/risks/$id",
  search: Search,
  title: msg`Risk`,
  handbook: "risks",
  icon: ShieldAlert,
  right: "risks.view",
  data: ({ params, cache }) => {
    void cache.prefetchQuery(riskQuery(params.id));
    void cache.prefetchQuery(riskTasksQuery(params.id));
  },
  view: () => import("./view"),
});
