/** Settings of the installation. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { operations } from "./operations";

export { imageTypeOf } from "./images";

export const settingsArea = area({ name: "settings", operations, permissions, events });
