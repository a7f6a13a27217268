/** Transfers on the wire. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Flag, Id, Instant, namedObject } from "../../http/schemas";

const counters = { created: z.int(), updated: z.int(), skipped: z.int(), conflict: z.int(), failed: z.int() };

export const Section = namedObject("WorkspaceSection", {
  sheet: z.string(),
  ...counters,
  errors: z.string().array().meta({ description: "Why rows are conflicts or have failed, for the first of them" }),
});
export type Section = z.infer<typeof Section>;

export const Report = namedObject("WorkspaceReport", {
  dry_run: z.boolean(),
  sections: Section.array().meta({ description: "All sheets of a bundle, in the order in which they are applied" }),
  totals: z.object(counters),
});
export type Report = z.infer<typeof Report>;

export const Transfer = namedObject("WorkspaceTransfer", {
  id: Id,
  filename: z.string(),
  status: z.enum(["parsing", "previewed", "applying", "applied", "failed"]),
  format_version: z.string().nullable(),
  source_url: z.string().nullable(),
  diff: Report.nullable().meta({ description: "What applying it would do; null until it is previewed" }),
  result: Report.nullable().meta({ description: "What applying it has done; null until it is applied" }),
  error_message: z.string().nullable(),
  created_at: Instant.nullable(),
  previewed_at: Instant.nullable(),
  applied_at: Instant.nullable(),
});
export type Transfer = z.infer<typeof Transfer>;

export const ExportQuery = z.object({
  include_archived: Flag.default(false).meta({ description: "Export archived cards as well" }),
});

export const NewTransfer = z.object({ file: z.file() });

export const TransferQuery = z.object(SliceQuery);

/** An export. */
export const Bundle = z.file();
