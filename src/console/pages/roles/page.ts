/** Roles: what each may do, in the workspace and on cards. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The card type whose roles on cards are shown; the roles in the workspace without it. */
  type: z.optional(z.string()),
  /** The key of the role that is open next to the matrix. */
  role: z.optional(z.string()),
  /** The key of the role that the open one is compared with: only rights in which they differ are shown. */
  versus: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/roles": z.input<typeof Search>;
  }
}

export const roles = page({
  address: "/admin/roles",
  search: Search,
  title: msg`Roles`,
  handbook: "accounts",
  rail: "admin",
  right: "admin.roles",
  view: () => import("./view"),
});
