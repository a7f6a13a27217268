/** The metamodel: types of cards, their sections, fields and options, and the relations between them. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { allTypesQuery } from "./queries";

const Search = z.object({
  /** The key of the type; the first one without it. */
  type: z.optional(z.string()),
  /** The key of the field that is open next to the type, or of an attribute of the open relation type. */
  field: z.optional(z.string()),
  /** The key of the relation type that is open. */
  relation: z.optional(z.string()),
  /** The key of the subtype that is open. */
  subtype: z.optional(z.string()),
  /** True when the type itself is open. */
  about: z.optional(z.boolean()),
  /** The language whose texts are shown in the place of the fields. */
  texts: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/metamodel": z.input<typeof Search>;
  }
}

export const metamodel = page({
  address: "/admin/metamodel",
  search: Search,
  title: msg`Metamodel`,
  help: msg`Types, fields, options and relations; what would be lost is shown beforehand`,
  handbook: "metamodel",
  rail: "admin",
  right: "admin.metamodel",
  data: ({ cache }) => void cache.prefetchQuery(allTypesQuery),
  view: () => import("./view"),
});
