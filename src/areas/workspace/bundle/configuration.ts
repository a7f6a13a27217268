/** The sheets of configuration: small tables whose rows are matched by natural keys. */
import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { tables } from "../../../../db";
import { columnsOf, type TableColumn } from "./tables";

/** A sheet of configuration. */
export type ConfigurationSheet = {
  name: string;
  table: string;
  columns: ReadonlyMap<string, TableColumn>;
  headers: readonly string[];
  key: readonly string[];
  /** The column that rows keep which are there; undefined for none. */
  kept: string | undefined;
  /** The column that marks rows which no bundle makes or changes; undefined for none. */
  system: string | undefined;
};

type Rest = Partial<Pick<ConfigurationSheet, "kept" | "system">>;

const sheet = (
  name: string,
  table: SQLiteTable,
  headers: string,
  key: string,
  rest: Rest = {},
): ConfigurationSheet => ({
  name,
  table: getTableName(table),
  columns: columnsOf(table),
  headers: headers.split(" "),
  key: key.split(" "),
  kept: undefined,
  system: undefined,
  ...rest,
});

/** The sheets of configuration in their order, without tags, users and settings. */
export const configurationSheets: readonly ConfigurationSheet[] = [
  sheet(
    "CardTypes",
    tables.cardTypes,
    "key label description icon color category has_hierarchy has_successors subtypes fields_schema stakeholder_roles " +
      "section_config built_in is_hidden sort_order translations",
    "key",
    { kept: "built_in" },
  ),
  sheet(
    "RelationTypes",
    tables.relationTypes,
    "key label reverse_label description source_type_key target_type_key cardinality attributes_schema built_in " +
      "is_hidden sort_order translations source_visible source_mandatory target_visible target_mandatory",
    "key",
    { kept: "built_in" },
  ),
  sheet(
    "Roles",
    tables.roles,
    "key label description is_system is_default is_archived color permissions sort_order",
    "key",
    { system: "is_system" },
  ),
  sheet(
    "StakeholderRoles",
    tables.stakeholderRoleDefinitions,
    "card_type_key key label description color permissions is_archived sort_order translations",
    "card_type_key key",
  ),
  sheet(
    "Calculations",
    tables.calculations,
    "name description target_type_key target_field_key formula is_active execution_order",
    "target_type_key target_field_key name",
  ),
  sheet(
    "Principles",
    tables.principles,
    "title description rationale implications is_active sort_order catalogue_id",
    "title",
  ),
  sheet(
    "ComplianceRegs",
    tables.complianceRegulations,
    "key label description is_enabled built_in sort_order translations",
    "key",
  ),
  sheet(
    "ResourceTypes",
    tables.resourceTypes,
    "kind key label description icon is_enabled built_in sort_order translations",
    "kind key",
  ),
  sheet("TagGroups", tables.tagGroups, "name description mode restrict_to_types mandatory", "name"),
];
