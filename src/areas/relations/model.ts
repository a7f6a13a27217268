/** The schemas of relations. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import {
  Flag,
  FreeObject,
  Id,
  Instant,
  LINE,
  LONG,
  namedObject,
  orNull,
  StoredObject,
  Text,
  Uuid,
  Whole,
} from "../../http/schemas";
import { FileQuery } from "../../http/tables";
import { OnError } from "../cards";

const End = z.object({ id: Id, type: z.string(), name: z.string() });

export const Relation = namedObject("Relation", {
  id: Id,
  type: z.string(),
  source_id: Id,
  target_id: Id,
  source: End.nullable(),
  target: End.nullable(),
  attributes: StoredObject.nullable(),
  description: z.string().nullable(),
  created_at: Instant,
});
export type Relation = z.infer<typeof Relation>;

export const RelationQuery = z.object({
  card_id: Uuid.optional().meta({
    type: "string",
    format: "uuid",
    description: "Only relations of this card, at either end",
  }),
  type: Text(200).optional().meta({ description: "Only relations of this type" }),
  ...SliceQuery,
});
export type RelationQuery = z.infer<typeof RelationQuery>;
export type RelationFilters = Omit<RelationQuery, "page" | "page_size">;

/** The parameters of an export: those of the list. */
export const ExportQuery = RelationQuery.omit({ page: true, page_size: true }).extend(FileQuery);

const content = { attributes: orNull(FreeObject), description: orNull(Text(LONG)) };

export const NewRelation = namedObject("NewRelation", {
  type: Text(200),
  source_id: Uuid,
  target_id: Uuid,
  ...content,
});
export type NewRelation = z.infer<typeof NewRelation>;

export const RelationChanges = namedObject("RelationChanges", content);
export type RelationChanges = z.infer<typeof RelationChanges>;

/** Operations on relations that one request may hold. */
const MAX_OPERATIONS = 5_000;

const BulkEnd = z.object({
  id: orNull(Text(64)),
  type: orNull(Text(100)),
  parent_path: orNull(z.array(Text(LINE)).max(32)),
  name: orNull(Text(LINE)),
});
export type BulkEnd = z.infer<typeof BulkEnd>;

const BulkOperation = z.object({
  row_index: Whole(-1_000_000_000, 1_000_000_000),
  action: z.enum(["upsert", "delete"]).default("upsert"),
  type: Text(200),
  source: BulkEnd,
  target: BulkEnd,
  ...content,
});
export type BulkOperation = z.infer<typeof BulkOperation>;

export const BulkRelations = namedObject("BulkRelations", {
  operations: z.array(BulkOperation).min(1).max(MAX_OPERATIONS),
  dry_run: Flag.default(false),
  on_error: OnError("skip"),
});
export type BulkRelations = z.infer<typeof BulkRelations>;

export const BulkRelationsResult = namedObject("BulkRelationsResult", {
  results: z
    .object({
      row_index: z.int(),
      status: z.enum(["upserted", "deleted", "noop", "failed"]),
      relation_id: Id.nullable(),
      error: z.string().nullable(),
    })
    .array(),
  upserted: z.int(),
  deleted: z.int(),
  failed: z.int(),
  dry_run: z.boolean(),
});
export type BulkRelationsResult = z.infer<typeof BulkRelationsResult>;
