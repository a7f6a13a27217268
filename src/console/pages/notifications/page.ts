/** Notifications. */
import { msg } from "@lingui/core/macro";
import { Bell } from "lucide-react";
import { z } from "zod/mini";
import { page } from "../../navigation/page";
import { notificationsQuery } from "../../notifications/queries";

const Search = z.object({
  /** True for those alone that have not been read. */
  unread: z.optional(z.boolean()),
});

declare module "../../navigation/page" {
  interface Pages {
    "/notifications": z.input<typeof Search>;
  }
}

export const notifications = page({
  address: "/notifications",
  search: Search,
  title: msg`Notifications`,
  help: msg`What has happened to your cards, and what others ask of you`,
  handbook: "working-together",
  icon: Bell,
  right: "notifications.manage",
  data: ({ cache }) => void cache.prefetchQuery(notificationsQuery),
  view: () => import("./view"),
});
