/** Business process management: BPMN models of processes, their elements, and the review of their flows. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { cardPermissions, events, notifications, permissions } from "./definitions";
import { operations as diagramOperations } from "./diagram/operations";
import { operations as elementOperations } from "./elements/operations";
import { operations as flowOperations } from "./flow/operations";
import { operations as templateOperations } from "./templates/operations";

export const bpmArea = area({
  name: "bpm",
  operations: [
    ...templateOperations,
    ...diagramOperations,
    ...elementOperations,
    ...tagged("bpm-workflow", flowOperations),
  ],
  permissions,
  cardPermissions,
  events,
  notifications,
});
