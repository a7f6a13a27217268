/** The settings of the installation. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/settings": z.input<typeof Search>;
  }
}

export const settings = page({
  address: "/admin/settings",
  search: Search,
  title: msg`Settings`,
  handbook: "settings",
  rail: "admin",
  right: "admin.settings",
  view: () => import("./view"),
});
