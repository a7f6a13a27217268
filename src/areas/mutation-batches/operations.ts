/** /mutation-batches */
import { z } from "zod";
import { checkedInService } from "../../core/access/operation-permission";
import { get, MANY_REHEARSED_ROWS, type Operation, post } from "../../core/api/operation";
import { commitBatch, listBatches, openBatch, readBatch } from "./batches";
import { eventsOfBatch, hasManyEvents } from "./events";
import * as model from "./model";
import { rollBack } from "./rollback";
import { readStepsAhead } from "./steps";

const LIST = {
  permission: checkedInService("owner", "admin.events"),
  readsMuch: true,
  query: model.BatchQuery,
  answer: model.BatchList,
  landscape: "scenarios",
} as const;
const READ = { permission: checkedInService("owner", "admin.events"), params: model.BatchParams } as const;
/** A scenario shows the batches of the landscape that it begins with, and has its own: one for each of its changes, or for those that name one. */
const HERE = { landscape: "scenarios" } as const;
const READ_HERE = { ...READ, ...HERE } as const;
/** Without an open batch later changes of a scenario would have none to join when they are made again. */
const PREPARES = { ...HERE, prepares: "always" } as const;
const COMMIT = {
  ...READ,
  ...PREPARES,
  permission: checkedInService("owner"),
  body: model.CommitRequest,
  answer: model.Batch,
} as const;
const EVENTS = { ...READ_HERE, query: model.BatchEventsQuery, answer: model.BatchEvents } as const;
const RollbackAnswer = z.union([model.RollbackPlan, model.RollbackResult]);

export const operations: readonly Operation[] = [
  get("/mutation-batches", "A page of the batches that match, newest first", LIST, ({ query, actor }) =>
    listBatches(actor, query),
  ),
  post(
    "/mutation-batches",
    "Open a batch of changes, for writes that name it in their X-Turbo-EA-Batch header",
    {
      ...PREPARES,
      permission: "auth",
      query: model.NewBatchQuery,
      body: model.NewBatch,
      answer: model.Batch,
      status: 201,
    },
    ({ query, body, actor }) => openBatch(actor, body, query.row_count),
  ),
  get(
    "/mutation-batches/{batch_id}",
    "A batch of changes",
    { ...READ_HERE, answer: model.Batch },
    ({ params, actor }) => readBatch(actor, params.batch_id),
  ),
  post(
    "/mutation-batches/{batch_id}/commit",
    "Close a batch: nothing more can join it",
    COMMIT,
    ({ params, body, actor }) => commitBatch(actor, params.batch_id, body),
  ),
  get(
    "/mutation-batches/{batch_id}/events",
    "What happened in a batch, in its order",
    EVENTS,
    ({ params, query, actor, set }) => eventsOfBatch(actor, params.batch_id, query, set),
  ),
  post(
    "/mutation-batches/{batch_id}/rollback",
    "Undo a batch, or say what that would do and what stands in its way",
    {
      ...READ,
      landscape: true,
      writesMuch: ({ params }) => hasManyEvents(params["batch_id"] as string),
      readsAhead: ({ params }) => readStepsAhead(params["batch_id"] as string),
      rehearses: ({ params, body }) => body.dry_run && hasManyEvents(params["batch_id"] as string, MANY_REHEARSED_ROWS),
      body: model.RollbackRequest,
      answer: RollbackAnswer,
    },
    ({ params, body, actor }) => rollBack(actor, params.batch_id, body),
  ),
];
