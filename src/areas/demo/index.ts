/** The demo landscape, at the start of the server or by a call. */
import { area } from "../../core/area";
import { operations } from "./operations";

export const demoArea = area({
  name: "demo",
  tags: { demo: "The demo landscape, for an installation that is still empty" },
  operations,
});
