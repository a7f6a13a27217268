/** Relations between cards. */
import { area } from "../../core/area";
import { linksImported } from "../cards";
import { relationTypesEmptied } from "../metamodel";
import { cardPermissions, events, permissions } from "./definitions";
import { importRelated } from "./imported-links";
import { operations } from "./operations";
import { deleteRowsOfTypes } from "./rows";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { bulkRelations } from "./bulk";
export { concludeChanges } from "./changes";
export { createRelations, type Ends } from "./create-many";
export type { RelationChange } from "./events";
export { importAttributes, importRelation } from "./imported";
export { attachLinkedCards, listLinkedCards, type Side, setLinkedCards } from "./linked-cards";

export const relationsArea = area({
  name: "relations",
  landscape: true,
  tags: { relations: "Relations between cards" },
  tables: ["relations"],
  operations,
  permissions,
  cardPermissions,
  events,
  undo,
  extensions: [
    relationTypesEmptied.extend("relations", deleteRowsOfTypes),
    linksImported.extend("relations", importRelated),
  ],
  sheets,
});
