/** Free-form diagrams, in groups, with links to cards. */
import { area } from "../../core/area";
import { cardPermissions, checks, events, permissions } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { contentOf } from "./content";
export { createDiagram } from "./diagrams";
export { DiagramData } from "./model";
export { createDiagramRow } from "./rows";

export const diagramsArea = area({
  name: "diagrams",
  landscape: true,
  tags: { diagrams: "Free-form diagrams, in groups, with links to cards" },
  tables: [
    "diagrams",
    "diagram_cards",
    "diagram_favorites",
    "diagram_groups",
    "diagram_group_members",
    "diagram_references",
  ],
  operations,
  permissions,
  cardPermissions,
  events,
  undo,
  checks,
  sheets,
});
