/** People: accounts and invitations. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The people who are shown; those who may log in without it. */
  show: z.optional(z.enum(["all", "locked", "never", "unseen", "unprotected"])),
  role: z.optional(z.string()),
  /** A part of names or addresses. */
  name: z.optional(z.string()),
  /** The id of the person who is open next to the list. */
  person: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/users": z.input<typeof Search>;
  }
}

export const users = page({
  address: "/admin/users",
  search: Search,
  title: msg`People`,
  handbook: "accounts",
  rail: "admin",
  right: "admin.users",
  shows: { kind: "user", place: (person) => ({ search: { show: "all" as const, person } }) },
  view: () => import("./view"),
});
