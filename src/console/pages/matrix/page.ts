/** The matrix: who uses what, how, and where nobody does. */
import { msg } from "@lingui/core/macro";
import { Grid3x3 } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient, reportSearch } from "../../reports/search";

const Search = z.object({
  ...reportSearch,
  /** The keys of the types of rows and columns. */
  rows: lenient(z.string()),
  columns: lenient(z.string()),
  /** The key of the type of the relations. */
  relation: lenient(z.string()),
  show: lenient(z.enum(["count", "gaps"])),
  /** True with the columns that have no relation. */
  all: lenient(z.boolean()),
  /** The one meaning that is shown alone. */
  meaning: lenient(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/reports/matrix": z.input<typeof Search>;
  }
}

export const matrix = page({
  address: "/reports/matrix",
  search: Search,
  title: msg`Matrix`,
  handbook: "reports",
  icon: Grid3x3,
  rail: "maps",
  right: "reports.ea_dashboard",
  help: msg`How cards of two types are related, and where nothing is`,
  view: () => import("./view"),
});
