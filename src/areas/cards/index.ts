/** Cards: the things of the landscape. */
import { area } from "../../core/area";
import { HOUR } from "../../platform/clock";
import { cardsRecalculated } from "../calculations";
import { typeChanged } from "../metamodel";
import { cardPermissions, checks, events, permissions } from "./definitions";
import { followTypeChange } from "./effects";
import { purgeArchivedCards } from "./lifecycle/purge";
import { operations } from "./operations";
import { refreshQuality } from "./quality";

export { createCards, messageOf } from "./bulk/create";
export { OnError } from "./bulk/model";
export { type Resolution, resolveReferences } from "./bulk/references";
export { approvedFields, changeCard } from "./change";
export { withoutCosts, withoutKeys } from "./costs";
export { recompute, settle } from "./effects";
export { ancestorsOf, checkDepth, checkParent, descendantsOf, relevelMoved, siblingsNamed } from "./hierarchy";
export { setApproval } from "./lifecycle/approval";
export { moveChildren } from "./lifecycle/cascade";
export { removeCards } from "./lifecycle/delete";
export { purgeArchivedCards } from "./lifecycle/purge";
export { idsOf, related, taggedWith, together, unindexed } from "./list/conditions";
export { placesOf } from "./list/list";
export { byColumn } from "./list/order";
export { isIndexed, matching } from "./list/search";
export { type Condition, clause, oneOf, type Value, valuesOf, where } from "./list/sql";
export { mandatoryGroups } from "./mandatory";
export { ApprovalStatus, statuses } from "./model";
export { hiddenCosts, payloadsFor, payloadText } from "./payload";
export { refreshQuality, refreshQualityOfTypes } from "./quality";
export {
  type CardRow,
  type Changes,
  cardRow,
  cardRows,
  findCard,
  type JsonObject,
  nameKeyOf,
  parsed,
  updateCard,
} from "./rows";

export const cardsArea = area({
  name: "cards",
  operations,
  permissions,
  cardPermissions,
  events,
  extensions: [typeChanged.extend("cards", followTypeChange), cardsRecalculated.extend("cards", refreshQuality)],
  checks,
  jobs: () => [{ name: "archived-card-purge", every: HOUR, run: purgeArchivedCards }],
});
