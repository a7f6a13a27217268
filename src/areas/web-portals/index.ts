/** Cards published for readers without an account. */
import { area } from "../../core/area";
import { deletionImpact } from "../metamodel";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { concernedPortals } from "./service";

export const webPortalsArea = area({
  name: "web-portals",
  operations,
  permissions,
  events,
  extensions: [deletionImpact.extend("web_portals", concernedPortals)],
});
