/** /cards */
import { Elysia } from "elysia";
import { z } from "zod";
import { ChangeConditions } from "../../http/etags";
import { answers, type createdText, jsonText, streamed } from "../../http/responses";
import type { Actor } from "../access/actor";
import { guard } from "../access/guard";
import { setApproval } from "./approval";
import { archiveCard } from "./archive";
import { bulkCards } from "./bulk-routes";
import { changeCard } from "./change";
import { createCard } from "./create";
import { deleteCard } from "./delete";
import { csvName, csvOfCards, jsonOfCards } from "./export";
import { hierarchyOf } from "./hierarchy";
import { historyOf } from "./history";
import { countCards, listCards } from "./list";
import {
  ApprovalQuery,
  ApprovalResult,
  ArchiveRequest,
  ArchiveResult,
  Card,
  CardChanges,
  CardCounts,
  CardList,
  CardParams,
  CardQuery,
  CsvQuery,
  DeleteResult,
  EffectivePermissions,
  ExportedCard,
  Hierarchy,
  HistoryEvent,
  HistoryQuery,
  JsonExportQuery,
  MyCreated,
  MyCreatedQuery,
  MyStakeholderCards,
  MyStakeholderQuery,
  NewCard,
  RelationSummary,
  RestoreRequest,
  RestoreResult,
} from "./model";
import { permissionsOnCard, relationSummary } from "./overview";
import { listCreatedCards, listStakeholderCards } from "./own-lists";
import { restoreCard } from "./restore";
import { cardRow } from "./rows";
import { cardAnswer, cardFor } from "./wire";

/** A body that may be left out is as if it were empty. */
const optional = <T extends z.ZodType>(schema: T) => z.preprocess((body) => body ?? {}, schema);

const lists = new Elysia()
  .use(guard)
  .get("/", ({ query, actor }) => jsonText<CardList>(listCards(actor, query)), {
    permission: "inventory.view",
    query: CardQuery,
    response: answers(CardList),
    detail: { summary: "A page of the cards that match" },
  })
  .get("/counts", () => countCards(), {
    permission: "inventory.view",
    response: answers(CardCounts),
    detail: { summary: "How many active cards there are of each type" },
  })
  .get(
    "/my-created",
    ({ query, actor }) => jsonText<z.infer<typeof MyCreated>>(listCreatedCards(actor, query.limit, query.offset)),
    {
      permission: "inventory.view",
      query: MyCreatedQuery,
      response: answers(MyCreated),
      detail: { summary: "The active cards that the caller has made" },
    },
  )
  .get(
    "/my-stakeholder",
    ({ query, actor }) =>
      jsonText<z.infer<typeof MyStakeholderCards>>(
        listStakeholderCards(actor, query.user_id ?? actor.userId, query.limit),
      ),
    {
      permission: "inventory.view",
      query: MyStakeholderQuery,
      response: answers(MyStakeholderCards),
      detail: { summary: "The active cards in which a user has a part" },
    },
  );

const downloads = new Elysia()
  .use(guard)
  .get(
    "/export/csv",
    ({ query, actor }) =>
      streamed<string>(csvOfCards(actor, query.type), {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": `attachment; filename=${csvName(query.type)}`,
      }),
    {
      permission: "inventory.export",
      query: CsvQuery,
      response: answers(z.string(), "Content-Disposition"),
      detail: { summary: "The active cards as CSV", "x-answer": "text/csv" } as object,
    },
  )
  .get(
    "/export/json",
    ({ query, actor }) =>
      streamed<z.infer<typeof ExportedCard>[]>(jsonOfCards(actor, query), { "content-type": "application/json" }),
    {
      permission: "inventory.export",
      query: JsonExportQuery,
      response: answers(ExportedCard.array()),
      detail: { summary: "The active cards of some types as JSON" },
    },
  );

const readers = { permission: "inventory.view|card.view", params: CardParams } as const;

const createdCard = (actor: Actor, id: string) => cardAnswer<ReturnType<typeof createdText<Card>>>(actor, id, 201);

