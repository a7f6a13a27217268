/** The page that the identity provider sends the browser back to. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  code: z.optional(z.string()),
  state: z.optional(z.string()),
  error: z.optional(z.string()),
  error_description: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/auth/callback": z.input<typeof Search>;
  }
}

export const signOn = page({
  address: "/auth/callback",
  search: Search,
  title: msg`Log in`,
  anonymous: true,
  view: () => import("./view"),
});
