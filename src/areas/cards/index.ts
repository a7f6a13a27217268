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
// Former names of the exports above, for areas that still use them.
export {
  recalculate,
  recalculate as recompute,
  refreshDerivedFields,
  refreshDerivedFields as settle,
} from "./derived-fields";
export { ancestorsOf, checkDepth, checkParent, descendantsOf, relevelMoved, siblingsNamed } from "./hierarchy";
export { approvalAfter, approvedFields, setApproval } from "./lifecycle/approval";
export { moveChildren } from "./lifecycle/cascade";
export { deleteRows, deleteRows as removeCards } from "./lifecycle/delete";
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
  redactedKeysFor as hiddenCosts,
  redactKeys,
  redactKeys as withoutKeys,
  redactPayload,
  redactPayload as withoutCosts,
  redactPayloadsFor,
  redactPayloadsFor as payloadsFor,
  redactPayloadText,
  redactPayloadText as payloadText,
} from "./redaction";
export {
  type CardColumns,
  type CardColumns as Changes,
  type CardRow,
  findCard,
  findCards,
  findCards as cardRows,
  type JsonObject,
  nameKeyOf,
  parseObject,
  parseObject as parsed,
  requireCard,
  requireCard as cardRow,
  updateColumns,
  updateColumns as updateCard,
} from "./repository";
export { mandatoryGroups } from "./requirements";
export { updateCard as changeCard } from "./update";

export const cardsArea = area({
  name: "cards",
  operations,
  permissions,
  cardPermissions,
  events,
  extensions: [typeChanged.extend("cards", refreshAfterTypeChange), cardsRecalculated.extend("cards", refreshQuality)],
  jobs: () => [{ name: "archived-card-purge", every: HOUR, run: purgeArchivedCards }],
});
