/** Stakeholders: who has which part in which cards. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient } from "../../reports/search";

const Search = z.object({
  /** A part of names or addresses. */
  name: lenient(z.string()),
  /** The key of the one type of cards. */
  type: lenient(z.string()),
  /** The key of the one role. */
  role: lenient(z.string()),
  /** The name of what it is sorted by, the number of cards without one; a minus before it turns the order around. */
  sort: lenient(z.string()),
  /** The id of the person who is open next to the list. */
  person: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/stakeholders": z.input<typeof Search>;
  }
}

export const stakeholders = page({
  address: "/admin/stakeholders",
  search: Search,
  title: msg`Who has which part`,
  handbook: "accounts",
  rail: "admin",
  right: "admin.users",
  help: msg`The people with their parts in cards, such as responsible or observer`,
  view: () => import("./view"),
});
