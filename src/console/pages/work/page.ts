/** Work in the background. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The state of the runs that are listed; any without it. */
  state: z.optional(z.enum(["queued", "running", "completed", "failed", "cancelled"])),
  page: z.optional(z.number()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/work": z.input<typeof Search>;
  }
}

export const work = page({
  address: "/admin/work",
  search: Search,
  title: msg`Jobs and runs`,
  help: msg`What runs in the background, when it ran last, and why it failed`,
  handbook: "diagnostics",
  rail: "admin",
  right: "admin.settings",
  view: () => import("./view"),
});
