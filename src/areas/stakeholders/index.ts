/** Stakeholders of cards, and the stakeholder roles of card types. */
import { tagged } from "../../core/api/operation";
import { area } from "../../core/area";
import { linksImported } from "../cards";
import { cardPermissions, events, notifications, permissions } from "./definitions";
import { importPeople } from "./imported-links";
import { cardChanges } from "./notifications";
import { operations } from "./operations";
import { roleOperations } from "./role-operations";
import { roleUndo } from "./role-undo";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { createStakeholder, deleteStakeholdersOf } from "./assignments";
export { readingStakeholders } from "./notifications";

export const stakeholdersArea = area({
  name: "stakeholders",
  landscape: true,
  tags: {
    stakeholders: "People's parts in cards",
    "stakeholder-roles": "Stakeholder roles of card types, and what they permit",
  },
  tables: ["stakeholders"],
  operations: [...operations, ...tagged("stakeholder-roles", roleOperations)],
  permissions,
  cardPermissions,
  events,
  undo: { ...undo, ...roleUndo },
  notifications,
  listeners: [cardChanges],
  extensions: [linksImported.extend("stakeholders", importPeople)],
  sheets,
});
