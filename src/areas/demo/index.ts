/** The demo landscape, at the start of the server or by a call. */
import { area } from "../../core/area";
import { areaFindings } from "../../core/diagnostics/finding";
import { examineDemo } from "./diagnosis";
import { operations } from "./operations";

export const demoArea = area({
  name: "demo",
  tags: { demo: "The demo landscape, for an installation that is still empty" },
  operations,
  extensions: [areaFindings.extend("demo password", examineDemo)],
});
