/** The shapes of the area on the wire. */
import { z } from "zod";
import { isCron } from "../../core/runs/schedule";
import { SliceQuery } from "../../http/pagination";
import {
  Flag,
  FreeObject,
  Id,
  Instant,
  namedObject,
  nullableChangesOf,
  orNull,
  StoredObject,
  Text,
  Uuid,
  Whole,
} from "../../http/schemas";

const authTypes = ["basic", "oauth2"] as const;
const directions = ["snow_to_turbo", "turbo_to_snow", "bidirectional"] as const;
const modes = ["additive", "conservative", "strict"] as const;
const leads = ["snow_leads", "turbo_leads"] as const;

/** The longest name of a column, path or table. */
const NAME = 200;
/** The longest encoded query: it stands in an address. */
const LONGEST_FILTER = 4_000;
/** Fields of one mapping. */
const MAX_FIELDS = 200;

const name = Text(255, 1);
const instanceUrl = Text(500, 1);
const secret = Text(1_000);

export const NewConnection = namedObject("ServiceNowConnectionNew", {
  name,
  instance_url: instanceUrl,
  auth_type: z.enum(authTypes).default("basic"),
  username: secret.default(""),
  password: secret.default(""),
  client_id: secret.default(""),
  client_secret: secret.default(""),
});
export type NewConnection = z.infer<typeof NewConnection>;

export const ConnectionChanges = nullableChangesOf(NewConnection)
  .extend({ is_active: orNull(Flag) })
  .meta({ id: "ServiceNowConnectionChanges", description: "What is null or left out stays as it is" });
export type ConnectionChanges = z.infer<typeof ConnectionChanges>;

