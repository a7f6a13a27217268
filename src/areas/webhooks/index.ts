/** Webhooks: addresses that get the events of the journal. */
import { area } from "../../core/area";
import { checks, events, notifications, permissions, secrets } from "./definitions";
import { operations } from "./operations";
import { runs } from "./runs";

export const webhooksArea = area({
  name: "webhooks",
  tags: { webhooks: "Addresses that get the events of the journal, and the log of what was delivered to them" },
  tables: ["webhooks", "webhook_deliveries"],
  operations,
  permissions,
  events,
  notifications,
  checks,
  secrets,
  runs,
});
