/** /cards */
import { checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, MANY_REHEARSED_ROWS, MANY_ROWS, type Operation, patch, post } from "../../core/api/operation";
import { LARGEST_BULK, LARGEST_LIST, LARGEST_UPLOAD } from "../../http/json";
import { jsonBytes } from "../../http/responses";
import { TABLE_FILE, tableMedia } from "../../http/tables";
import { createCards } from "./bulk/create";
import { archiveCards, deleteCards, deleteCardsInSlices, restoreCards } from "./bulk/lifecycle";
import * as bulk from "./bulk/model";
import { resolveAll } from "./bulk/references";
import { updateCards } from "./bulk/update";
import { createCard } from "./create";
import { effectivePermissions } from "./effective-permissions";
import { fixHierarchyNames, hierarchyOf } from "./hierarchy";
import { historyOf } from "./history";
import { isHub } from "./hubs";
import { importCards } from "./import/import";
import { ImportForm, ImportResult } from "./import/model";
import { setApproval } from "./lifecycle/approval";
import { archiveCard, restoreCard } from "./lifecycle/archive";
import { deleteCard } from "./lifecycle/delete";
import { archiveImpact, restoreImpact } from "./lifecycle/impact";
import { exportCsv, exportJson } from "./list/export";
import { exportTable } from "./list/export-table";
import { countCards, listCards, listIds } from "./list/list";
import * as list from "./list/model";
import { readsMuch } from "./list/query-cost";
import { listCreatedCards, listStakeholderCards } from "./list/user-cards";
import * as model from "./model";
import { qualityOf } from "./quality-answer";
import { relationSummary } from "./relation-summary";
import { cardResponse, serializeCard } from "./serialize";
import { updateCard } from "./update";
import { Upsert, UpsertResult } from "./upsert/model";
import { upsertCards } from "./upsert/upsert";

const LIST = { permission: "inventory.view" } as const;
const CREATE = { permission: "inventory.create" } as const;
const VIEW = { permission: onCard("card.view") } as const;
const ARCHIVE = { permission: onCard("card.archive"), bodyOptional: true } as const;
const ARCHIVE_EACH = { permission: checkedInService(onCard("card.archive")) } as const;
const DELETE = { permission: checkedInService(onCard("card.delete")) } as const;
const CARD = { answer: model.Card, sends: ["ETag"] } as const;
const EXPORT = { permission: "inventory.export", readsMuch: true } as const;
const TABLE = { ...EXPORT, ...TABLE_FILE } as const;
const XLSX = { ...TABLE, media: tableMedia.xlsx } as const;
const CSV = { ...TABLE, media: tableMedia.csv } as const;

/** Bytes of a table whose dry run works on a copy of the database: it may have some thousand rows. */
const LARGE_TABLE = 200_000;

type Cascade = Pick<model.ArchiveRequest, "child_strategy" | "cascade_all_related">;
/** Checks whether an archiving or deletion takes along children or relatives, of which there may be any number. */
const takesAlong = ({ body }: { body: Cascade }) => !!body.child_strategy || body.cascade_all_related;
const archivesMany = ({ body }: { body: Cascade & { card_ids: readonly string[] } }) =>
  body.card_ids.length > MANY_ROWS || takesAlong({ body });
/** Checks whether the card that a request names has thousands of relations. */
const ofHub = (_: unknown, { card_id = "" }: Record<string, string>) => isHub(card_id);

