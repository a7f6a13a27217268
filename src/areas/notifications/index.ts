/** Notifications of users. */
import { area } from "../../core/area";
import { mailNotifications } from "../../core/notify/digest";
import { purgeNotifications } from "../../core/notify/purge";
import { HOUR, SECOND } from "../../platform/clock";
import { events, permissions } from "./definitions";
import { operations } from "./operations";

export const notificationsArea = area({
  name: "notifications",
  operations,
  permissions,
  events,
  jobs: () => [
    { name: "notification-mail", every: 10 * SECOND, run: () => mailNotifications() },
    { name: "notification-purge", every: HOUR, run: purgeNotifications },
  ],
});
