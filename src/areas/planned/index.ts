/** What the contract names and later areas will serve: their permissions, events and notifications are known already. */
import { area } from "../../core/area";
import { cardPermissions, events, notifications, permissions } from "./definitions";

export const plannedArea = area({ name: "planned", permissions, cardPermissions, events, notifications });
