/** Dashboards: the landscape, the projects, and what administrators look after, in figures. */
import { msg } from "@lingui/core/macro";
import { LayoutDashboard } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { lenient } from "../../reports/search";

const Search = z.object({
  /** The dashboard that is shown; the first that the account may see without it. */
  show: lenient(z.enum(["projects", "administration"])),
});

declare module "../../navigation/page" {
  interface Pages {
    "/dashboards": z.input<typeof Search>;
  }
}

export const dashboards = page({
  address: "/dashboards",
  search: Search,
  title: msg`Dashboards`,
  handbook: "reports",
  icon: LayoutDashboard,
  rail: "maps",
  right: ["reports.ea_dashboard", "ppm.view", "admin.users"],
  help: msg`The landscape, the projects, and what administrators look after, in figures`,
  view: () => import("./view"),
});
