/** Notifications of users. */
import { area } from "../../core/area";
import { mailNotifications } from "../../core/notify/digest";
import { purgeNotifications } from "../../core/notify/purge";
import { run } from "../../core/runs/run";
import { HOUR, SECOND } from "../../platform/clock";
import { events, permissions } from "./definitions";
import { operations } from "./operations";

export const notificationsArea = area({
  name: "notifications",
  tags: { notifications: "The caller's notifications" },
  operations,
  permissions,
  events,
  runs: [
    run("notification-mail", { every: 10 * SECOND, work: () => mailNotifications() }),
    run("notification-purge", { every: HOUR, work: () => purgeNotifications() }),
  ],
});
