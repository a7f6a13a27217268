/** Relations between cards. */
import { area } from "../../core/area";
import { cardPermissions, events, permissions } from "./definitions";
import { operations } from "./operations";

export { changeRelations } from "./bulk";
export { findRelation, findSame } from "./rows";
export { attributesFor, cardinalityObjection } from "./service";

export const relationsArea = area({ name: "relations", operations, permissions, cardPermissions, events });
