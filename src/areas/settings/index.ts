/** Settings of the installation. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { otherParts } from "./bundle-parts";

export const settingsArea = area({
  name: "settings",
  tags: { settings: "Settings of the installation" },
  operations,
  permissions,
  events,
  sheets,
  undo,
});
