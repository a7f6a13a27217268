/** /cards */
import { z } from "zod";
import { checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { ChangeConditions } from "../../http/etags";
import { jsonText, streamed } from "../../http/responses";
import { bulkCards } from "./bulk/operations";
import { changeCard } from "./change";
import { createCard } from "./create";
import { hierarchyOf } from "./hierarchy";
import { historyOf } from "./history";
import { setApproval } from "./lifecycle/approval";
import { archiveCard } from "./lifecycle/archive";
import { deleteCard } from "./lifecycle/delete";
import { restoreCard } from "./lifecycle/restore";
import { csvName, csvOfCards, jsonOfCards } from "./list/export";
import { countCards, listCards } from "./list/list";
import { listCreatedCards, listStakeholderCards } from "./list/own-lists";
import * as model from "./model";
import { permissionsOnCard, relationSummary } from "./overview";
import { cardRow } from "./rows";
import { cardAnswer, cardFor } from "./serialize";

export const operations: readonly Operation[] = [
  get(
    "/cards",
    "A page of the cards that match",
    { permission: "inventory.view", query: model.CardQuery, answer: model.CardList },
    ({ query, actor }) => jsonText(listCards(actor, query)),
  ),
  get(
    "/cards/counts",
    "How many active cards there are of each type",
    { permission: "inventory.view", answer: model.CardCounts },
    () => countCards(),
  ),
  get(
    "/cards/my-created",
    "The active cards that the caller has made",
    { permission: "inventory.view", query: model.MyCreatedQuery, answer: model.MyCreated },
    ({ query, actor }) => jsonText(listCreatedCards(actor, query.limit, query.offset)),
  ),
  get(
    "/cards/my-stakeholder",
    "The active cards in which a user has a part",
    { permission: "inventory.view", query: model.MyStakeholderQuery, answer: model.MyStakeholderCards },
    ({ query, actor }) => jsonText(listStakeholderCards(actor, query.user_id ?? actor.userId, query.limit)),
  ),
  get(
    "/cards/export/csv",
    "The active cards as CSV",
    {
      permission: "inventory.export",
      query: model.CsvQuery,
      answer: z.string(),
      sends: ["Content-Disposition"],
      media: "text/csv",
    },
    ({ query, actor }) =>
      streamed(csvOfCards(actor, query.type), {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename=${csvName(query.type)}`,
      }),
  ),
  get(
    "/cards/export/json",
    "The active cards of some types as JSON",
    { permission: "inventory.export", query: model.JsonExportQuery, answer: model.ExportedCard.array() },
    ({ query, actor }) => streamed(jsonOfCards(actor, query), { "content-type": "application/json" }),
  ),
  ...bulkCards,
  post(
    "/cards",
    "Make a card",
    { permission: "inventory.create", body: model.NewCard, answer: model.Card, status: 201, sends: ["ETag"] },
    ({ body, actor }) => cardAnswer(actor, createCard(actor, body), 201),
  ),
  get(
    "/cards/{card_id}",
    "A card",
    { permission: onCard("card.view"), answer: model.Card, sends: ["ETag"] },
    ({ params, actor }) => cardAnswer(actor, params.card_id),
  ),
  patch(
    "/cards/{card_id}",
    "Change the fields of a card that are given",
    {
      permission: onCard("card.edit"),
      headers: ChangeConditions,
      body: model.CardChanges,
      answer: model.Card,
      sends: ["ETag"],
    },
    ({ params, body, headers, actor }) => {
      changeCard(actor, params.card_id, body, headers["if-match"]);
      return cardAnswer(actor, params.card_id);
    },
  ),
  del(
    "/cards/{card_id}",
    "Delete a card for good",
    {
      permission: checkedInService(onCard("card.delete")),
      body: model.ArchiveRequest,
      answer: model.DeleteResult,
      bodyOptional: true,
    },
    ({ params, body, actor }) => deleteCard(actor, params.card_id, body),
  ),
  get(
    "/cards/{card_id}/hierarchy",
    "The ancestors and children of a card",
    { permission: onCard("card.view"), answer: model.Hierarchy },
    ({ params }) => hierarchyOf(cardRow(params.card_id)),
  ),
  get(
    "/cards/{card_id}/relation-summary",
    "How many relations of each kind a card has",
    { permission: onCard("card.view"), answer: model.RelationSummary },
    ({ params }) => relationSummary(cardRow(params.card_id)),
  ),
  get(
    "/cards/{card_id}/history",
    "What happened to a card, newest first",
    { permission: onCard("card.view"), query: model.HistoryQuery, answer: model.HistoryEvent.array() },
    ({ params, query, actor }) => historyOf(actor, params.card_id, query),
  ),
  get(
    "/cards/{card_id}/my-permissions",
    "What the caller may do with a card",
    { permission: "auth", answer: model.EffectivePermissions },
    ({ params, actor }) => permissionsOnCard(actor, cardRow(params.card_id)),
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
    { permission: onCard("card.archive"), body: model.ArchiveRequest, answer: model.ArchiveResult, bodyOptional: true },
    ({ params, body, actor }) => {
      const { children, related } = archiveCard(actor, params.card_id, body);
      return {
        primary: cardFor(actor, params.card_id),
        affected_children_ids: children,
        affected_related_card_ids: related,
      };
    },
  ),
  post(
    "/cards/{card_id}/restore",
    "Bring an archived card back",
    { permission: onCard("card.archive"), body: model.RestoreRequest, answer: model.RestoreResult, bodyOptional: true },
    ({ params, body, actor }) => {
      const restored = restoreCard(actor, params.card_id, body);
      return { primary: cardFor(actor, params.card_id), restored_passenger_ids: restored };
    },
  ),
];
