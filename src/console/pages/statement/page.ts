/** One statement of architecture work: read and written section by section; and as a page of paper. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { statementQuery } from "../../decisions/queries";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The section that is open for writing. */
  write: z.optional(z.string()),
  /** The id of the revision that it is compared with. */
  compare: z.optional(z.string()),
});
const Preview = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/ea-delivery/soaw/$id": z.input<typeof Search>;
    "/ea-delivery/soaw/$id/preview": z.input<typeof Preview>;
  }
}

export const statement = page({
  address: "/ea-delivery/soaw/$id",
  search: Search,
  title: msg`Statement of architecture work`,
  handbook: "decisions",
  right: "soaw.view",
  shows: { kind: "statement", place: (id) => ({ params: { id } }) },
  data: ({ params: { id }, cache }) => void cache.prefetchQuery(statementQuery(id)),
  view: () => import("./view"),
});

export const statementPreview = page({
  address: "/ea-delivery/soaw/$id/preview",
  search: Preview,
  title: msg`Statement on paper`,
  handbook: "decisions",
  right: "soaw.view",
  data: ({ params: { id }, cache }) => void cache.prefetchQuery(statementQuery(id)),
  view: () => import("./preview"),
});
