/** Cards: the things of the landscape. */
import { area } from "../../core/area";
import { run } from "../../core/runs/run";
import { HOUR } from "../../platform/clock";
import { attributesCalculated, cardsRecalculated } from "../calculations";
import { fieldsRemoved, typeChanged } from "../metamodel";
import { cardPermissions, checks, events, permissions } from "./definitions";
import { refreshAfterTypeChange } from "./derived-fields";
import { purgeArchivedCards } from "./lifecycle/purge";
import { orderTask } from "./list/cached-orders";
import { operations } from "./operations";
import { refreshQuality } from "./quality";
import { deleteRemovedFields, removing } from "./removed-fields";
import { writeCalculated } from "./repository";
import { rescoring } from "./rescoring";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { isLink } from "./attributes";
export { createCards } from "./bulk/create";
export { createPlaced, moveBelow } from "./bulk/imported";
export { NewCardRow, OnError } from "./bulk/model";
export { namesIn, type Resolution, resolveReferences } from "./bulk/references";
export { updateCards, updateEach, updateEachPossible } from "./bulk/update";
export { createCardRow } from "./create";
export { attributeOf, deriveAttribute } from "./derived-attributes";
export { recalculate, refreshDerivedFields } from "./derived-fields";
export { type CardUpdate, publishCards } from "./events";
export { isAtOrBelow } from "./hierarchy";
export { hiddenTypes } from "./history";
export { isHub } from "./hubs";
export { setApproval } from "./lifecycle/approval";
export { linkInverses } from "./link-inverses";
export { attributeColumns, fieldColumn, lifecycleColumns } from "./list/columns";
export { type CardConditions, conditionsOf, together, totalOf, visible } from "./list/conditions";
export { MAX_RELATED } from "./list/export-links";
export { listIds, placesOf } from "./list/list";
export { CardFilters } from "./list/model";
export { byColumn } from "./list/order";
export { whereConditions } from "./list/where";
export { ApprovalStatus, Card, CardChanges, NewCard, statuses } from "./model";
export { type Expectation, expectationsOf, refreshQuality } from "./quality";
export {
  costKeysHiddenFrom,
  redactAttributesFor,
  redactedKeys,
  redactedKeysFor,
  redactKeys,
  redactPayload,
  redactPayloadsFor,
  redactPayloadText,
} from "./redaction";
export { type CardRow, findCard, findCards, requireCard } from "./repository";
export { mandatoryGroups } from "./requirements";
export { refreshQualityOfTypes } from "./rescoring";
export { serializeCards } from "./serialize";
export { changedCards } from "./undo";
export { concludeUpdates, updateCard, writeAttributes, writeChanges } from "./update";
export { cellsOf, type LinkCell, type LinkOutcome, linksImported, type SetLinks } from "./upsert/links";
export { Refusal } from "./upsert/refusal";
export { unresolved } from "./upsert/targets";

export const cardsArea = area({
  name: "cards",
  landscape: true,
  tags: { cards: "Cards, the things of the landscape: lists, changes, approval, hierarchy, history and exports" },
  tables: ["cards", "card_counts", "cards_search", "unindexed_cards"],
  operations,
  permissions,
  cardPermissions,
  events,
  undo,
  extensions: [
    typeChanged.extend("cards", refreshAfterTypeChange),
    fieldsRemoved.extend("cards", deleteRemovedFields),
    attributesCalculated.extend("cards", writeCalculated),
    cardsRecalculated.extend("cards", refreshQuality),
  ],
  checks,
  tasks: [orderTask],
  runs: [
    run("archived-card-purge", { every: HOUR, work: ({ signal }) => purgeArchivedCards(() => signal.aborted) }),
    rescoring,
    removing,
  ],
  sheets,
});
