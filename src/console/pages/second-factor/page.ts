/** The set-up of a second factor that one's role demands, before anything else. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { factorsQuery } from "../../factors/queries";
import { page } from "../../navigation/page";
import { meQuery, settingsQuery } from "../../server/session";

const Search = z.object({
  /** The address to go to afterwards. */
  to: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/auth/second-factor": z.input<typeof Search>;
  }
}

export const secondFactor = page({
  address: "/auth/second-factor",
  search: Search,
  title: msg`Set up a second factor`,
  anonymous: true,
  data: async ({ cache }) => {
    await Promise.all([cache.ensureQueryData(settingsQuery), cache.ensureQueryData(meQuery)]);
    void cache.prefetchQuery(factorsQuery);
  },
  view: () => import("./view"),
});
