/** The schemas of principles, regulations and resource types. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Flag, Id, Instant, LONG, namedObject, orNull, Text } from "../../http/schemas";
import { Label, TranslationsInput } from "./fields";
import { LONGEST_KEY } from "./keys";
import { SortOrder } from "./model";

export const Principle = namedObject("Principle", {
  id: Id,
  title: z.string(),
  description: z.string().nullable(),
  rationale: z.string().nullable(),
  implications: z.string().nullable(),
  is_active: z.boolean(),
  sort_order: z.int(),
  created_at: Instant,
  updated_at: Instant,
});
export type Principle = z.infer<typeof Principle>;

export const PrincipleQuery = z.object(SliceQuery);

const principle = {
  title: Label(300),
  description: orNull(Text(LONG)),
  rationale: orNull(Text(LONG)),
  implications: orNull(Text(LONG)),
  is_active: Flag,
  sort_order: SortOrder,
};

export const NewPrinciple = z.object({
  ...principle,
  is_active: Flag.default(true),
  sort_order: SortOrder.default(0),
});
export type NewPrinciple = z.infer<typeof NewPrinciple>;

export const PrincipleChanges = z.object(principle).partial();
export type PrincipleChanges = z.infer<typeof PrincipleChanges>;

/** An entry of a catalogue, as everybody sees it. */
export const catalogueEntry = {
  id: Id,
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  is_enabled: z.boolean(),
  built_in: z.boolean(),
  sort_order: z.int(),
  translations: z.record(z.string(), z.string()),
};
const entry = { ...catalogueEntry, created_at: Instant, updated_at: Instant };

export const ComplianceRegulation = namedObject("ComplianceRegulation", entry);
export type ComplianceRegulation = z.infer<typeof ComplianceRegulation>;

export const ResourceType = namedObject("ResourceType", {
  ...entry,
  kind: z.enum(["link_type", "file_category"]),
  icon: z.string().nullable(),
});
export type ResourceType = z.infer<typeof ResourceType>;

const EnabledOnly = Flag.optional().meta({ description: "Leave out what is disabled", default: false });

export const RegulationQuery = z.object({ enabled_only: EnabledOnly, ...SliceQuery });
export const ResourceTypeQuery = z.object({
  kind: Text(20).optional().meta({ description: "`link_type` or `file_category`" }),
  enabled_only: EnabledOnly,
  ...SliceQuery,
});

const changes = {
  label: Label(300).optional(),
  description: orNull(Text(LONG)),
  is_enabled: Flag.optional(),
  sort_order: SortOrder.optional(),
  translations: orNull(TranslationsInput),
};

const newEntry = {
  key: Text(LONGEST_KEY, 1).meta({ description: "Stored trimmed and in lower case" }),
  ...changes,
  label: Label(300),
  is_enabled: Flag.default(true),
  sort_order: SortOrder.default(0),
};

export const NewRegulation = z.object(newEntry);
export type NewRegulation = z.infer<typeof NewRegulation>;
export const RegulationChanges = z.object(changes);
export type RegulationChanges = z.infer<typeof RegulationChanges>;

const Icon = orNull(Text(100)).meta({ description: "Of link types; empty text is none" });

export const NewResourceType = z.object({
  kind: Text(20, 1).meta({ description: "`link_type` or `file_category`" }),
  ...newEntry,
  icon: Icon,
});
export type NewResourceType = z.infer<typeof NewResourceType>;
export const ResourceTypeChanges = z.object({ ...changes, icon: Icon });
export type ResourceTypeChanges = z.infer<typeof ResourceTypeChanges>;
