/** Architecture decision records. */
import { area } from "../../core/area";
import { cardPermissions, events, notifications, permissions } from "./definitions";
import { operations } from "./operations";

export const adrArea = area({ name: "adr", operations, permissions, cardPermissions, events, notifications });
