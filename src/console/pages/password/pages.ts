/** Passwords: the first one, a forgotten one, and another one. Their addresses stand in mails. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const None = z.object({});
const Search = z.object({
  /** The secret of the mailed link. */
  token: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/auth/set-password": z.input<typeof Search>;
    "/auth/reset-password": z.input<typeof Search>;
    "/auth/forgot-password": z.input<typeof None>;
  }
}

export const firstPassword = page({
  address: "/auth/set-password",
  search: Search,
  title: msg`Choose a password`,
  anonymous: true,
  view: () => import("./first"),
});

export const otherPassword = page({
  address: "/auth/reset-password",
  search: Search,
  title: msg`Choose another password`,
  anonymous: true,
  view: () => import("./other"),
});

export const forgottenPassword = page({
  address: "/auth/forgot-password",
  search: None,
  title: msg`Forgotten password`,
  anonymous: true,
  view: () => import("./forgotten"),
});
