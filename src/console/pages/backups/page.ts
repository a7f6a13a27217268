/** The backups of the installation. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { backupsQuery } from "../../operations/queries";

const Search = z.object({
  /** The name of the backup that is open next to the list. */
  backup: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/backups": z.input<typeof Search>;
  }
}

export const backups = page({
  address: "/admin/backups",
  search: Search,
  title: msg`Backups`,
  help: msg`Copies of everything, made by themselves, checked, and where they lie`,
  handbook: "backup",
  rail: "admin",
  right: "admin.settings",
  data: ({ cache }) => void cache.prefetchQuery(backupsQuery),
  view: () => import("./view"),
});
