/** The shapes that the files of a content package must have; other content of theirs passes through. */
import { z } from "zod";
import { LINE, LONG, Text } from "../../../http/schemas";

/** Levels that entries may have; those of the package have four. */
const DEEPEST = 20;

const EntryId = Text(100, 1);
const Ids = z.array(EntryId).nullish();
const description = Text(LONG).nullish();

const Version = z.union([Text(100, 1), z.number().transform(String)]);

export const VersionFile = z.looseObject({
  catalogue_version: Version.optional(),
  schema_version: Version.default("1"),
  generated_at: Text(100).nullish(),
});
export type VersionFile = z.infer<typeof VersionFile>;

export const Nodes = z.array(
  z.looseObject({
    id: EntryId,
    name: Text(LINE, 1),
    level: z.int().min(1).max(DEEPEST),
    parent_id: EntryId.nullish(),
    description,
    realizes_capability_ids: Ids,
  }),
);

export const Macros = z.array(
  z.looseObject({ id: EntryId, name: Text(LINE, 1), description, capability_ids: z.array(EntryId).default([]) }),
);
export type Macros = z.infer<typeof Macros>;

const Stage = z.looseObject({
  id: EntryId,
  stage_order: z.int().nullish(),
  stage_name: Text(LINE - 100, 1),
  industry_variant: Text(90).nullish(),
  industries: z.array(Text()).nullish(),
  description,
  notes: description,
  capability_ids: Ids,
  process_ids: Ids,
});
export type Stage = z.infer<typeof Stage>;

export const Streams = z.array(
  z.looseObject({
    id: EntryId,
    name: Text(LINE, 1),
    description,
    industries: z.array(Text()).nullish(),
    stages: z.array(Stage).default([]),
  }),
);
export type Streams = z.infer<typeof Streams>;

const texts = z.array(Text(LINE)).nullish();
export const Translations = z.record(
  z.string(),
  z.looseObject({
    name: Text(LINE).nullish(),
    stage_name: Text(LINE - 100).nullish(),
    description,
    notes: description,
    aliases: texts,
    in_scope: texts,
    out_of_scope: texts,
  }),
);
