/** Cards: the things of the landscape. */
import { area } from "../../core/area";
import { HOUR } from "../../platform/clock";
import { cardsRecalculated } from "../calculations";
import { typeChanged } from "../metamodel";
import { cardPermissions, events, permissions } from "./definitions";
import { refreshAfterTypeChange } from "./derived-fields";
import { purgeArchivedCards } from "./lifecycle/purge";
import { operations } from "./operations";
import { refreshQuality } from "./quality";

export { createCards, messageOf } from "./bulk/create";
export { OnError } from "./bulk/model";
export { type Resolution, resolveReferences } from "./bulk/references";
export { recalculate, refreshDerivedFields } from "./derived-fields";
export * from "./former-names";
export { ancestorsOf, checkDepth, checkParent, descendantsOf, relevelMoved, siblingsNamed } from "./hierarchy";
export { approvalAfter, setApproval } from "./lifecycle/approval";
export { moveChildren } from "./lifecycle/cascade";
export { deleteRows } from "./lifecycle/delete";
export { idsOf, related, taggedWith, together, unindexed } from "./list/conditions";
export { placesOf } from "./list/list";
export { byColumn } from "./list/order";
export { isIndexed, matching } from "./list/search";
export { type Condition, clause, oneOf, type Value, valuesOf, where } from "./list/sql-conditions";
export { ApprovalStatus, statuses } from "./model";
export { refreshQuality, refreshQualityOfTypes } from "./quality";
export {
  redactAttributesFor,
  redactedKeysFor,
  redactKeys,
  redactPayload,
  redactPayloadsFor,
  redactPayloadText,
} from "./redaction";
export {
  type CardColumns,
  type CardRow,
  findCard,
  findCards,
  type JsonObject,
  nameKeyOf,
  parseObject,
  requireCard,
  updateColumns,
} from "./repository";
export { mandatoryGroups } from "./requirements";

export const cardsArea = area({
  name: "cards",
  operations,
  permissions,
  cardPermissions,
  events,
  extensions: [typeChanged.extend("cards", refreshAfterTypeChange), cardsRecalculated.extend("cards", refreshQuality)],
  jobs: () => [{ name: "archived-card-purge", every: HOUR, run: purgeArchivedCards }],
});
