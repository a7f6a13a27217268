/** Architecture decision records. */
import { area } from "../../core/area";
import { cardPermissions, checks, events, notifications, permissions } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { adrDocuments } from "./documents";
export { linkCard } from "./links";
export { createAdr } from "./records";
export { hasAdr } from "./rows";

export const adrArea = area({
  name: "adr",
  landscape: true,
  tags: { adr: "Architecture decision records: drafts, signatures, revisions, and the cards that they are about" },
  tables: ["architecture_decisions", "architecture_decision_cards"],
  operations,
  permissions,
  cardPermissions,
  events,
  undo,
  notifications,
  checks,
  sheets,
});
