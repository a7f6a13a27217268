/** Activity: what happened, as sentences, and how to take it back. */
import { msg } from "@lingui/core/macro";
import { History } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The id of the batch that is shown at the right; the newest without it. */
  batch: z.optional(z.string()),
  /** True for the changes of everybody. */
  all: z.optional(z.boolean()),
  /** True for events without their batches; only with the right to see everybody's. */
  events: z.optional(z.boolean()),
  /** The filters of the events: the id of who did it, the kind, the id of the card, and the first and last day. */
  by: z.optional(z.string()),
  kind: z.optional(z.string()),
  card: z.optional(z.string()),
  since: z.optional(z.string()),
  until: z.optional(z.string()),
  /** The page of the list, from 1. */
  page: z.optional(z.int()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/activity": z.input<typeof Search>;
  }
}

export const activity = page({
  address: "/activity",
  search: Search,
  title: msg`Activity`,
  handbook: "cards",
  icon: History,
  help: msg`Everything that was changed, as batches that can be undone`,
  view: () => import("./view"),
});
