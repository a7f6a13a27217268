/** The schemas of the area. */
import { z } from "zod";
import { Id, Instant, LINE, namedObject, orNull, Text } from "../../http/schemas";

/** Ids that one import may name, of entries and of principles. */
const MAX_IDS = 2_000;
const MAX_PRINCIPLES = 200;

const Locale = Text(50).meta({ description: "The language; unless it is given, the user's" });

export const CatalogueQuery = z.object({ locale: Locale.optional() });

export const CatalogueVersion = namedObject("CatalogueVersion", {
  catalogue_version: z.string(),
  schema_version: z.string(),
  generated_at: z.string().nullable(),
  node_count: z.int().optional(),
  process_count: z.int().optional(),
  value_stream_count: z.int().optional(),
  available_locales: z.string().array(),
  active_locale: z.string(),
  source: z.enum(["bundled", "remote"]),
  bundled_version: z.string(),
  fetched_at: Instant.nullable(),
  licence: z.string().nullable().meta({ description: "Of content that was uploaded or downloaded" }),
  credit: z.string().nullable().meta({ description: "What must be said wherever the content is shown" }),
  macro_count: z.int().optional(),
  macro_warnings: z.string().array().optional(),
});
export type CatalogueVersion = z.infer<typeof CatalogueVersion>;

const Node = z
  .looseObject({
    id: z.string(),
    name: z.string(),
    level: z.int(),
    parent_id: z.string().nullable(),
    existing_card_id: Id.nullable(),
  })
  .meta({ id: "CatalogueNode", description: "With all else that the source says of it" });

/** Returns the answer of a catalogue, under its name. */
export const catalogueOf = <Name extends string>(name: Name) =>
  z.object({ version: CatalogueVersion, [name]: Node.array() });

export const CatalogueImport = namedObject("CatalogueImport", {
  catalogue_ids: z.array(Text()).min(1).max(MAX_IDS),
  locale: orNull(Locale),
});
export type CatalogueImport = z.infer<typeof CatalogueImport>;

const Made = z.object({ catalogue_id: z.string(), card_id: Id });

export const ImportResult = namedObject("CatalogueImportResult", {
  created: Made.array(),
  skipped: Made.extend({ reason: z.literal("exists") }).array(),
  relinked: Made.extend({ new_parent_card_id: Id }).array(),
  catalogue_version: z.string().nullable(),
  auto_relations_created: z.int(),
  warnings: z.string().array().optional(),
});
export type ImportResult = z.infer<typeof ImportResult>;

export const UpdateStatus = namedObject("CatalogueUpdateStatus", {
  active_version: z.string(),
  active_source: z.enum(["bundled", "remote"]),
  bundled_version: z.string(),
  cached_remote_version: z.string().nullable(),
  remote: z
    .object({ catalogue_version: z.string(), source: z.literal("pypi"), project: z.literal("turbo-ea-capabilities") })
    .nullable(),
  update_available: z.boolean(),
  error: z.string().nullable(),
});
export type UpdateStatus = z.infer<typeof UpdateStatus>;

export const FetchResult = namedObject("CatalogueFetchResult", {
  catalogue_version: z.string(),
  node_count: z.int().nullable(),
  process_count: z.int().nullable(),
  value_stream_count: z.int().nullable(),
  fetched_at: Instant,
  available_locales: z.string().array(),
});
export type FetchResult = z.infer<typeof FetchResult>;

export const CatalogueContent = namedObject("CatalogueContent", {
  bundled_version: z.string(),
  archives: z
    .object({
      id: Id,
      origin: z.enum(["upload", "download"]),
      catalogue_version: z.string(),
      generated_at: z.string().nullable(),
      licence: z.string(),
      credit: z.string(),
      notice: z.string().nullable().meta({ description: "The notice in the archive" }),
      sha256: z.string(),
      size: z.int(),
      locales: z.string().array(),
      created_at: Instant,
      entries: z.record(z.string(), z.int()).meta({ description: "Catalogue → its entries that come from here" }),
    })
    .array(),
});
export type CatalogueContent = z.infer<typeof CatalogueContent>;

export const Upload = z.object({
  file: z.instanceof(Uint8Array).meta({ type: "string", format: "binary" }),
  sha256: Text(64)
    .regex(/^[0-9a-fA-F]{64}$/, "must be a SHA-256 in hexadecimal digits")
    .optional()
    .meta({ description: "What the archive is to be, for a check of what has arrived" }),
});
export type Upload = z.infer<typeof Upload>;

export const PrinciplesCatalogue = namedObject("PrinciplesCatalogue", {
  catalogue_version: z.string(),
  generated_at: z.string(),
  principles: z
    .object({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      rationale: z.string(),
      implications: z.string(),
      existing_principle_id: Id.nullable(),
    })
    .array(),
});
export type PrinciplesCatalogue = z.infer<typeof PrinciplesCatalogue>;

export const PrinciplesImport = namedObject("PrinciplesImport", {
  catalogue_ids: z.array(Text(LINE)).min(1).max(MAX_PRINCIPLES),
  locale: orNull(Locale),
});
export type PrinciplesImport = z.infer<typeof PrinciplesImport>;

const MadePrinciple = z.object({ catalogue_id: z.string(), principle_id: z.string() });

export const PrinciplesImported = namedObject("PrinciplesImported", {
  created: MadePrinciple.array(),
  skipped: MadePrinciple.extend({ reason: z.enum(["already_imported", "unknown_id"]) }).array(),
  catalogue_version: z.string(),
});
export type PrinciplesImported = z.infer<typeof PrinciplesImported>;
