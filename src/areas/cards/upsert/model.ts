/** Schemas of upserts: rows that create cards or change them. */
import { z } from "zod";
import { Flag, FreeObject, Id, LINE, LONG, namedObject, orNull, Text, Uuid } from "../../../http/schemas";
import { OnError } from "../bulk/model";
import { ParentId, statuses } from "../model";

/** Rows of one request. */
export const MAX_ROWS = 10_000;

const FOUND_BY = ["id", "external_id", "name"] as const;

export const UpsertRow = z.object({
  id: orNull(Uuid).meta({ description: "The card that the row changes; none is created for it" }),
  type: orNull(Text(100)).meta({ description: "The card type; that of the request without one" }),
  name: orNull(Text(LINE)),
  parent_id: ParentId.optional().meta({ type: "string", format: "uuid", description: "null for none" }),
  parent: orNull(Text(20_000)).meta({
    description:
      "The parent by its name, by its path from the root down with / between the names, or by its id, also one that another row creates; empty for none",
  }),
  subtype: orNull(Text(100)),
  description: orNull(Text(LONG)),
  lifecycle: orNull(FreeObject).meta({ description: "Phase → date: those given; null clears one" }),
  attributes: orNull(FreeObject).meta({ description: "Key → value: those given; null clears one" }),
  external_id: orNull(Text(LINE)),
  alias: orNull(Text(LINE)),
  status: z.enum(statuses).optional(),
});
export type UpsertRow = z.infer<typeof UpsertRow>;

export const Upsert = namedObject("CardUpsert", {
  type: orNull(Text(100)).meta({ description: "The card type of rows that name none" }),
  rows: z.array(UpsertRow).min(1).max(MAX_ROWS),
  create: Flag.default(true).meta({
    description: "Create cards for rows that match none; otherwise these are refused",
  }),
  dry_run: Flag.default(false).meta({ description: "Only report what each row would do" }),
  on_error: OnError("stop"),
});
export type Upsert = z.infer<typeof Upsert>;

const Sides = z.record(z.string(), z.object({ old: z.unknown(), new: z.unknown() }));

const RowResult = namedObject("UpsertRowResult", {
  row_index: z.int().meta({ description: "The place of the row in the request, from 0" }),
  status: z.enum(["create", "change", "same", "refused"]),
  id: Id.nullable().meta({ description: "The card; of a dry run that would create it, null" }),
  name: z.string().nullable(),
  found_by: z.enum(FOUND_BY).nullable(),
  changes: Sides.meta({
    description:
      "What the row changes, by field, attributes.<key> and lifecycle.<phase>; of an import also the links, by column",
  }),
  follows: z
    .object({
      approval_status: z.object({ old: z.string(), new: z.string() }).optional(),
      data_quality: z.object({ old: z.number(), new: z.number() }).optional(),
      calculated: Sides.optional(),
    })
    .meta({ description: "What changes in consequence: a broken approval, calculated attributes, the data quality" }),
  error: z.string().nullable(),
  field: z.string().nullable().meta({ description: "The field for which the row is refused, where it is one" }),
  nearest: z.object({ id: Id, name: z.string(), path: z.string().nullable() }).array().meta({
    description:
      "Cards that may be meant: by a name that is close (of what a dry run would create), or by a name that several have",
  }),
});
export type RowResult = z.infer<typeof RowResult>;

export const UpsertResult = namedObject(
  "CardUpsertResult",
  {
    dry_run: z.boolean(),
    created: z.int(),
    changed: z.int(),
    same: z.int(),
    refused: z.int(),
    approvals_broken: z.int(),
    results: RowResult.array(),
  },
  "With `dry_run`, what would be created, changed and refused",
);
export type UpsertResult = z.infer<typeof UpsertResult>;
