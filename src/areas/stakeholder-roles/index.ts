/** Roles that people may have in cards of a type. */
import { area } from "../../core/area";
import { events } from "./definitions";
import { operations } from "./operations";

export const stakeholderRolesArea = area({ name: "stakeholder-roles", operations, events });
