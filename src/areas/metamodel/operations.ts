/** /metamodel */
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { ChangeConditions, etagOf, REVALIDATED } from "../../http/etags";
import { sliceTexts } from "../../http/pagination";
import { jsonText } from "../../http/responses";
import * as cardTypes from "./card-types";
import { catalogueOperations } from "./catalogue-operations";
import { cardTypeDeletion, relationTypeDeletion } from "./deletion-impact";
import * as model from "./model";
import * as relationTypes from "./relation-types";
import { serializeCardType, serializeRelationType } from "./serialize";
import * as usage from "./usage";

const READ = { permission: "auth", caching: REVALIDATED } as const;
const ADMIN = { permission: "admin.metamodel" } as const;
const WRITE = { ...ADMIN, sends: ["ETag"] } as const;

const answerList = (texts: readonly string[]) => jsonText(`[${texts.join(",")}]`);
const answerWithETag = (text: string, status = 200) => jsonText(text, status, { etag: etagOf(text) });

export const operations: readonly Operation[] = [
  get(
    "/metamodel/types",
    "The card types, with their sections, fields and subtypes",
    { ...READ, query: model.CardTypeQuery, answer: model.CardType.array() },
    ({ query, set }) => answerList(sliceTexts(cardTypes.listCardTypes(query.include_hidden), query, set)),
  ),
  post(
    "/metamodel/types",
    "Make a card type",
    { ...WRITE, body: model.NewCardType, answer: model.CardType, status: 201 },
    ({ body, actor }) => answerWithETag(cardTypes.createCardType(actor, body), 201),
  ),
  get("/metamodel/types/{key}", "A card type, hidden or not", { ...READ, answer: model.CardType }, ({ params }) =>
    jsonText(serializeCardType(cardTypes.requireCardType(params.key))),
  ),
  patch(
    "/metamodel/types/{key}",
    "Change what is given of a card type, each as a whole",
    {
      ...WRITE,
      headers: ChangeConditions,
      body: model.CardTypeChanges,
      answer: model.CardType,
      description: "What cards hold of fields and options that are left out is removed from them.",
    },
    ({ params, body, headers, actor }) =>
      answerWithETag(cardTypes.updateCardType(actor, params.key, body, headers["if-match"])),
  ),
  del(
    "/metamodel/types/{key}",
    "Hide a built-in card type; delete any other, which must have no cards",
    { ...ADMIN, answer: model.DeletedCardType },
    ({ params, actor }) => cardTypes.deleteCardType(actor, params.key),
  ),
  get(
    "/metamodel/types/{key}/field-usage",
    "How many active cards have a field",
    { ...ADMIN, query: model.FieldQuery, answer: model.FieldUsage },
    ({ params, query }) => usage.fieldUsage(params.key, query.field_key),
  ),
  get(
    "/metamodel/types/{key}/section-usage",
    "How many active cards have at least one of some fields",
    { ...ADMIN, query: model.SectionQuery, answer: model.SectionUsage },
    ({ params, query }) => usage.sectionUsage(params.key, query.field_keys),
  ),
  get(
    "/metamodel/types/{key}/option-usage",
    "How many active cards have an option of a field",
    { ...ADMIN, query: model.OptionQuery, answer: model.OptionUsage },
    ({ params, query }) => usage.optionUsage(params.key, query.field_key, query.option_key),
  ),
  get(
    "/metamodel/types/{key}/impact",
    "What the removal of a field, or of one of its options, would touch",
    { ...ADMIN, query: model.ImpactQuery, answer: model.RemovalImpact },
    ({ params, query }) => usage.removalImpact(params.key, query.field_key, query.option_key),
  ),
  get(
    "/metamodel/types/{key}/deletion-impact",
    "What the deletion of a card type would do, and take along",
    { ...ADMIN, answer: model.CardTypeDeletion },
    ({ params }) => cardTypeDeletion(params.key),
  ),
  get(
    "/metamodel/relation-types",
    "The relation types, with their attributes",
    { ...READ, query: model.RelationTypeQuery, answer: model.RelationType.array() },
    ({ query, set }) =>
      answerList(sliceTexts(relationTypes.listRelationTypes(query.include_hidden, query.type_key), query, set)),
  ),
  post(
    "/metamodel/relation-types",
    "Make a relation type between two card types",
    { ...WRITE, body: model.NewRelationType, answer: model.RelationType, status: 201 },
    ({ body, actor }) => answerWithETag(relationTypes.createRelationType(actor, body), 201),
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
      ...WRITE,
      headers: ChangeConditions,
      body: model.RelationTypeChanges,
      answer: model.RelationType,
      description: "Attributes and options that are built in can't be changed or left out; options can be hidden.",
    },
    ({ params, body, headers, actor }) =>
      answerWithETag(relationTypes.updateRelationType(actor, params.key, body, headers["if-match"])),
  ),
  del(
    "/metamodel/relation-types/{key}",
    "Hide a built-in relation type; delete any other",
    { ...ADMIN, query: model.ForceQuery, answer: model.DeletedRelationType },
    ({ params, query, actor }) => relationTypes.deleteRelationType(actor, params.key, query.force),
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
    { ...ADMIN, answer: model.RelationTypeDeletion },
    ({ params }) => relationTypeDeletion(params.key),
  ),
  post(
    "/metamodel/relation-types/{key}/restore",
    "Make a hidden relation type visible again",
    { ...WRITE, answer: model.RelationType },
    ({ params, actor }) => answerWithETag(relationTypes.restoreRelationType(actor, params.key)),
  ),
  ...catalogueOperations,
];
