/** Permissions, events and notifications of the contract that later areas will take over. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";

export const plannedArea = area({ name: "planned", permissions, events });
