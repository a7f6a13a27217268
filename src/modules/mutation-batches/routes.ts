/** /mutation-batches */
import { Elysia } from "elysia";
import { z } from "zod";
import { guard } from "../../core/access/guard";
import { answers, created } from "../../http/responses";
import { commitBatch, listBatches, openBatch, readBatch } from "./batches";
import {
  Batch,
  BatchEvents,
  BatchEventsQuery,
  BatchList,
  BatchParams,
  BatchQuery,
  CommitRequest,
  NewBatch,
  NewBatchQuery,
  RollbackPlan,
  RollbackRequest,
  RollbackResult,
} from "./model";
import { rollBack } from "./rollback";
import { eventsOfBatch } from "./trail";

/** The service tells whose batch it is. */
const owner = { each: "auth (owner)|admin.events" };

export const mutationBatches = new Elysia({ prefix: "/mutation-batches", tags: ["mutation-batches"] })
  .use(guard)
  .get("/", ({ query }) => listBatches(query), {
    permission: "admin.events",
    query: BatchQuery,
    response: answers(BatchList),
    detail: { summary: "A page of the batches that match, newest first" },
  })
  .post("/", ({ query, body, actor }) => created(openBatch(actor, body, query.row_count)), {
    permission: "auth",
    query: NewBatchQuery,
    body: NewBatch,
    response: { 201: answers(Batch) },
    detail: { summary: "Open a batch, for writes that name it in their X-Turbo-EA-Batch header" },
  })
  .get("/:batch_id", ({ params, actor }) => readBatch(actor, params.batch_id), {
    permission: owner,
    params: BatchParams,
    response: answers(Batch),
    detail: { summary: "A batch" },
  })
  .post("/:batch_id/commit", ({ params, body, actor }) => commitBatch(actor, params.batch_id, body), {
    permission: { each: "auth (owner)" },
    params: BatchParams,
    body: CommitRequest,
    response: answers(Batch),
    detail: { summary: "Close a batch: nothing more can join it" },
  })
  .get(
    "/:batch_id/events",
    ({ params, query, actor, set }) => {
      const { batch, events, total } = eventsOfBatch(actor, params.batch_id, query);
      if (total !== undefined) set.headers["x-total-count"] = String(total);
      return { batch, events };
    },
    {
      permission: owner,
      params: BatchParams,
      query: BatchEventsQuery,
      response: answers(BatchEvents),
      detail: { summary: "What happened in a batch, in its order" },
    },
  )
  .post("/:batch_id/rollback", ({ params, body, actor }) => rollBack(actor, params.batch_id, body), {
    permission: owner,
    params: BatchParams,
    body: RollbackRequest,
    response: answers(z.union([RollbackPlan, RollbackResult])),
    detail: { summary: "Undo a batch, or say what that would do and what stands in its way" },
  });
