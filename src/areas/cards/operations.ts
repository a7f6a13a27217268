/** /cards */
import { z } from "zod";
import { checkedInService, onCard } from "../../core/access/permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { ChangeConditions } from "../../http/etags";
import { jsonText } from "../../http/responses";
import { bulkOperations } from "./bulk/operations";
import { createCard } from "./create";
import { effectivePermissions } from "./effective-permissions";
import { hierarchyOf } from "./hierarchy";
import { historyOf } from "./history";
import { setApproval } from "./lifecycle/approval";
import { archiveCard } from "./lifecycle/archive";
import { deleteCard } from "./lifecycle/delete";
import { restoreCard } from "./lifecycle/restore";
import { exportCsv, exportJson } from "./list/export";
import { countCards, listCards } from "./list/list";
import { listCreatedCards, listStakeholderCards } from "./list/user-cards";
import * as model from "./model";
import { relationSummary } from "./relation-summary";
import { requireCard } from "./repository";
import { cardResponse } from "./serialize";
import { updateCard } from "./update";

const LIST = { permission: "inventory.view" } as const;
const VIEW = { permission: onCard("card.view") } as const;
const ARCHIVE = { permission: onCard("card.archive"), bodyOptional: true } as const;
const DELETE = { permission: checkedInService(onCard("card.delete")), bodyOptional: true } as const;
const CARD = { answer: model.Card, sends: ["ETag"] } as const;
const CSV = { answer: z.string(), media: "text/csv", sends: ["Content-Disposition"] } as const;

export const operations: readonly Operation[] = [
  get(
    "/cards",
    "A page of the cards that match",
    { ...LIST, query: model.CardQuery, answer: model.CardList },
    ({ query, actor }) => jsonText(listCards(actor, query)),
  ),
  get(
    "/cards/counts",
    "How many active cards there are of each type",
    { ...LIST, answer: model.CardCounts },
    countCards,
  ),
  get(
    "/cards/my-created",
    "The active cards that the caller has made",
    { ...LIST, query: model.MyCreatedQuery, answer: model.MyCreated },
    ({ query, actor }) => jsonText(listCreatedCards(actor, query.limit, query.offset)),
  ),
  get(
    "/cards/my-stakeholder",
    "The active cards in which a user has a part",
    { ...LIST, query: model.MyStakeholderQuery, answer: model.MyStakeholderCards },
    ({ query, actor }) => jsonText(listStakeholderCards(actor, query.user_id ?? actor.userId, query.limit)),
  ),
  get(
    "/cards/export/csv",
    "The active cards as CSV",
    { permission: "inventory.export", query: model.CsvQuery, ...CSV },
    ({ query, actor }) => exportCsv(actor, query.type),
  ),
  get(
    "/cards/export/json",
    "The active cards of some types as JSON",
    { permission: "inventory.export", query: model.JsonExportQuery, answer: model.ExportedCard.array() },
    ({ query, actor }) => exportJson(actor, query),
  ),
  ...bulkOperations,
  post(
    "/cards",
    "Make a card",
    { permission: "inventory.create", body: model.NewCard, status: 201, ...CARD },
    ({ body, actor }) => cardResponse(actor, createCard(actor, body), 201),
  ),
  get("/cards/{card_id}", "A card", { ...VIEW, ...CARD }, ({ params, actor }) => cardResponse(actor, params.card_id)),
  patch(
    "/cards/{card_id}",
    "Change the fields of a card that are given",
    { permission: onCard("card.edit"), headers: ChangeConditions, body: model.CardChanges, ...CARD },
    ({ params, body, headers, actor }) =>
      cardResponse(actor, updateCard(actor, params.card_id, body, headers["if-match"])),
  ),
  del(
    "/cards/{card_id}",
    "Delete a card for good",
    { ...DELETE, body: model.ArchiveRequest, answer: model.DeleteResult },
    ({ params, body, actor }) => deleteCard(actor, params.card_id, body),
  ),
  get(
    "/cards/{card_id}/hierarchy",
    "The ancestors and children of a card",
    { ...VIEW, answer: model.Hierarchy },
    ({ params }) => hierarchyOf(requireCard(params.card_id)),
  ),
  get(
    "/cards/{card_id}/relation-summary",
    "How many relations of each kind a card has",
    { ...VIEW, answer: model.RelationSummary },
    ({ params }) => relationSummary(requireCard(params.card_id)),
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
    { permission: "auth", answer: model.EffectivePermissions },
    ({ params, actor }) => effectivePermissions(actor, requireCard(params.card_id)),
  ),
  post(
    "/cards/{card_id}/approval-status",
    "Approve a card, reject it, or start over",
    { permission: onCard("card.approval_status"), query: model.ApprovalQuery, answer: model.ApprovalResult },
    ({ params, query, actor }) => ({ approval_status: setApproval(actor, params.card_id, query.action) }),
  ),
  post(
    "/cards/{card_id}/archive",
    "Archive a card",
    { ...ARCHIVE, body: model.ArchiveRequest, answer: model.ArchiveResult },
    ({ params, body, actor }) => archiveCard(actor, params.card_id, body),
  ),
  post(
    "/cards/{card_id}/restore",
    "Bring an archived card back",
    { ...ARCHIVE, body: model.RestoreRequest, answer: model.RestoreResult },
    ({ params, body, actor }) => restoreCard(actor, params.card_id, body),
  ),
];
