/** The metamodel: the kinds of cards and relations that there are, and the small catalogues that belong to them. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "./columns";

/** Locale → text. */
export type Translations = Record<string, string>;

export type FieldOption = {
  key: string;
  label: string;
  color?: string;
  translations?: Translations;
  built_in?: boolean;
  hidden?: boolean;
};

export type FieldType =
  | "text"
  | "multiline_text"
  | "number"
  | "cost"
  | "boolean"
  | "date"
  | "url"
  | "single_select"
  | "multiple_select";

export type Field = {
  key: string;
  label: string;
  type: FieldType;
  options?: FieldOption[];
  required?: boolean;
  weight?: number;
  readonly?: boolean;
  group?: string;
  column?: number;
  translations?: Translations;
  built_in?: boolean;
  hidden?: boolean;
};

export type Section = {
  section: string;
  fields: Field[];
  columns?: number;
  groups?: string[];
  defaultExpanded?: boolean;
  translations?: Translations;
};

export type Subtype = { key: string; label: string; translations?: Translations; hidden_fields?: string[] };
export type LegacyStakeholderRole = { key: string; label: string; translations?: Translations };

export const cardTypes = sqliteTable("card_types", {
  key: text("key").primaryKey(),
  label: text("label").notNull(),
  description: text("description"),
  icon: text("icon").notNull().default("category"),
  color: text("color").notNull().default("#1976d2"),
  category: text("category"),
  has_hierarchy: flag("has_hierarchy").notNull().default(false),
  has_successors: flag("has_successors").notNull().default(false),
  subtypes: json<Subtype[]>("subtypes").notNull(),
  fields_schema: json<Section[]>("fields_schema").notNull(),
  stakeholder_roles: json<LegacyStakeholderRole[]>("stakeholder_roles").notNull(),
  section_config: json<Record<string, unknown>>("section_config").notNull(),
  built_in: flag("built_in").notNull().default(false),
  is_hidden: flag("is_hidden").notNull().default(false),
  sort_order: integer("sort_order").notNull().default(0),
  translations: json<Record<string, Translations>>("translations").notNull(),
});

export const relationTypes = sqliteTable(
  "relation_types",
  {
    /** Its number, which relations name it by. */
    seq: integer("seq").primaryKey(),
    key: text("key").notNull().unique(),
    label: text("label").notNull(),
    reverse_label: text("reverse_label"),
    description: text("description"),
    source_type_key: text("source_type_key").notNull(),
    target_type_key: text("target_type_key").notNull(),
    cardinality: text("cardinality").notNull().default("n:m"),
    attributes_schema: json<Field[]>("attributes_schema").notNull(),
    built_in: flag("built_in").notNull().default(false),
    is_hidden: flag("is_hidden").notNull().default(false),
    sort_order: integer("sort_order").notNull().default(0),
    translations: json<Record<string, Translations>>("translations").notNull(),
    source_visible: flag("source_visible").notNull().default(true),
    target_visible: flag("target_visible").notNull().default(true),
    source_mandatory: flag("source_mandatory").notNull().default(false),
    target_mandatory: flag("target_mandatory").notNull().default(false),
    /** The end that is affected when the other one fails or changes; null for that of `areas/metamodel/affected-end.ts`. */
    affected_end: text("affected_end", { enum: ["source", "target", "both", "none"] }),
  },
  (table) => [
    index("relation_types_source").on(table.source_type_key),
    index("relation_types_target").on(table.target_type_key),
  ],
);

export const principles = sqliteTable("ea_principles", {
  id: text("id").primaryKey(),
  title: text("title").notNull(),
  description: text("description"),
  rationale: text("rationale"),
  implications: text("implications"),
  is_active: flag("is_active").notNull().default(true),
  sort_order: integer("sort_order").notNull().default(0),
  /** The entry of the catalogue of principles that it was made from. */
  catalogue_id: text("catalogue_id").unique(),
  created_at: instant("created_at").notNull(),
  updated_at: instant("updated_at").notNull(),
});

const catalogueColumns = () => ({
  id: text("id").primaryKey(),
  key: text("key").notNull(),
  label: text("label").notNull(),
  description: text("description"),
  is_enabled: flag("is_enabled").notNull().default(true),
  built_in: flag("built_in").notNull().default(false),
  sort_order: integer("sort_order").notNull().default(0),
  translations: json<Translations>("translations").notNull(),
  created_at: instant("created_at").notNull(),
  updated_at: instant("updated_at").notNull(),
});

export const complianceRegulations = sqliteTable("compliance_regulations", catalogueColumns(), (table) => [
  uniqueIndex("compliance_regulations_key").on(table.key),
]);

export const resourceTypes = sqliteTable(
  "resource_types",
  { ...catalogueColumns(), kind: text("kind", { enum: ["link_type", "file_category"] }).notNull(), icon: text("icon") },
  (table) => [uniqueIndex("resource_types_kind_key").on(table.kind, table.key)],
);

/** Fields that held costs and are gone: what history and relations still hold of them stays hidden like costs. */
export const retiredCosts = sqliteTable(
  "retired_costs",
  {
    kind: text("kind", { enum: ["card", "relation"] }).notNull(),
    /** Key of the card type or relation type; it may be gone as well. */
    owner: text("owner").notNull(),
    field: text("field").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.owner, table.field] })],
);

/**
 * The content that a start has put into the database already, so that what was removed afterwards doesn't come
 * back.
 */
export const seeds = sqliteTable("seeds", {
  name: text("name").primaryKey(),
  /** Fingerprint of the content. */
  version: text("version").notNull(),
  /** The parts that are put in once and never again. */
  planted: json<string[]>("planted").notNull(),
});
