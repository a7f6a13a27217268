/** The findings of the doctor. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/diagnostics": z.input<typeof Search>;
  }
}

export const diagnostics = page({
  address: "/admin/diagnostics",
  search: Search,
  title: msg`Diagnostics`,
  help: msg`Whether machine, mail, sign-on and backups are well, and what to do about what isn't`,
  handbook: "diagnostics",
  rail: "admin",
  right: "admin.settings",
  view: () => import("./view"),
});
