/** The first run: the administrator, and then the landscape. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The second step, once there is an administrator. */
  step: z.optional(z.literal("landscape")),
});

declare module "../../navigation/page" {
  interface Pages {
    "/welcome": z.input<typeof Search>;
  }
}

export const welcome = page({
  address: "/welcome",
  search: Search,
  title: msg`First run`,
  anonymous: true,
  view: () => import("./view"),
});