export const Connection = namedObject("ServiceNowConnection", {
  id: Id,
  name: z.string(),
  instance_url: z.string(),
  auth_type: z.enum(authTypes),
  is_active: z.boolean(),
  last_tested_at: Instant.nullable(),
  test_status: z.enum(["success", "failed"]).nullable(),
  mapping_count: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type Connection = z.infer<typeof Connection>;

const FieldMappingInput = z.object({
  turbo_field: Text(NAME)
    .refine((path) => !path.split(".").includes("__proto__"), "must not name __proto__")
    .meta({ description: "`name`, `description`, `lifecycle.<phase>` or `attributes.<key>`" }),
  snow_field: Text(NAME).meta({ description: "Column of the table" }),
  direction: z.enum(leads).default("snow_leads").meta({ description: "Read by a pull, or written by a push" }),
  transform_type: orNull(Text(50)).meta({ description: "`direct`, `value_map`, `date_format` or `boolean`" }),
  transform_config: orNull(FreeObject).meta({ description: '`{"mapping": {"<value there>": "<value here>"}}`' }),
  is_identity: Flag.default(false).meta({ description: "Whether a row finds its card by the name in this column" }),
});
export type FieldMappingInput = z.infer<typeof FieldMappingInput>;

const FieldMapping = z.object({
  id: Id,
  turbo_field: z.string(),
  snow_field: z.string(),
  direction: z.enum(leads),
  transform_type: z.string().nullable(),
  transform_config: StoredObject.nullable(),
  is_identity: z.boolean(),
});

const Schedule = Text(100)
  .refine((text) => isCron(text), {
    error: "must be a cron expression with five fields, as in 0 3 * * 1-5",
    params: { type: "value_error" },
  })
  .meta({ description: "Cron expression with five fields, in UTC: when the mapping runs by itself" });

const Ratio = z.number().min(0).max(1);
const fields = FieldMappingInput.array().max(MAX_FIELDS);

export const NewMapping = namedObject("ServiceNowMappingNew", {
  connection_id: Uuid,
  card_type_key: Text(100),
  snow_table: Text(NAME),
  sync_direction: z.enum(directions).default("snow_to_turbo"),
  sync_mode: z.enum(modes).default("conservative"),
  max_deletion_ratio: Ratio.default(0.5),
  filter_query: orNull(Text(LONGEST_FILTER)),
  skip_staging: Flag.default(false),
  schedule: orNull(Schedule),
  field_mappings: fields.default([]),
});
export type NewMapping = z.infer<typeof NewMapping>;

export const MappingChanges = nullableChangesOf(NewMapping.omit({ connection_id: true }))
  .extend({ is_active: orNull(Flag) })
  .meta({
    id: "ServiceNowMappingChanges",
    description: "null clears `filter_query` and `schedule`; what else is null or left out stays as it is",
  });
export type MappingChanges = z.infer<typeof MappingChanges>;

export const Mapping = namedObject("ServiceNowMapping", {
  id: Id,
  connection_id: Id,
  card_type_key: z.string(),
  snow_table: z.string(),
  sync_direction: z.enum(directions),
  sync_mode: z.enum(modes),
  max_deletion_ratio: z.number(),
  filter_query: z.string().nullable(),
  skip_staging: z.boolean(),
  is_active: z.boolean(),
  schedule: z.string().nullable(),
  next_run_at: Instant.nullable().meta({ description: "When it runs by itself next" }),
  field_mappings: FieldMapping.array(),
  created_at: Instant,
  updated_at: Instant,
});
export type Mapping = z.infer<typeof Mapping>;

export const SyncRun = namedObject("ServiceNowSyncRun", {
  id: Id,
  connection_id: Id,
  mapping_id: Id.nullable(),
  status: z.enum(["running", "completed", "failed"]),
  direction: z.enum(["pull", "push"]),
  started_at: Instant,
  completed_at: Instant.nullable(),
  stats: z.record(z.string(), z.int()),
  error_message: z.string().nullable(),
  reason: z.string().nullable().meta({ description: "Why it failed, or what is to be known of how it ended" }),
  created_by: Id.nullable(),
  batch_id: Id.nullable().meta({ description: "The mutation batch of all that it changed" }),
  pending: z.int().meta({ description: "Staged changes that wait for a decision" }),
});
export type SyncRun = z.infer<typeof SyncRun>;

export const StagedRecord = namedObject("ServiceNowStagedRecord", {
  id: Id,
  snow_sys_id: z.string(),
  snow_data: StoredObject,
  card_id: Id.nullable(),
  action: z.enum(["create", "update", "delete", "skip"]),
  diff: StoredObject.nullable(),
  status: z.enum(["pending", "held", "applied", "error", "discarded"]).meta({
    description:
      "`held` is a deletion that waits for a decision, because more rows are gone than `max_deletion_ratio` allows",
  }),
  error_message: z.string().nullable(),
  reason: z.string().nullable().meta({ description: "Why it could not be applied" }),
  card_name: z.string().nullable().meta({ description: "The name of its card, as it is now" }),
  relations: z.int().meta({ description: "Relations that its card has" }),
  created_at: Instant,
});
export type StagedRecord = z.infer<typeof StagedRecord>;

export const ListQuery = z.object(SliceQuery);
export const MappingQuery = z.object({
  ...SliceQuery,
  connection_id: orNull(Uuid).meta({ description: "Only mappings of this connection" }),
});
export const TableQuery = z.object({
  search: Text(100).default("").meta({ description: "Part of the name or the label" }),
});
export const PullQuery = z.object({
  auto_apply: Flag.default(true).meta({ description: "Apply what is staged, instead of leaving it for review" }),
  delta: Flag.default(false).meta({
    description: "Read only rows that were updated since the day before the last completed pull; finds no deletions",
  }),
});
export const ApplyQuery = z.object({
  held: Flag.default(false).meta({ description: "Apply the deletions that are held, too" }),
});
export const RunQuery = z.object({
  connection_id: orNull(Uuid).meta({ description: "Only runs of this connection" }),
  mapping_id: orNull(Uuid).meta({ description: "Only runs of this mapping" }),
  limit: Whole(1, 100).default(20).meta({ description: "How many runs there are at most" }),
});
export const StagedQuery = z.object({
  ...SliceQuery,
  action: orNull(Text(50)).meta({ description: "Only records with which this is done" }),
  status: orNull(Text(50)).meta({ description: "Only records of this status" }),
});

/** Records that one request may name. */
const MAX_DISCARDED = 10_000;

export const Discard = namedObject("ServiceNowDiscard", {
  record_ids: orNull(Uuid.array().max(MAX_DISCARDED)).meta({ description: "Only these records" }),
  action: orNull(z.enum(["create", "update", "delete", "skip"])).meta({
    description: "Only records with which this would be done",
  }),
});
export type Discard = z.infer<typeof Discard>;

export const Discarded = namedObject("ServiceNowDiscarded", { discarded: z.int() });

export const Tested = namedObject("ServiceNowConnectionTest", { success: z.boolean(), message: z.string() });
/** The rows of the instance, unchanged. */
export const Rows = StoredObject.array();
export const Preview = namedObject("ServiceNowPreview", {
  total_records: z.int(),
  sample_count: z.int(),
  previews: z.object({ snow_record: StoredObject, transformed: StoredObject }).array(),
});
export type Preview = z.infer<typeof Preview>;

export const AppliedRecords = namedObject("ServiceNowApplied", {
  ok: z.literal(true),
  applied: z.object({ created: z.int(), updated: z.int(), deleted: z.int(), errors: z.int() }),
});
export type AppliedRecords = z.infer<typeof AppliedRecords>;