const oneCard = new Elysia()
  .use(guard)
  .post("/", ({ body, actor }) => createdCard(actor, createCard(actor, body)), {
    permission: "inventory.create",
    body: NewCard,
    response: { 201: answers(Card, "ETag") },
    detail: { summary: "Make a card" },
  })
  .get("/:card_id", ({ params, actor }) => cardAnswer(actor, params.card_id), {
    ...readers,
    response: answers(Card, "ETag"),
    detail: { summary: "A card" },
  })
  .patch(
    "/:card_id",
    ({ params, body, headers, actor }) => {
      changeCard(actor, params.card_id, body, headers["if-match"]);
      return cardAnswer(actor, params.card_id);
    },
    {
      permission: "inventory.edit|card.edit",
      params: CardParams,
      headers: ChangeConditions,
      body: CardChanges,
      response: answers(Card, "ETag"),
      detail: { summary: "Change the fields of a card that are given" },
    },
  )
  .delete("/:card_id", ({ params, body, actor }) => deleteCard(actor, params.card_id, body), {
    permission: { each: "inventory.delete|card.delete" },
    params: CardParams,
    body: optional(ArchiveRequest),
    response: answers(DeleteResult),
    detail: { summary: "Delete a card for good", "x-body-optional": true } as object,
  });

const around = new Elysia()
  .use(guard)
  .get("/:card_id/hierarchy", ({ params }) => hierarchyOf(cardRow(params.card_id)), {
    ...readers,
    response: answers(Hierarchy),
    detail: { summary: "The ancestors and children of a card" },
  })
  .get("/:card_id/relation-summary", ({ params }) => relationSummary(cardRow(params.card_id)), {
    ...readers,
    response: answers(RelationSummary),
    detail: { summary: "How many relations of each kind a card has" },
  })
  .get("/:card_id/history", ({ params, query, actor }) => historyOf(actor, params.card_id, query), {
    ...readers,
    query: HistoryQuery,
    response: answers(HistoryEvent.array()),
    detail: { summary: "What happened to a card, newest first" },
  })
  .get("/:card_id/my-permissions", ({ params, actor }) => permissionsOnCard(actor, cardRow(params.card_id)), {
    permission: "auth",
    params: CardParams,
    response: answers(EffectivePermissions),
    detail: { summary: "What the caller may do with a card" },
  });

const states = new Elysia()
  .use(guard)
  .post(
    "/:card_id/approval-status",
    ({ params, query, actor }) => ({ approval_status: setApproval(actor, params.card_id, query.action) }),
    {
      permission: "inventory.approval_status|card.approval_status",
      params: CardParams,
      query: ApprovalQuery,
      response: answers(ApprovalResult),
      detail: { summary: "Approve a card, reject it, or start over" },
    },
  )
  .post(
    "/:card_id/archive",
    ({ params, body, actor }) => {
      const { children, related } = archiveCard(actor, params.card_id, body);
      return {
        primary: cardFor(actor, params.card_id),
        affected_children_ids: children,
        affected_related_card_ids: related,
      };
    },
    {
      permission: "inventory.archive|card.archive",
      params: CardParams,
      body: optional(ArchiveRequest),
      response: answers(ArchiveResult),
      detail: { summary: "Archive a card", "x-body-optional": true } as object,
    },
  )
  .post(
    "/:card_id/restore",
    ({ params, body, actor }) => {
      const restored = restoreCard(actor, params.card_id, body);
      return { primary: cardFor(actor, params.card_id), restored_passenger_ids: restored };
    },
    {
      permission: "inventory.archive|card.archive",
      params: CardParams,
      body: optional(RestoreRequest),
      response: answers(RestoreResult),
      detail: { summary: "Bring an archived card back", "x-body-optional": true } as object,
    },
  );

export const cards = new Elysia({ prefix: "/cards", tags: ["cards"] })
  .use(lists)
  .use(downloads)
  .use(bulkCards)
  .use(oneCard)
  .use(around)
  .use(states);
