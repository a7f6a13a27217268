/** /metamodel */
import { Elysia } from "elysia";
import { answerVersion, ChangeConditions, etagOf, ReadConditions, versionedAnswers } from "../../http/etags";
import { sliceTexts } from "../../http/pagination";
import { answers, type createdText, jsonText } from "../../http/responses";
import { guard } from "../access/guard";
import { cardTypeTexts, changeCardType, createCardType, deleteCardType, requireCardType } from "./card-types";
import { catalogues } from "./catalogue-routes";
import { cardTypeDeletion, relationTypeDeletion } from "./deletion";
import {
  CardType,
  CardTypeChanges,
  CardTypeDeletion,
  CardTypeQuery,
  DeletedCardType,
  DeletedRelationType,
  FieldQuery,
  FieldUsage,
  ForceQuery,
  ImpactQuery,
  InstanceCount,
  KeyParams,
  NewCardType,
  NewRelationType,
  OptionQuery,
  OptionUsage,
  RelationType,
  RelationTypeChanges,
  RelationTypeDeletion,
  RelationTypeQuery,
  RemovalImpact,
  SectionQuery,
  SectionUsage,
} from "./model";
import {
  changeRelationType,
  createRelationType,
  deleteRelationType,
  instanceCount,
  relationTypeTexts,
  requireRelationType,
  restoreRelationType,
} from "./relation-types";
import { fieldUsage, impactOfRemoval, optionUsage, sectionUsage } from "./usage";
import { cardTypeText, listText, relationTypeText } from "./wire";

const administration = { permission: "admin.metamodel", params: KeyParams } as const;

/** What a change has led to, with its version. */
const changed = <T>(text: string) => jsonText<T>(text, 200, { etag: etagOf(text) });
const made = <T>(text: string) =>
  jsonText<unknown>(text, 201, { etag: etagOf(text) }) as ReturnType<typeof createdText<T>>;

const cardTypes = new Elysia({ prefix: "/types" })
  .use(guard)
  .get(
    "/",
    ({ query, headers, set }) =>
      answerVersion<CardType[]>(
        listText(sliceTexts(cardTypeTexts(query.include_hidden ?? false), query, set)),
        headers,
      ),
    {
      permission: "auth",
      query: CardTypeQuery,
      headers: ReadConditions,
      response: versionedAnswers(CardType.array()),
      detail: { summary: "The card types, with their sections, fields and subtypes" },
    },
  )
  .post("/", ({ body, actor }) => made<CardType>(createCardType(actor, body)), {
    permission: "admin.metamodel",
    body: NewCardType,
    response: { 201: answers(CardType, "ETag") },
    detail: { summary: "Make a card type" },
  })
  .get("/:key", ({ params, headers }) => answerVersion<CardType>(cardTypeText(requireCardType(params.key)), headers), {
    permission: "auth",
    params: KeyParams,
    headers: ReadConditions,
    response: versionedAnswers(CardType),
    detail: { summary: "A card type, hidden or not" },
  })
  .patch(
    "/:key",
    ({ params, body, headers, actor }) =>
      changed<CardType>(changeCardType(actor, params.key, body, headers["if-match"])),
    {
      ...administration,
      headers: ChangeConditions,
      body: CardTypeChanges,
      response: answers(CardType, "ETag"),
      detail: {
        summary: "Change what is given of a card type, each as a whole",
        description: "What cards hold of fields and options that are left out is removed from them.",
      },
    },
  )
  .delete("/:key", ({ params, actor }) => deleteCardType(actor, params.key), {
    ...administration,
    response: answers(DeletedCardType),
    detail: { summary: "Hide a built-in card type; delete any other, which must have no cards" },
  });

