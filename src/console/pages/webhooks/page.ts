/** Webhooks: addresses that get events as they happen. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { webhooksQuery } from "./queries";

const Search = z.object({
  /** The id of the webhook that is open next to the list. */
  webhook: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/webhooks": z.input<typeof Search>;
  }
}

export const webhooks = page({
  address: "/admin/webhooks",
  search: Search,
  title: msg`Webhooks`,
  handbook: "webhooks",
  rail: "admin",
  right: "admin.webhooks",
  data: ({ cache }) => void cache.prefetchQuery(webhooksQuery),
  view: () => import("./view"),
});
