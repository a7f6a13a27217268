/** /cards, for many cards at once, and what is asked before it is done. */
import { Elysia } from "elysia";
import type { z } from "zod";
import { takesMany } from "../../http/json";
import { answers, jsonText } from "../../http/responses";
import { guard } from "../access/guard";
import { changeCards, reportChanges } from "./bulk-change";
import { createCards } from "./bulk-create";
import {
  ArchiveImpact,
  BulkArchive,
  BulkArchiveResult,
  BulkChange,
  BulkChangeResult,
  BulkCreate,
  BulkCreateResult,
  BulkDeleteResult,
  BulkRestore,
  BulkRestoreResult,
  FixedNames,
  ResolvedReferences,
  ResolveReferences,
  RestoreImpact,
} from "./bulk-model";
import { archiveCards, deleteCards, restoreCards } from "./bulk-states";
import { fixHierarchyNames } from "./hierarchy";
import { archiveImpact, restoreImpact } from "./impact";
import { cardsByIds } from "./list";
import { CardParams } from "./model";
import { namesIn, resolveReferences } from "./references";
import { cardRow } from "./rows";

const changes = new Elysia()
  .use(guard)
  .post("/bulk-create", ({ body, actor }) => createCards(actor, body), {
    permission: "inventory.create",
    body: BulkCreate,
    response: answers(BulkCreateResult),
    detail: { ...takesMany, summary: "Make many cards, parents before their children" },
  })
  .patch(
    "/bulk",
    ({ body, actor }) =>
      body.dry_run || body.on_error === "skip"
        ? reportChanges(actor, body)
        : jsonText<z.infer<typeof BulkChangeResult>>(cardsByIds(actor, changeCards(actor, body))),
    {
      permission: "inventory.bulk_edit",
      body: BulkChange,
      response: answers(BulkChangeResult),
      detail: { summary: "Change many cards in the same way" },
    },
  )
  .post("/bulk-archive", ({ body, actor }) => archiveCards(actor, body), {
    permission: { each: "inventory.archive|card.archive" },
    body: BulkArchive,
    response: answers(BulkArchiveResult),
    detail: { summary: "Archive many cards" },
  })
  .post("/bulk-restore", ({ body, actor }) => restoreCards(actor, body.card_ids), {
    permission: { each: "inventory.archive|card.archive" },
    body: BulkRestore,
    response: answers(BulkRestoreResult),
    detail: { summary: "Bring many archived cards back" },
  })
  .post("/bulk-delete", ({ body, actor }) => deleteCards(actor, body), {
    permission: { each: "inventory.delete|card.delete" },
    body: BulkArchive,
    response: answers(BulkDeleteResult),
    detail: { summary: "Delete many cards for good" },
  })
  .post(
    "/fix-hierarchy-names",
    () => {
      const details = fixHierarchyNames();
      return { fixed: details.length, details };
    },
    {
      permission: "admin.metamodel",
      response: answers(FixedNames),
      detail: { summary: "Repair names that hold the path of their card" },
    },
  );

const questions = new Elysia()
  .use(guard)
  .post(
    "/resolve-refs",
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
    {
      permission: "inventory.view",
      body: ResolveReferences,
      response: answers(ResolvedReferences),
      detail: { summary: "Find cards by their names or paths" },
    },
  )
  .get("/:card_id/archive-impact", ({ params }) => archiveImpact(cardRow(params.card_id)), {
    permission: "inventory.view|card.view",
    params: CardParams,
    response: answers(ArchiveImpact),
    detail: { summary: "What archiving a card would touch" },
  })
  .get("/:card_id/restore-impact", ({ params }) => restoreImpact(cardRow(params.card_id)), {
    permission: "inventory.view|card.view",
    params: CardParams,
    response: answers(RestoreImpact),
    detail: { summary: "The cards that were archived together with a card" },
  });

export const bulkCards = new Elysia().use(changes).use(questions);
