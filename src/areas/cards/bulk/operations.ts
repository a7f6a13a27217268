/** /cards, for many cards at once, and what is asked before it is done. */

import { checkedInService, onCard } from "../../../core/access/operation-permission";
import { get, type Operation, patch, post } from "../../../core/api/operation";
import { LARGEST_BULK } from "../../../http/json";
import { jsonText } from "../../../http/responses";
import { fixHierarchyNames } from "../hierarchy";
import { archiveImpact, restoreImpact } from "../lifecycle/impact";
import { cardsByIds } from "../list/list";
import { cardRow } from "../rows";
import { changeCards, reportChanges } from "./change";
import { createCards } from "./create";
import * as model from "./model";
import { namesIn, resolveReferences } from "./references";
import { archiveCards, deleteCards, restoreCards } from "./states";

export const bulkCards: readonly Operation[] = [
  post(
    "/cards/bulk-create",
    "Make many cards, parents before their children",
    {
      permission: "inventory.create",
      body: model.BulkCreate,
      answer: model.BulkCreateResult,
      largestBody: LARGEST_BULK,
    },
    ({ body, actor }) => createCards(actor, body),
  ),
  patch(
    "/cards/bulk",
    "Change many cards in the same way",
    { permission: "inventory.bulk_edit", body: model.BulkChange, answer: model.BulkChangeResult },
    ({ body, actor }) =>
      body.dry_run || body.on_error === "skip"
        ? reportChanges(actor, body)
        : jsonText(cardsByIds(actor, changeCards(actor, body))),
  ),
  post(
    "/cards/bulk-archive",
    "Archive many cards",
    { permission: checkedInService(onCard("card.archive")), body: model.BulkArchive, answer: model.BulkArchiveResult },
    ({ body, actor }) => archiveCards(actor, body),
  ),
  post(
    "/cards/bulk-restore",
    "Bring many archived cards back",
    { permission: checkedInService(onCard("card.archive")), body: model.BulkRestore, answer: model.BulkRestoreResult },
    ({ body, actor }) => restoreCards(actor, body.card_ids),
  ),
  post(
    "/cards/bulk-delete",
    "Delete many cards for good",
    { permission: checkedInService(onCard("card.delete")), body: model.BulkArchive, answer: model.BulkDeleteResult },
    ({ body, actor }) => deleteCards(actor, body),
  ),
  post(
    "/cards/fix-hierarchy-names",
    "Repair names that hold the path of their card",
    { permission: "admin.metamodel", answer: model.FixedNames },
    () => {
      const details = fixHierarchyNames();
      return { fixed: details.length, details };
    },
  ),
  post(
    "/cards/resolve-refs",
    "Find cards by their names or paths",
    { permission: "inventory.view", body: model.ResolveReferences, answer: model.ResolvedReferences },
    ({ body }) => {
      const resolutions = resolveReferences(body.refs.map(({ type, ref }) => ({ type, names: namesIn(ref) })));
      return {
        results: body.refs.map(({ row, column }, at) => ({
          row,
          column,
          ...(resolutions[at] as (typeof resolutions)[number]),
        })),
      };
    },
  ),
  get(
    "/cards/{card_id}/archive-impact",
    "What archiving a card would touch",
    { permission: onCard("card.view"), answer: model.ArchiveImpact },
    ({ params }) => archiveImpact(cardRow(params.card_id)),
  ),
  get(
    "/cards/{card_id}/restore-impact",
    "The cards that were archived together with a card",
    { permission: onCard("card.view"), answer: model.RestoreImpact },
    ({ params }) => restoreImpact(cardRow(params.card_id)),
  ),
];
