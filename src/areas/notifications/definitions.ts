/** Permissions and events of the area. */
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  notifications: group("Notifications", 180, {
    "notifications.manage": ["Read and mark one's own notifications", "viewer"],
  }),
} satisfies PermissionGroups;

/** A notification; `link` is a path of the front end. */
type Notification = {
  id: string;
  user_id: string;
  type: string;
  title: string;
  message: string;
  link: string | null;
};

export const events = {
  "notification.created": event<Notification>("recipient", { unbatched: true }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    notifications: typeof import("./definitions");
  }
}
