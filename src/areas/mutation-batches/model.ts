/** The schemas of mutation batches. */
import { z } from "zod";
import { definedInverses, definedSubjects } from "../../core/undo";
import { Page, PageSize, SliceQuery, TimeSorting } from "../../http/pagination";
import {
  Flag,
  FreeObject,
  Id,
  Instant,
  Moment,
  namedObject,
  orNull,
  StoredObject,
  Text,
  Uuid,
  Whole,
} from "../../http/schemas";

export const Batch = namedObject("MutationBatch", {
  id: Id,
  tool_name: z.string(),
  actor_user_id: Id.nullable(),
  actor_display_name: z.string().nullable(),
  origin: z.string(),
  dry_run: z.boolean(),
  confirm_token: z.string().nullable(),
  summary: StoredObject.nullable(),
  created_at: Instant,
  committed_at: Instant.nullable(),
  rolled_back_at: Instant.nullable().meta({ description: "When it was rolled back last; null while it was not" }),
});
export type Batch = z.infer<typeof Batch>;

export const BatchPart = namedObject("MutationBatchPart", {
  event_type: z.string(),
  card_type: z.string().nullable().meta({ description: "The type of the cards that it happened to" }),
  count: z.int().meta({ description: "How many things it happened to" }),
  names: z.string().array().meta({ description: "What the first of them are called, five at most" }),
  fields: z.string().array().meta({ description: "The changed fields of those that are named, 20 at most" }),
});
export type BatchPart = z.infer<typeof BatchPart>;

export const ListedBatch = Batch.extend({
  parts: BatchPart.array().meta({ description: "What the batch did, in its order, for a sentence" }),
}).meta({ id: "ListedMutationBatch" });

export const BatchList = namedObject("MutationBatchList", {
  items: ListedBatch.array(),
  total: z.int(),
  page: z.int(),
  page_size: z.int(),
});
export type BatchList = z.infer<typeof BatchList>;

export const BatchParams = z.object({ batch_id: Uuid });

const TOOL_NAME = 100;
const ORIGIN = 20;
const CONFIRM_TOKEN = 64;

export const NewBatch = namedObject("NewMutationBatch", {
  tool_name: Text(TOOL_NAME, 1),
  dry_run: Flag.default(false),
});
export type NewBatch = z.infer<typeof NewBatch>;

export const NewBatchQuery = z.object({
  row_count: Whole(0, Number.MAX_SAFE_INTEGER)
    .default(0)
    .meta({ description: "Rows that the write is going to touch; a dry run of more than 20 gets a confirm_token" }),
});

export const CommitRequest = namedObject("MutationBatchCommit", {
  summary: orNull(FreeObject),
  confirm_token: orNull(Text(CONFIRM_TOKEN)),
});
export type CommitRequest = z.infer<typeof CommitRequest>;

export const BatchQuery = z.object({
  mine: Flag.default(false).meta({ description: "Only the caller's own batches; all others need `admin.events`" }),
  actor_user_id: Uuid.optional().meta({ type: "string", format: "uuid", description: "Only batches of this user" }),
  tool_name: Text(TOOL_NAME).optional().meta({ description: "Only batches of exactly this name" }),
  origin: Text(ORIGIN).optional().meta({ description: "Only batches from here: `web`, `mcp` or `api`" }),
  since: Moment("start", "Only batches made at this moment or later; a date is its beginning"),
  until: Moment("end", "Only batches made at this moment or earlier; a date is its end"),
  page: Page,
  page_size: PageSize,
  ...TimeSorting,
});
export type BatchQuery = z.infer<typeof BatchQuery>;

export const BatchEvent = namedObject("MutationBatchEvent", {
  id: Id,
  event_type: z.string(),
  data: StoredObject.nullable(),
  card_id: Id.nullable(),
  user_id: Id.nullable(),
  user_display_name: z.string().nullable(),
  created_at: Instant,
});
export type BatchEvent = z.infer<typeof BatchEvent>;

export const BatchEvents = namedObject("MutationBatchEvents", { batch: Batch, events: BatchEvent.array() });
export type BatchEvents = z.infer<typeof BatchEvents>;
export const BatchEventsQuery = z.object(SliceQuery);
export type BatchEventsQuery = z.infer<typeof BatchEventsQuery>;

export const RollbackRequest = namedObject("RollbackRequest", {
  dry_run: Flag.default(true),
  force: Flag.default(false),
});
export type RollbackRequest = z.infer<typeof RollbackRequest>;

/** Returns fields of a schema for the ids of what inverses change. */
const subjectIds = (id: z.ZodType): object => Object.fromEntries(definedSubjects().map(({ idField }) => [idField, id]));

/** A step of a rollback. Its fields depend on the inverses of the installed areas. */
export const RollbackOperation = z.lazy(() =>
  namedObject("RollbackOperation", {
    event_id: Id,
    op: z.enum([...definedInverses().keys(), "unsupported"]),
    ...subjectIds(Id.nullable().optional()),
    fields: StoredObject.optional().meta({ description: "Field → the value before the batch" }),
    keys: z
      .record(z.string(), z.string().array())
      .optional()
      .meta({ description: "Of `attributes` and `lifecycle`: the keys that are restored; the others stay" }),
    event_type: z.string().optional(),
    status: z.enum(["ok", "skipped"]).optional(),
    reason: z.string().optional(),
    not_restored: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "Field that could not be restored → why" }),
    ...Object.fromEntries(definedSubjects().flatMap(({ resultFields }) => Object.entries(resultFields ?? {}))),
  }),
);
export type RollbackOperation = z.infer<typeof RollbackOperation>;

export const ConflictingBatch = namedObject("ConflictingBatch", {
  batch_id: Id,
  tool_name: z.string(),
  created_at: Instant,
  touched_entities: z.string().array(),
});
export type ConflictingBatch = z.infer<typeof ConflictingBatch>;

export const Obstacle = z.lazy(() =>
  namedObject("RollbackObstacle", {
    event_id: Id,
    reason: z.string(),
    ...subjectIds(Id.optional()),
    field: z.string().optional(),
    card_ids: Id.array().optional(),
  }),
);
export type Obstacle = z.infer<typeof Obstacle>;

export const RollbackPlan = namedObject("RollbackPlan", {
  batch: Batch,
  operations: RollbackOperation.array(),
  unsupported_events: RollbackOperation.array(),
  event_count: z.int(),
  dry_run: z.literal(true),
  conflicting_batches: ConflictingBatch.array().meta({
    description: "Later batches that touch the same cards or relations and are not rolled back; newest first",
  }),
  obstacles: Obstacle.array().meta({ description: "What else keeps the rollback from putting everything back" }),
  complete: z.boolean().meta({ description: "Whether a rollback now, without force, would undo all of the batch" }),
});
export type RollbackPlan = z.infer<typeof RollbackPlan>;

export const RollbackResult = namedObject("RollbackResult", {
  rollback_batch_id: Id,
  reversed_batch_id: Id,
  forced: z.boolean(),
  results: RollbackOperation.array(),
});
export type RollbackResult = z.infer<typeof RollbackResult>;
