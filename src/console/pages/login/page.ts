/** The login. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { settingsQuery, ssoQuery } from "../../server/session";

const Search = z.object({
  /** The address to go to after the login. */
  to: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/login": z.input<typeof Search>;
  }
}

export const login = page({
  address: "/login",
  search: Search,
  title: msg`Log in`,
  anonymous: true,
  data: ({ cache }) => Promise.all([cache.ensureQueryData(settingsQuery), cache.ensureQueryData(ssoQuery)]),
  view: () => import("./view"),
});