const usage = new Elysia({ prefix: "/types/:key" })
  .use(guard)
  .get("/field-usage", ({ params, query }) => fieldUsage(params.key, query.field_key), {
    ...administration,
    query: FieldQuery,
    response: answers(FieldUsage),
    detail: { summary: "How many active cards have a field" },
  })
  .get("/section-usage", ({ params, query }) => sectionUsage(params.key, query.field_keys), {
    ...administration,
    query: SectionQuery,
    response: answers(SectionUsage),
    detail: { summary: "How many active cards have at least one of some fields" },
  })
  .get("/option-usage", ({ params, query }) => optionUsage(params.key, query.field_key, query.option_key), {
    ...administration,
    query: OptionQuery,
    response: answers(OptionUsage),
    detail: { summary: "How many active cards have an option of a field" },
  })
  .get("/impact", ({ params, query }) => impactOfRemoval(params.key, query.field_key, query.option_key), {
    ...administration,
    query: ImpactQuery,
    response: answers(RemovalImpact),
    detail: { summary: "What the removal of a field, or of one of its options, would touch" },
  })
  .get("/deletion-impact", ({ params }) => cardTypeDeletion(params.key), {
    ...administration,
    response: answers(CardTypeDeletion),
    detail: { summary: "What the deletion of a card type would do, and take along" },
  });

const relationTypes = new Elysia({ prefix: "/relation-types" })
  .use(guard)
  .get(
    "/",
    ({ query, headers, set }) =>
      answerVersion<RelationType[]>(
        listText(sliceTexts(relationTypeTexts(query.include_hidden ?? false, query.type_key), query, set)),
        headers,
      ),
    {
      permission: "auth",
      query: RelationTypeQuery,
      headers: ReadConditions,
      response: versionedAnswers(RelationType.array()),
      detail: { summary: "The relation types, with their attributes" },
    },
  )
  .post("/", ({ body, actor }) => made<RelationType>(createRelationType(actor, body)), {
    permission: "admin.metamodel",
    body: NewRelationType,
    response: { 201: answers(RelationType, "ETag") },
    detail: { summary: "Make a relation type between two card types" },
  })
  .get(
    "/:key",
    ({ params, headers }) => answerVersion<RelationType>(relationTypeText(requireRelationType(params.key)), headers),
    {
      permission: "auth",
      params: KeyParams,
      headers: ReadConditions,
      response: versionedAnswers(RelationType),
      detail: { summary: "A relation type, hidden or not" },
    },
  )
  .patch(
    "/:key",
    ({ params, body, headers, actor }) =>
      changed<RelationType>(changeRelationType(actor, params.key, body, headers["if-match"])),
    {
      ...administration,
      headers: ChangeConditions,
      body: RelationTypeChanges,
      response: answers(RelationType, "ETag"),
      detail: {
        summary: "Change what is given of a relation type, each as a whole",
        description: "Attributes and options that are built in can't be changed or left out; options can be hidden.",
      },
    },
  )
  .delete("/:key", ({ params, query, actor }) => deleteRelationType(actor, params.key, query.force ?? false), {
    ...administration,
    query: ForceQuery,
    response: answers(DeletedRelationType),
    detail: { summary: "Hide a built-in relation type; delete any other" },
  })
  .get("/:key/instance-count", ({ params }) => instanceCount(params.key), {
    ...administration,
    response: answers(InstanceCount),
    detail: { summary: "How many relations of a type there are" },
  })
  .get("/:key/deletion-impact", ({ params }) => relationTypeDeletion(params.key), {
    ...administration,
    response: answers(RelationTypeDeletion),
    detail: { summary: "What the deletion of a relation type would do, and take along" },
  })
  .post("/:key/restore", ({ params, actor }) => changed<RelationType>(restoreRelationType(actor, params.key)), {
    ...administration,
    response: answers(RelationType, "ETag"),
    detail: { summary: "Make a hidden relation type visible again" },
  });

export const metamodel = new Elysia({ prefix: "/metamodel", tags: ["metamodel"] })
  .use(cardTypes)
  .use(usage)
  .use(relationTypes)
  .use(catalogues);
