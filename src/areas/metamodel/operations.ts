/** /metamodel */

import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { ChangeConditions, etagOf, REVALIDATED } from "../../http/etags";
import { sliceTexts } from "../../http/pagination";
import { jsonText } from "../../http/responses";
import { cardTypeTexts, changeCardType, createCardType, deleteCardType, requireCardType } from "./card-types";
import { catalogues } from "./catalogue-operations";
import { cardTypeDeletion, relationTypeDeletion } from "./deletion";
import * as model from "./model";
import {
  changeRelationType,
  createRelationType,
  deleteRelationType,
  instanceCount,
  relationTypeTexts,
  requireRelationType,
  restoreRelationType,
} from "./relation-types";
import { cardTypeText, listText, relationTypeText } from "./serialize";
import { fieldUsage, impactOfRemoval, optionUsage, sectionUsage } from "./usage";

/** A type as JSON text, with its version. */
const withVersion = (text: string, status = 200) => jsonText(text, status, { etag: etagOf(text) });

export const operations: readonly Operation[] = [
  get(
    "/metamodel/types",
    "The card types, with their sections, fields and subtypes",
    { permission: "auth", query: model.CardTypeQuery, answer: model.CardType.array(), caching: REVALIDATED },
    ({ query, set }) => jsonText(listText(sliceTexts(cardTypeTexts(query.include_hidden ?? false), query, set))),
  ),
  post(
    "/metamodel/types",
    "Make a card type",
    { permission: "admin.metamodel", body: model.NewCardType, answer: model.CardType, status: 201, sends: ["ETag"] },
    ({ body, actor }) => withVersion(createCardType(actor, body), 201),
  ),
  get(
    "/metamodel/types/{key}",
    "A card type, hidden or not",
    { permission: "auth", answer: model.CardType, caching: REVALIDATED },
    ({ params }) => jsonText(cardTypeText(requireCardType(params.key))),
  ),
  patch(
    "/metamodel/types/{key}",
    "Change what is given of a card type, each as a whole",
    {
      permission: "admin.metamodel",
      headers: ChangeConditions,
      body: model.CardTypeChanges,
      answer: model.CardType,
      sends: ["ETag"],
      description: "What cards hold of fields and options that are left out is removed from them.",
    },
    ({ params, body, headers, actor }) => withVersion(changeCardType(actor, params.key, body, headers["if-match"])),
  ),
  del(
    "/metamodel/types/{key}",
    "Hide a built-in card type; delete any other, which must have no cards",
    { permission: "admin.metamodel", answer: model.DeletedCardType },
    ({ params, actor }) => deleteCardType(actor, params.key),
  ),
  get(
    "/metamodel/types/{key}/field-usage",
    "How many active cards have a field",
    { permission: "admin.metamodel", query: model.FieldQuery, answer: model.FieldUsage },
    ({ params, query }) => fieldUsage(params.key, query.field_key),
  ),
  get(
    "/metamodel/types/{key}/section-usage",
    "How many active cards have at least one of some fields",
    { permission: "admin.metamodel", query: model.SectionQuery, answer: model.SectionUsage },
    ({ params, query }) => sectionUsage(params.key, query.field_keys),
  ),
  get(
    "/metamodel/types/{key}/option-usage",
    "How many active cards have an option of a field",
    { permission: "admin.metamodel", query: model.OptionQuery, answer: model.OptionUsage },
    ({ params, query }) => optionUsage(params.key, query.field_key, query.option_key),
  ),
  get(
    "/metamodel/types/{key}/impact",
    "What the removal of a field, or of one of its options, would touch",
    { permission: "admin.metamodel", query: model.ImpactQuery, answer: model.RemovalImpact },
    ({ params, query }) => impactOfRemoval(params.key, query.field_key, query.option_key),
  ),
  get(
    "/metamodel/types/{key}/deletion-impact",
    "What the deletion of a card type would do, and take along",
    { permission: "admin.metamodel", answer: model.CardTypeDeletion },
    ({ params }) => cardTypeDeletion(params.key),
  ),
  get(
    "/metamodel/relation-types",
    "The relation types, with their attributes",
    { permission: "auth", query: model.RelationTypeQuery, answer: model.RelationType.array(), caching: REVALIDATED },
    ({ query, set }) =>
      jsonText(listText(sliceTexts(relationTypeTexts(query.include_hidden ?? false, query.type_key), query, set))),
  ),
  post(
    "/metamodel/relation-types",
    "Make a relation type between two card types",
    {
      permission: "admin.metamodel",
      body: model.NewRelationType,
      answer: model.RelationType,
      status: 201,
      sends: ["ETag"],
    },
    ({ body, actor }) => withVersion(createRelationType(actor, body), 201),
  ),
  get(
    "/metamodel/relation-types/{key}",
    "A relation type, hidden or not",
    { permission: "auth", answer: model.RelationType, caching: REVALIDATED },
    ({ params }) => jsonText(relationTypeText(requireRelationType(params.key))),
  ),
  patch(
    "/metamodel/relation-types/{key}",
    "Change what is given of a relation type, each as a whole",
    {
      permission: "admin.metamodel",
      headers: ChangeConditions,
      body: model.RelationTypeChanges,
      answer: model.RelationType,
      sends: ["ETag"],
      description: "Attributes and options that are built in can't be changed or left out; options can be hidden.",
    },
    ({ params, body, headers, actor }) => withVersion(changeRelationType(actor, params.key, body, headers["if-match"])),
  ),
  del(
    "/metamodel/relation-types/{key}",
    "Hide a built-in relation type; delete any other",
    { permission: "admin.metamodel", query: model.ForceQuery, answer: model.DeletedRelationType },
    ({ params, query, actor }) => deleteRelationType(actor, params.key, query.force ?? false),
  ),
  get(
    "/metamodel/relation-types/{key}/instance-count",
    "How many relations of a type there are",
    { permission: "admin.metamodel", answer: model.InstanceCount },
    ({ params }) => instanceCount(params.key),
  ),
  get(
    "/metamodel/relation-types/{key}/deletion-impact",
    "What the deletion of a relation type would do, and take along",
    { permission: "admin.metamodel", answer: model.RelationTypeDeletion },
    ({ params }) => relationTypeDeletion(params.key),
  ),
  post(
    "/metamodel/relation-types/{key}/restore",
    "Make a hidden relation type visible again",
    { permission: "admin.metamodel", answer: model.RelationType, sends: ["ETag"] },
    ({ params, actor }) => withVersion(restoreRelationType(actor, params.key)),
  ),
  ...catalogues,
];
