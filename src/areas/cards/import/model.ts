/** Schemas of imports of cards from tables. */
import { z } from "zod";
import { Flag, orNull, Text } from "../../../http/schemas";
import { OnError } from "../bulk/model";
import { UpsertResult } from "../upsert/model";

export const ImportForm = z.object({
  file: z.instanceof(Uint8Array).meta({
    type: "string",
    format: "binary",
    description:
      "A workbook, of which the first sheet is read, or CSV in UTF-8; with the columns of the export, by key or by label. A cell of tags, of people or of related cards lists all that the card is to have",
  }),
  type: orNull(Text(100)).meta({ description: "The card type of rows that name none" }),
  empty: z
    .enum(["keep", "clear"])
    .default("keep")
    .meta({ description: "What an empty cell does to a value, or to links" }),
  create: Flag.default(true).meta({
    description: "Create cards for rows that match none; otherwise these are refused",
  }),
  dry_run: Flag.default(false).meta({ description: "Only report what each row would do" }),
  on_error: OnError("stop"),
});
export type ImportForm = z.infer<typeof ImportForm>;

export const ImportResult = UpsertResult.extend({
  rows: z
    .int()
    .array()
    .meta({ description: "The row of the table that each result is about, by the place of the result" }),
  columns: z
    .object({
      head: z.string(),
      field: z.string().nullable(),
      use: z.enum(["imported", "ignored", "unknown"]).meta({ description: "`ignored`: what the server derives" }),
    })
    .array(),
}).meta({ id: "CardImportResult" });
export type ImportResult = z.infer<typeof ImportResult>;
