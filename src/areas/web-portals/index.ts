/** Web portals: cards that are published for visitors without an account. */
import { area } from "../../core/area";
import { deletionImpact } from "../metamodel";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { countPortalsOf } from "./service";
import { sheets } from "./sheets";

export { createPortal } from "./service";

export const webPortalsArea = area({
  name: "web-portals",
  tags: { "web-portals": "Cards that are published for visitors without an account" },
  tables: ["web_portals"],
  operations,
  permissions,
  events,
  extensions: [deletionImpact.extend("web_portals", countPortalsOf)],
  sheets,
});
