/** The address of risks and compliance in notifications: it leads on to one of their pages. */
import { msg } from "@lingui/core/macro";
import { ShieldAlert } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";

const Search = z.object({
  /** The page that is meant: the register without it. */
  tab: z.optional(z.string()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/grc": z.input<typeof Search>;
  }
}

export const grc = page({
  address: "/grc",
  search: Search,
  title: msg`Risks & compliance`,
  handbook: "risks",
  icon: ShieldAlert,
  right: "grc.view",
  view: () => import("./view"),
});
