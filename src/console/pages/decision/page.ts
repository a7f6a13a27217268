/** One decision: read and written in its place; and as a page of paper. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { Listed } from "../../decisions/listed";
import { decisionQuery, decisionsQuery } from "../../decisions/queries";
import { page } from "../../navigation/page";

export const FIELDS = ["context", "decision", "consequences", "alternatives_considered"] as const;

const Search = z.object({
  ...Listed,
  /** The text that is open for writing. */
  write: z.optional(z.enum(FIELDS)),
  /** The id of the revision that it is compared with. */
  compare: z.optional(z.string()),
});
const Preview = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/ea-delivery/adr/$id": z.input<typeof Search>;
    "/ea-delivery/adr/$id/preview": z.input<typeof Preview>;
  }
}

export const decision = page({
  address: "/ea-delivery/adr/$id",
  search: Search,
  title: msg`Decision`,
  handbook: "decisions",
  right: "adr.view",
  shows: { kind: "decision", place: (id) => ({ params: { id } }) },
  data: ({ params: { id }, cache }) => {
    void cache.prefetchQuery(decisionQuery(id));
    void cache.prefetchQuery(decisionsQuery);
  },
  view: () => import("./view"),
});

export const decisionPreview = page({
  address: "/ea-delivery/adr/$id/preview",
  search: Preview,
  title: msg`Decision on paper`,
  handbook: "decisions",
  right: "adr.view",
  data: ({ params: { id }, cache }) => void cache.prefetchQuery(decisionQuery(id)),
  view: () => import("./preview"),
});
