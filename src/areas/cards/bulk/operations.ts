/** /cards, for many cards at once, and previews of archiving and restoring. */
import { checkedInService, onCard } from "../../../core/access/permission";
import { get, type Operation, patch, post } from "../../../core/api/operation";
import { LARGEST_BULK } from "../../../http/json";
import { jsonText } from "../../../http/responses";
import { fixHierarchyNames } from "../hierarchy";
import { archiveImpact, restoreImpact } from "../lifecycle/impact";
import { requireCard } from "../repository";
import { selectCards, serializeCards } from "../serialize";
import { createCards } from "./create";
import { archiveCards, deleteCards, restoreCards } from "./lifecycle";
import * as model from "./model";
import { resolveAll } from "./references";
import { reportUpdates, updateCards } from "./update";

const VIEW = { permission: onCard("card.view") } as const;
const ARCHIVE = { permission: checkedInService(onCard("card.archive")) } as const;
const DELETE = { permission: checkedInService(onCard("card.delete")) } as const;
const CREATE = { permission: "inventory.create", largestBody: LARGEST_BULK } as const;

export const bulkOperations: readonly Operation[] = [
  post(
    "/cards/bulk-create",
    "Make many cards, parents before their children",
    { ...CREATE, body: model.BulkCreate, answer: model.BulkCreateResult },
    ({ body, actor }) => createCards(actor, body),
  ),
  patch(
    "/cards/bulk",
    "Change many cards in the same way",
    { permission: "inventory.bulk_edit", body: model.BulkChange, answer: model.BulkChangeResult },
    ({ body, actor }) =>
      body.dry_run || body.on_error === "skip"
        ? reportUpdates(actor, body)
        : jsonText(`[${serializeCards(actor, selectCards("id", updateCards(actor, body)))}]`),
  ),
  post(
    "/cards/bulk-archive",
    "Archive many cards",
    { ...ARCHIVE, body: model.BulkArchive, answer: model.BulkArchiveResult },
    ({ body, actor }) => archiveCards(actor, body),
  ),
  post(
    "/cards/bulk-restore",
    "Bring many archived cards back",
    { ...ARCHIVE, body: model.BulkRestore, answer: model.BulkRestoreResult },
    ({ body, actor }) => restoreCards(actor, body.card_ids),
  ),
  post(
    "/cards/bulk-delete",
    "Delete many cards for good",
    { ...DELETE, body: model.BulkArchive, answer: model.BulkDeleteResult },
    ({ body, actor }) => deleteCards(actor, body),
  ),
  post(
    "/cards/fix-hierarchy-names",
    "Repair names that hold the path of their card",
    { permission: "admin.metamodel", answer: model.FixedNames },
    fixHierarchyNames,
  ),
  post(
    "/cards/resolve-refs",
    "Find cards by their names or paths",
    { permission: "inventory.view", body: model.ResolveReferences, answer: model.ResolvedReferences },
    ({ body }) => resolveAll(body),
  ),
  get(
    "/cards/{card_id}/archive-impact",
    "What archiving a card would touch",
    { ...VIEW, answer: model.ArchiveImpact },
    ({ params }) => archiveImpact(requireCard(params.card_id)),
  ),
  get(
    "/cards/{card_id}/restore-impact",
    "The cards that were archived together with a card",
    { ...VIEW, answer: model.RestoreImpact },
    ({ params }) => restoreImpact(requireCard(params.card_id)),
  ),
];
