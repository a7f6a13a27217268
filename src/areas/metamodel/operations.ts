/** /metamodel */
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { etagOf, REVALIDATED } from "../../http/etags";
import { listOfTexts, slice } from "../../http/pagination";
import { jsonText } from "../../http/responses";
import * as types from "./card-types";
import * as catalogueModel from "./catalogue-model";
import * as catalogues from "./catalogues";
import { cardTypeDeletion, relationTypeDeletion } from "./deletion-impact";
import * as model from "./model";
import * as relationTypes from "./relation-types";
import { serializeCardType, serializeRelationType } from "./serialize";
import * as usage from "./usage";

const READ = { permission: "auth", caching: REVALIDATED } as const;
const ADMIN = { permission: "admin.metamodel" } as const;
/** Looks into the cards or relations of a type. */
const COUNTS = { ...ADMIN, readsMuch: true } as const;
const CARD_TYPE = { ...ADMIN, answer: model.CardType, sends: ["ETag"] } as const;
const RELATION_TYPE = { ...ADMIN, answer: model.RelationType, sends: ["ETag"] } as const;
const withETag = (text: string, status = 200) => jsonText(text, status, { etag: etagOf(text) });

export const operations: readonly Operation[] = [
  get(
    "/metamodel/types",
    "The card types, with their sections, fields and subtypes",
    { operationId: "listCardTypes", ...READ, query: model.CardTypeQuery, answer: model.CardType.array() },
    ({ query }) => listOfTexts(types.listCardTypes(query.include_hidden), query),
  ),
  post(
    "/metamodel/types",
    "Make a card type",
    { operationId: "createCardType", ...CARD_TYPE, writesMuch: true, body: model.NewCardType, status: 201 },
    ({ body, actor }) => withETag(types.createCardType(actor, body), 201),
  ),
  get(
    "/metamodel/types/{key}",
    "A card type, hidden or not",
    { operationId: "getCardType", ...READ, answer: model.CardType, sends: ["ETag"] },
    ({ params }) => withETag(serializeCardType(types.requireCardType(params.key))),
  ),
  patch(
    "/metamodel/types/{key}",
    "Change what is given of a card type, each as a whole",
    {
      operationId: "updateCardType",
      current: ({ params }) => JSON.parse(serializeCardType(types.requireCardType(params.key, "Type"))),
      ...CARD_TYPE,
      writesMuch: true,
      body: model.CardTypeChanges,
      description: "What cards hold of fields and options that are left out is removed from them.",
    },
    ({ params, body, actor }) => withETag(types.updateCardType(actor, params.key, body)),
  ),
  del(
    "/metamodel/types/{key}",
    "Hide a built-in card type; delete any other, which must have no cards",
    { operationId: "deleteCardType", ...ADMIN, answer: model.DeletedCardType },
    ({ params, actor }) => types.deleteCardType(actor, params.key),
  ),
  get(
    "/metamodel/types/{key}/field-usage",
    "How many active cards have a field",
    { operationId: "getFieldUsage", ...COUNTS, query: model.FieldQuery, answer: model.FieldUsage },
    ({ params, query }) => usage.fieldUsage(params.key, query.field_key),
  ),
  get(
    "/metamodel/types/{key}/section-usage",
    "How many active cards have at least one of some fields",
    { operationId: "getSectionUsage", ...COUNTS, query: model.SectionQuery, answer: model.SectionUsage },
    ({ params, query }) => usage.sectionUsage(params.key, query.field_keys),
  ),
  get(
    "/metamodel/types/{key}/option-usage",
    "How many active cards have an option of a field",
    { operationId: "getOptionUsage", ...COUNTS, query: model.OptionQuery, answer: model.OptionUsage },
    ({ params, query }) => usage.optionUsage(params.key, query.field_key, query.option_key),
  ),
  get(
    "/metamodel/types/{key}/usage",
    "How many active cards have each field and each option",
    { operationId: "getCardTypeUsage", own: true, ...COUNTS, answer: model.CardTypeUsage },
    ({ params }) => usage.cardTypeUsage(params.key),
  ),
  get(
    "/metamodel/types/{key}/impact",
    "What the removal of a field, or of one of its options, would touch",
    { operationId: "getCardTypeImpact", own: true, ...COUNTS, query: model.ImpactQuery, answer: model.RemovalImpact },
    ({ params, query }) => usage.removalImpact(params.key, query.field_key, query.option_key),
  ),
  get(
    "/metamodel/types/{key}/deletion-impact",
    "What the deletion of a card type would do, and take along",
    { operationId: "getCardTypeDeletionImpact", own: true, ...COUNTS, answer: model.CardTypeDeletion },
    ({ params }) => cardTypeDeletion(params.key),
  ),
  get(
    "/metamodel/relation-types",
    "The relation types, with their attributes",
    { ...READ, query: model.RelationTypeQuery, answer: model.RelationType.array() },
    ({ query }) => listOfTexts(relationTypes.listRelationTypes(query.include_hidden, query.type_key), query),
  ),
  post(
    "/metamodel/relation-types",
    "Make a relation type between two card types",
    { ...RELATION_TYPE, writesMuch: true, body: model.NewRelationType, status: 201 },
    ({ body, actor }) => withETag(relationTypes.createRelationType(actor, body), 201),
  ),
  get(
    "/metamodel/relation-types/{key}",
    "A relation type, hidden or not",
    { ...READ, answer: model.RelationType },
    ({ params }) => jsonText(serializeRelationType(relationTypes.requireRelationType(params.key))),
  ),
  patch(
    "/metamodel/relation-types/{key}",
    "Change what is given of a relation type, each as a whole",
    {
      current: ({ params }) => JSON.parse(serializeRelationType(relationTypes.requireRelationType(params.key))),
      ...RELATION_TYPE,
      writesMuch: true,
      body: model.RelationTypeChanges,
      description: "Attributes and options that are built in can't be changed or left out; options can be hidden.",
    },
    ({ params, body, actor }) => withETag(relationTypes.updateRelationType(actor, params.key, body)),
  ),
  del(
    "/metamodel/relation-types/{key}",
    "Hide a built-in relation type; delete any other",
    {
      ...ADMIN,
      writesMuch: true,
      slices: ({ params, query, actor }) => relationTypes.deleteRelationsInSlices(actor, params.key, query.force),
      query: model.ForceQuery,
      answer: model.DeletedRelationType,
    },
    ({ params, query, actor, fetched }) => relationTypes.deleteRelationType(actor, params.key, query.force, fetched),
  ),
  get(
    "/metamodel/relation-types/{key}/instance-count",
    "How many relations of a type there are",
    { ...ADMIN, answer: model.InstanceCount },
    ({ params }) => relationTypes.instanceCount(params.key),
  ),
  get(
    "/metamodel/relation-types/{key}/deletion-impact",
    "What the deletion of a relation type would do, and take along",
    { own: true, ...COUNTS, answer: model.RelationTypeDeletion },
    ({ params }) => relationTypeDeletion(params.key),
  ),
  post(
    "/metamodel/relation-types/{key}/restore",
    "Make a hidden relation type visible again",
    { ...RELATION_TYPE, writesMuch: true },
    ({ params, actor }) => withETag(relationTypes.restoreRelationType(actor, params.key)),
  ),
  get(
    "/metamodel/principles",
    "The principles of enterprise architecture, inactive ones included",
    { ...READ, query: catalogueModel.PrincipleQuery, answer: catalogueModel.Principle.array() },
    ({ query, set }) => slice(catalogues.listPrinciples(), query, set),
  ),
  post(
    "/metamodel/principles",
    "Make a principle",
    { ...ADMIN, status: 201, body: catalogueModel.NewPrinciple, answer: catalogueModel.Principle },
    ({ body, actor }) => catalogues.createPrinciple(actor, body),
  ),
  patch(
    "/metamodel/principles/{principle_id}",
    "Change what is given of a principle",
    {
      current: ({ params, actor }) => catalogues.updatePrinciple(actor, params.principle_id, {}),
      ...ADMIN,
      body: catalogueModel.PrincipleChanges,
      answer: catalogueModel.Principle,
    },
    ({ params, body, actor }) => catalogues.updatePrinciple(actor, params.principle_id, body),
  ),
  del("/metamodel/principles/{principle_id}", "Delete a principle, if it exists", ADMIN, ({ params, actor }) =>
    catalogues.deletePrinciple(actor, params.principle_id),
  ),
  get(
    "/metamodel/compliance-regulations",
    "The regulations that compliance is assessed against",
    { ...READ, query: catalogueModel.RegulationQuery, answer: catalogueModel.ComplianceRegulation.array() },
    ({ query, set }) => slice(catalogues.listRegulations(query.enabled_only), query, set),
  ),
  post(
    "/metamodel/compliance-regulations",
    "Add a regulation",
    { ...ADMIN, status: 201, body: catalogueModel.NewRegulation, answer: catalogueModel.ComplianceRegulation },
    ({ body, actor }) => catalogues.createRegulation(actor, body),
  ),
  patch(
    "/metamodel/compliance-regulations/{regulation_id}",
    "Change what is given of a regulation; its key stays",
    {
      current: ({ params, actor }) => catalogues.updateRegulation(actor, params.regulation_id, {}),
      ...ADMIN,
      body: catalogueModel.RegulationChanges,
      answer: catalogueModel.ComplianceRegulation,
    },
    ({ params, body, actor }) => catalogues.updateRegulation(actor, params.regulation_id, body),
  ),
  del(
    "/metamodel/compliance-regulations/{regulation_id}",
    "Delete a regulation that is not built in",
    ADMIN,
    ({ params, actor }) => catalogues.deleteRegulation(actor, params.regulation_id),
  ),
  get(
    "/metamodel/resource-types",
    "The types of links and the categories of files",
    { ...READ, query: catalogueModel.ResourceTypeQuery, answer: catalogueModel.ResourceType.array() },
    ({ query, set }) => slice(catalogues.listResourceTypes(query.kind, query.enabled_only), query, set),
  ),
  post(
    "/metamodel/resource-types",
    "Add a type of links or a category of files",
    { ...ADMIN, status: 201, body: catalogueModel.NewResourceType, answer: catalogueModel.ResourceType },
    ({ body, actor }) => catalogues.createResourceType(actor, body),
  ),
  patch(
    "/metamodel/resource-types/{resource_type_id}",
    "Change what is given of a resource type; its kind and key stay",
    {
      current: ({ params, actor }) => catalogues.updateResourceType(actor, params.resource_type_id, {}),
      ...ADMIN,
      body: catalogueModel.ResourceTypeChanges,
      answer: catalogueModel.ResourceType,
    },
    ({ params, body, actor }) => catalogues.updateResourceType(actor, params.resource_type_id, body),
  ),
  del(
    "/metamodel/resource-types/{resource_type_id}",
    "Delete a resource type that is not built in",
    ADMIN,
    ({ params, actor }) => catalogues.deleteResourceType(actor, params.resource_type_id),
  ),
];
