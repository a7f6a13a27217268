/** Catalogues: capabilities, processes, value streams and principles to pick from. */
import { msg } from "@lingui/core/macro";
import { LibraryBig } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The catalogue that is shown; capabilities without it. */
  of: z.optional(z.enum(["processes", "value_streams", "principles"])),
  /** The language of its texts; the user's without it. */
  locale: z.optional(z.string()),
  /** A part of names and descriptions. */
  text: z.optional(z.string()),
  /** The id of the entry that is open next to the tree. */
  entry: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/admin/catalogues": z.input<typeof Search>;
  }
}

export const catalogues = page({
  address: "/admin/catalogues",
  search: Search,
  title: msg`Catalogues`,
  handbook: "catalogues",
  icon: LibraryBig,
  rail: "admin",
  right: "inventory.create",
  help: msg`Capabilities, processes, value streams and principles to pick from`,
  view: () => import("./view"),
});
