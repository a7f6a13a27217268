/** Migrations on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Flag, Id, Instant, LINE, namedObject, StoredObject, Text, Whole } from "../../http/schemas";

export const Source = namedObject("MigrationSource", {
  key: z.string(),
  label: z.string(),
  accepted_extensions: z.string().array(),
});

export const Migration = namedObject("Migration", {
  id: Id,
  name: z.string(),
  source_type: z.string(),
  status: z.enum(["uploaded", "parsed", "previewed", "applying", "applied", "failed"]),
  file_hash: z.string().meta({ description: "SHA-256 of the file" }),
  file_size: z.int().nullable().meta({ description: "In bytes" }),
  snapshot_version: z.string().nullable(),
  stats: StoredObject.nullable().meta({
    description: "What was asked for, what was found once it is parsed, and what has become of it once it is applied",
  }),
  metamodel_diff: StoredObject.nullable(),
  field_mappings: z.record(z.string(), z.record(z.string(), z.string())),
  error_message: z.string().nullable(),
  parsed_at: Instant.nullable(),
  applied_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type Migration = z.infer<typeof Migration>;

/** The fields of an upload in addition to the file. */
export const UploadFields = z.object({
  source_key: Text(100),
  name: Text(255, 1).meta({ description: "What the migration is called" }),
  include_archived: Flag.default(false).meta({ description: "Migrate what is archived as well" }),
});
export type UploadFields = z.infer<typeof UploadFields>;

export const NewMigration = UploadFields.extend({ file: z.file() });

export const MigrationQuery = z.object({
  source_type: Text(100).optional().meta({ description: "Only migrations from this tool" }),
  ...SliceQuery,
});

export const StagedRecord = namedObject("StagedRecord", {
  id: Id,
  entity_kind: z.string(),
  source_id: z.string(),
  source_type: z.string(),
  card_type_key: z.string().nullable(),
  action: z.enum(["create", "update", "skip", "conflict"]),
  status: z.enum(["pending", "applied", "error"]),
  diff: StoredObject.nullable(),
  error_message: z.string().nullable(),
  target_id: Id.nullable(),
  display_name: z.string().nullable(),
});
export type StagedRecord = z.infer<typeof StagedRecord>;

export const PreviewQuery = z.object({
  entity_kind: Text(100).default("card").meta({ description: "What the records become: card, relation, tag, …" }),
  card_type_key: Text(LINE).optional().meta({ description: "Only cards of this type" }),
  action: Text(100).optional().meta({ description: "Only records with which this is done" }),
  reported: Flag.default(false).meta({
    description: "Only records that could not be applied, or not wholly, and conflicts",
  }),
  offset: Whole(0, 1_000_000_000).default(0).meta({ description: "How many records come before the first" }),
  limit: Whole(1, 10_000).default(100).meta({ description: "How many records there are at most" }),
});
export type PreviewQuery = z.infer<typeof PreviewQuery>;

export const PreviewPage = namedObject("MigrationPreview", {
  items: StagedRecord.array(),
  total: z.int(),
  offset: z.int(),
  limit: z.int(),
});
export type PreviewPage = z.infer<typeof PreviewPage>;

const count = (description: string) => z.int().meta({ description });

export const RecordKind = z
  .object({
    entity_kind: z.string(),
    card_type_key: z.string().nullable().meta({ description: "Of cards: the type that they become" }),
    create: count("Records that are created"),
    update: count("Records that change something"),
    skip: count("Records that are as they are"),
    conflict: count("Records that can't be applied"),
    reported: count("Records that the list of errors has"),
    applied: count("Records that have been applied"),
  })
  .meta({ id: "StagedKind" });
export type RecordKind = z.infer<typeof RecordKind>;

const MappedField = z.object({
  source_field_key: z.string(),
  label: z.string().nullable(),
  native_data_type: z.string().nullable().meta({ description: "Only of a field that can't be mapped" }),
  tea_type: z.string().nullable(),
  target_tea_type: z.string(),
  mapped_to: z.string().nullable(),
});

const MappingTarget = z.object({
  key: z.string(),
  label: z.string(),
  type: z.string(),
  section: z.string().nullable(),
});

const MappingBlock = z.object({
  native_type: z.string(),
  target_tea_type: z.string(),
  target_type_label: z.string(),
  source_fields: MappedField.array(),
  available_targets: MappingTarget.array(),
});

export const FieldMappingOptions = namedObject("FieldMappingOptions", {
  blocks: MappingBlock.array(),
  auto_mapped_columns: z.object({ source_column: z.string(), tea_target: z.string() }).array(),
});
export type FieldMappingOptions = z.infer<typeof FieldMappingOptions>;

/** Types, fields of a type, and letters of a key that a mapping may have. */
const MAX_TYPES = 500;
const MAX_FIELDS = 5_000;
const LONGEST_KEY = 1_000;

const notMoreThan =
  (most: number) =>
  (value: object): boolean =>
    Object.keys(value).length <= most;

export const FieldMappingChoices = namedObject("FieldMappingChoices", {
  field_mappings: z
    .record(
      Text(LONGEST_KEY),
      z
        .record(Text(LONGEST_KEY), Text(LONGEST_KEY))
        .refine(notMoreThan(MAX_FIELDS), `must not name more than ${MAX_FIELDS} fields`),
    )
    .refine(notMoreThan(MAX_TYPES), `must not name more than ${MAX_TYPES} types`)
    .meta({
      description:
        "Type of the source → key of a field → key of a field of the card type, `__lifecycle__:<phase>`, or `__skip__`",
    }),
});

/** The list of what could not be applied. */
export const ErrorList = z.string();
