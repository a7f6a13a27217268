/** The page of transfers: from other tools and installations, and into them. */
import { msg } from "@lingui/core/macro";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The id of the migration that is open. */
  migration: z.optional(z.string()),
  /** The id of the archive that is open. */
  bundle: z.optional(z.string()),
  /** The step that is shown of a migration: its fields; its kinds without it. */
  step: z.optional(z.enum(["fields"])),
  /** The kind of records that is open next to the list: `card:Application`, `relation`. */
  kind: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/transfer": z.input<typeof Search>;
  }
}

export const transfer = page({
  address: "/admin/transfer",
  search: Search,
  title: msg`Transfer`,
  help: msg`Brings in the workbook of another tool or the archive of another installation, and takes everything out`,
  handbook: "transfer",
  rail: "admin",
  right: "admin.migrate",
  view: () => import("./view"),
});
