/** The sheets of the metamodel in a workspace bundle. */
import { tables } from "../../../db";
import { configurationSheet } from "../../core/sheets/configuration-sheet";
import { Conflict } from "../../core/sheets/row";
import { checked } from "../../http/validation";
import { updateCardType } from "./card-types";
import {
  NewPrinciple,
  NewRegulation,
  NewResourceType,
  PrincipleChanges,
  RegulationChanges,
  ResourceTypeChanges,
} from "./catalogue-model";
import {
  createPrinciple,
  createRegulation,
  createResourceType,
  updatePrinciple,
  updateRegulation,
  updateResourceType,
} from "./catalogues";
import { importCardType, importRelationTypeRow } from "./imported";
import { CardTypeChanges, RelationTypeChanges } from "./model";
import { updateRelationType } from "./relation-types";
import { metamodel } from "./types";

/** @throws Conflict when another relation type leads from the one card type to the other */
function requireFreePair(source: string, target: string): void {
  for (const { key, source_type_key, target_type_key } of metamodel().relationTypes.values())
    if (source_type_key === source && target_type_key === target)
      throw new Conflict(`the relation type ${key} already leads from ${source} to ${target}`);
}

const cardTypes = configurationSheet("CardTypes", tables.cardTypes, {
  columns:
    "key label description icon color category has_hierarchy has_successors subtypes fields_schema stakeholder_roles " +
    "section_config built_in is_hidden sort_order translations",
  key: "key",
  lists: "subtypes fields_schema stakeholder_roles",
  retained: "built_in",
  needs: "admin.metamodel",
  create(actor, row) {
    checked(CardTypeChanges, row);
    importCardType(actor, row);
  },
  update: (actor, { key }, changes) =>
    void updateCardType(actor, key, checked(CardTypeChanges, changes), { anyKeys: true }),
});

const relationTypes = configurationSheet("RelationTypes", tables.relationTypes, {
  columns:
    "key label reverse_label description source_type_key target_type_key cardinality attributes_schema built_in " +
    "is_hidden sort_order translations source_visible source_mandatory target_visible target_mandatory",
  key: "key",
  lists: "attributes_schema",
  retained: "built_in",
  needs: "admin.metamodel",
  create(actor, row) {
    checked(RelationTypeChanges, row);
    requireFreePair(row.source_type_key, row.target_type_key);
    importRelationTypeRow(actor, row);
  },
  update: (actor, { key }, changes) =>
    void updateRelationType(actor, key, checked(RelationTypeChanges, changes), { anyKeys: true }),
});

const principles = configurationSheet("Principles", tables.principles, {
  columns: "title description rationale implications is_active sort_order catalogue_id",
  key: "title",
  needs: "admin.metamodel",
  create: (actor, row) =>
    void createPrinciple(actor, {
      ...checked(NewPrinciple, row),
      ...(row.catalogue_id && { catalogue_id: row.catalogue_id }),
    }),
  update: (actor, { id }, { catalogue_id, ...changes }) =>
    void updatePrinciple(actor, id, {
      ...checked(PrincipleChanges, changes),
      ...(catalogue_id !== undefined && { catalogue_id }),
    }),
});

const regulations = configurationSheet("ComplianceRegs", tables.complianceRegulations, {
  columns: "key label description is_enabled built_in sort_order translations",
  key: "key",
  retained: "built_in",
  needs: "admin.metamodel",
  create: (actor, row) => void createRegulation(actor, { ...checked(NewRegulation, row), built_in: row.built_in }),
  update: (actor, { id }, changes) => void updateRegulation(actor, id, checked(RegulationChanges, changes)),
});

const resourceTypes = configurationSheet("ResourceTypes", tables.resourceTypes, {
  columns: "kind key label description icon is_enabled built_in sort_order translations",
  key: "kind key",
  retained: "built_in",
  needs: "admin.metamodel",
  create: (actor, row) => void createResourceType(actor, { ...checked(NewResourceType, row), built_in: row.built_in }),
  update: (actor, { id }, changes) => void updateResourceType(actor, id, checked(ResourceTypeChanges, changes)),
});

export const sheets = [cardTypes, relationTypes, principles, regulations, resourceTypes];
