/** The journal and its stream. */
import { area } from "../../core/area";
import { checks, permissions } from "./definitions";
import { operations } from "./operations";

export { withPayload } from "./service";
export { mayRead } from "./visibility";

export const eventsArea = area({
  name: "events",
  tags: { events: "The journal of all changes, its export and its stream" },
  operations,
  permissions,
  checks,
});
