/** The import of risks on the wire. */
import { z } from "zod";
import { Flag, Id, LINE, LONG, namedObject, orNull, Text, Whole } from "../../../http/schemas";

const Word = Text(100);
export const RiskImport = z.object({
  items: z
    .object({
      row_index: Whole(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      title: Text(LINE),
      description: Text(LONG).default(""),
      category: Word.default(""),
      initial_probability: Word.default(""),
      initial_impact: Word.default(""),
      residual_probability: orNull(Word),
      residual_impact: orNull(Word),
      status: Word.default(""),
      owner_email: orNull(Text(LINE)),
      owner_name: orNull(Text(LINE)),
      target_resolution_date: orNull(Word),
      card_names: Text(LINE).array().max(200).default([]),
      reference: orNull(Word),
    })
    .array()
    .min(1)
    .max(2_000),
  dry_run: Flag.default(false),
});
export type RiskImport = z.infer<typeof RiskImport>;
export type ImportedRow = RiskImport["items"][number];

const ImportResult = z.object({
  row_index: z.int(),
  status: z.enum(["created", "skipped", "failed"]),
  id: Id.nullable(),
  reference: z.string().nullable(),
  error: z.string().nullable(),
  warnings: z.string().array(),
});
export type ImportResult = z.infer<typeof ImportResult>;

export const ImportReport = namedObject("RiskImportReport", {
  results: ImportResult.array(),
  created: z.int(),
  skipped: z.int(),
  failed: z.int(),
  dry_run: z.boolean(),
});
export type ImportReport = z.infer<typeof ImportReport>;
