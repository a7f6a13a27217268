/** Calculations: formulas that fill fields of cards. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { calculationsQuery } from "./queries";

const Search = z.object({
  /** The id of the calculation; the first one without it. */
  calculation: z.optional(z.string()),
  /** The ids of the cards that its formula is tried with; those that would change without them. */
  cards: z.optional(z.array(z.string())),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/calculations": z.input<typeof Search>;
  }
}

export const calculations = page({
  address: "/admin/calculations",
  search: Search,
  title: msg`Calculations`,
  help: msg`Formulas that fill fields of cards, tried with cards while one writes them`,
  handbook: "metamodel",
  rail: "admin",
  right: "admin.metamodel",
  data: ({ cache }) => void cache.prefetchQuery(calculationsQuery),
  view: () => import("./view"),
});
