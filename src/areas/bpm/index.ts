/** Business process management: BPMN models of processes, their elements, the review of their flows, and assessments. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { operations as assessmentOperations } from "./assessments/operations";
import { cardPermissions, events, notifications, permissions } from "./definitions";
import { operations as diagramOperations } from "./diagram/operations";
import { operations as elementOperations } from "./elements/operations";
import { operations as flowOperations } from "./flow/operations";
import { sheets } from "./sheets";
import { operations as templateOperations } from "./templates/operations";
import { undo } from "./undo";

export { createAssessment } from "./assessments/assessments";
export { listElements, updateElement } from "./elements/elements";
export { createDraft } from "./flow/drafts";
export { approveVersion, submitDraft } from "./flow/review";
export { requireTemplate } from "./templates/templates";

export const bpmArea = area({
  name: "bpm",
  landscape: true,
  tags: {
    bpm: "Models of processes: BPMN diagrams, their elements, assessments and starters",
    "bpm-workflow": "The review of flows of processes: drafts, approval, published versions",
  },
  tables: [
    "process_assessments",
    "process_diagrams",
    "process_elements",
    "process_flow_approvals",
    "process_flow_versions",
  ],
  operations: [
    ...templateOperations,
    ...diagramOperations,
    ...elementOperations,
    ...tagged("bpm-workflow", flowOperations),
    ...assessmentOperations,
  ],
  permissions,
  cardPermissions,
  events,
  notifications,
  undo,
  sheets,
});
