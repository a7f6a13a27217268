/** Scenarios, which are the landscape as it would be; their machinery is `core/scenarios`. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { planningRoad } from "./initiatives/plan";
import { operations } from "./operations";
import { undo } from "./undo";

export const scenariosArea = area({
  name: "scenarios",
  tags: { scenarios: "The landscape as it would be: planned changes, followed, compared and merged" },
  operations,
  permissions,
  events,
  undo,
  tasks: [planningRoad],
});