export const operations: readonly Operation[] = [
  get(
    "/cards",
    "A page of the cards that match",
    { ...LIST, frequent: true, readsMuch, query: list.CardQuery, answer: list.CardList },
    ({ query, actor }) => jsonBytes(listCards(actor, query)),
  ),
  get(
    "/cards/ids",
    "The ids of the cards that match, for changing them all",
    { operationId: "listCardIds", own: true, ...LIST, readsMuch: true, query: list.CardFilters, answer: list.CardIds },
    ({ query, actor }) => listIds(actor, query),
  ),
  get("/cards/counts", "How many active cards there are of each type", { ...LIST, answer: model.Counts }, countCards),
  get(
    "/cards/my-created",
    "The active cards that the caller has made",
    {
      operationId: "listMyCreatedCards",
      ...LIST,
      readsMuch: true,
      query: model.MyCreatedQuery,
      answer: model.MyCreated,
    },
    ({ query, actor }) => jsonBytes(listCreatedCards(actor, query.limit, query.offset)),
  ),
  get(
    "/cards/my-stakeholder",
    "The active cards in which a user has a part",
    {
      operationId: "listMyStakeholderCards",
      ...LIST,
      readsMuch: true,
      query: model.MyStakeholderQuery,
      answer: model.MyStakeholderCards,
    },
    ({ query, actor }) => jsonBytes(listStakeholderCards(actor, query.user_id ?? actor.userId, query.limit)),
  ),
  get(
    "/cards/export",
    "The cards of a list as CSV or as a workbook, with parents, tags, people and, of one type, fields and relations",
    { own: true, ...TABLE, query: list.TableQuery },
    ({ query: { format, bom, ...filters }, actor }) => exportTable(actor, filters, format, bom),
  ),
  get(
    "/cards/export/csv",
    "The cards of a list as CSV with seven columns",
    { ...CSV, query: list.CsvQuery },
    ({ query: { bom, ...filters }, actor }) => exportCsv(actor, filters, bom),
  ),
  get(
    "/cards/export/xlsx",
    "The cards of a list as a workbook",
    { own: true, ...XLSX, query: list.ExportQuery },
    (call) => exportTable(call.actor, call.query, "xlsx"),
  ),
  get(
    "/cards/export/json",
    "The cards of some types as JSON, with the filters of the list",
    { ...EXPORT, query: list.JsonExportQuery, answer: list.ExportedCard.array() },
    ({ query, actor }) => exportJson(actor, query),
  ),
  post(
    "/cards/bulk-create",
    "Make many cards, parents before their children",
    {
      ...CREATE,
      largestBody: LARGEST_BULK,
      writesMuch: ({ body }) => body.cards.length > MANY_ROWS,
      rehearses: ({ body }) => body.dry_run && body.cards.length > MANY_REHEARSED_ROWS,
      body: bulk.BulkCreate,
      answer: bulk.BulkCreateResult,
    },
    ({ body, actor }) => createCards(actor, body),
  ),
  post(
    "/cards/upsert",
    "Create cards or change them, row by row, or report what each row would do",
    {
      own: true,
      permission: checkedInService("inventory.create", onCard("card.edit")),
      largestBody: LARGEST_BULK,
      writesMuch: ({ body }) => body.rows.length > MANY_ROWS,
      rehearses: ({ body }) => body.dry_run && body.rows.length > MANY_REHEARSED_ROWS,
      body: Upsert,
      answer: UpsertResult,
    },
    ({ body, actor }) => upsertCards(actor, body),
  ),
  post(
    "/cards/import",
    "Create and change cards from a workbook or CSV with the columns of the export, or report what each row would do",
    {
      own: true,
      permission: checkedInService("inventory.create", onCard("card.edit")),
      upload: true,
      writesMuch: true,
      rehearses: ({ body }) => body.dry_run && body.file.length > LARGE_TABLE,
      largestBody: LARGEST_UPLOAD,
      body: ImportForm,
      answer: ImportResult,
    },
    ({ body, actor }) => importCards(actor, body),
  ),
  patch(
    "/cards/bulk",
    "Change many cards, in the same way or each in its own",
    {
      permission: "inventory.bulk_edit",
      largestBody: LARGEST_BULK,
      writesMuch: ({ body }) => (body.cards ?? body.ids ?? []).length > MANY_ROWS,
      rehearses: ({ body }) => body.dry_run && (body.cards ?? body.ids ?? []).length > MANY_REHEARSED_ROWS,
      body: bulk.BulkChange,
      answer: bulk.BulkChangeResult,
    },
    ({ body, actor }) => updateCards(actor, body),
  ),
  post(
    "/cards/bulk-archive",
    "Archive many cards",
    { ...ARCHIVE_EACH, writesMuch: archivesMany, body: bulk.BulkArchive, answer: bulk.BulkArchiveResult },
    ({ body, actor }) => archiveCards(actor, body),
  ),
  post(
    "/cards/bulk-restore",
    "Bring many archived cards back",
    {
      ...ARCHIVE_EACH,
      writesMuch: ({ body }) => body.card_ids.length > MANY_ROWS,
      body: bulk.BulkRestore,
      answer: bulk.BulkRestoreResult,
    },
    ({ body, actor }) => restoreCards(actor, body.card_ids),
  ),
  post(
    "/cards/bulk-delete",
    "Delete many cards for good",
    {
      ...DELETE,
      // The cards to which a deleted card was related are recalculated.
      writesMuch: ({ body }) => archivesMany({ body }) || body.card_ids.some(isHub),
      slices: ({ body, actor }) => (archivesMany({ body }) ? deleteCardsInSlices(actor, body) : undefined),
      body: bulk.BulkDelete,
      answer: bulk.BulkDeleteResult,
      description:
        "More than 1,000 cards are deleted in parts, between which others write, and as one batch. Nothing is deleted unless all of it may be; when it is interrupted, the same request deletes the rest.",
    },
    ({ body, actor, fetched }) => deleteCards(actor, body, fetched),
  ),
  post(
    "/cards/fix-hierarchy-names",
    "Repair names that hold the path of their card",
    { permission: "admin.metamodel", writesMuch: true, answer: bulk.FixedNames },
    fixHierarchyNames,
  ),
  post(
    "/cards/resolve-refs",
    "Find cards by their names or paths",
    {
      ...LIST,
      readsMuch: true,
      repeatable: false,
      largestBody: LARGEST_LIST,
      body: bulk.ResolveReferences,
      answer: bulk.ResolvedReferences,
    },
    ({ body }) => resolveAll(body),
  ),
  get(
    "/cards/{card_id}/archive-impact",
    "What archiving a card would touch",
    { ...VIEW, readsMuch: ofHub, answer: bulk.ArchiveImpact },
    ({ params }) => archiveImpact(params.card_id),
  ),
  get(
    "/cards/{card_id}/restore-impact",
    "The cards that were archived together with a card",
    { ...VIEW, readsMuch: ofHub, answer: bulk.RestoreImpact },
    ({ params }) => restoreImpact(params.card_id),
  ),
  post("/cards", "Make a card", { ...CREATE, body: model.NewCard, status: 201, ...CARD }, ({ body, actor }) =>
    cardResponse(actor, createCard(actor, body), 201),
  ),
  get("/cards/{card_id}", "A card", { ...VIEW, ...CARD, frequent: true }, ({ params, actor }) =>
    cardResponse(actor, params.card_id),
  ),
  patch(
    "/cards/{card_id}",
    "Change the fields of a card that are given",
    {
      current: ({ params, actor }) => serializeCard(actor, params.card_id),
      permission: onCard("card.edit"),
      frequent: true,
      body: model.CardChanges,
      ...CARD,
    },
    ({ params, body, actor }) => cardResponse(actor, updateCard(actor, params.card_id, body)),
  ),
  del(
    "/cards/{card_id}",
    "Delete a card for good",
    {
      ...DELETE,
      writesMuch: ({ params, body }) => takesAlong({ body }) || isHub(params["card_id"] ?? ""),
      body: model.ArchiveRequest,
      answer: model.DeleteResult,
      bodyOptional: true,
    },
    ({ params, body, actor }) => deleteCard(actor, params.card_id, body),
  ),
  get(
    "/cards/{card_id}/hierarchy",
    "The ancestors and children of a card",
    { ...VIEW, readsMuch: ofHub, answer: model.Hierarchy },
    ({ params }) => hierarchyOf(params.card_id),
  ),
  get(
    "/cards/{card_id}/relation-summary",
    "How many relations of each kind a card has",
    { ...VIEW, readsMuch: ofHub, answer: model.RelationSummary },
    ({ params }) => relationSummary(params.card_id),
  ),
  get(
    "/cards/{card_id}/quality",
    "What a card has of what is expected of it, what it lacks, and what each adds to its data quality",
    { operationId: "getCardQuality", own: true, ...VIEW, answer: model.Quality },
    ({ params, actor }) => qualityOf(actor, params.card_id),
  ),
  get(
    "/cards/{card_id}/history",
    "What happened to a card, newest first",
    { ...VIEW, query: model.HistoryQuery, answer: model.HistoryEvent.array() },
    ({ params, query, actor }) => historyOf(actor, params.card_id, query),
  ),
  get(
    "/cards/{card_id}/my-permissions",
    "What the caller may do with a card",
    { operationId: "getMyCardPermissions", permission: "auth", answer: model.EffectivePermissions },
    ({ params, actor }) => effectivePermissions(actor, params.card_id),
  ),
  post(
    "/cards/{card_id}/approval-status",
    "Approve a card, reject it, or start over",
    {
      operationId: "setCardApprovalStatus",
      permission: onCard("card.approval_status"),
      query: model.ApprovalQuery,
      answer: model.ApprovalResult,
    },
    ({ params, query, actor }) => ({ approval_status: setApproval(actor, params.card_id, query.action) }),
  ),
  post(
    "/cards/{card_id}/archive",
    "Archive a card",
    { ...ARCHIVE, writesMuch: takesAlong, body: model.ArchiveRequest, answer: model.ArchiveResult },
    ({ params, body, actor }) => archiveCard(actor, params.card_id, body),
  ),
  post(
    "/cards/{card_id}/restore",
    "Bring an archived card back",
    { ...ARCHIVE, body: model.RestoreRequest, answer: model.RestoreResult },
    ({ params, body, actor }) => restoreCard(actor, params.card_id, body),
  ),
];
