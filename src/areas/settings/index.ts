/** Settings of the installation. */
import { area } from "../../core/area";
import { areaFindings } from "../../core/diagnostics/finding";
import { events, permissions } from "./definitions";
import { examineAi, examineMail } from "./diagnosis";
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
  extensions: [areaFindings.extend("mail", examineMail), areaFindings.extend("AI", examineAi)],
});
