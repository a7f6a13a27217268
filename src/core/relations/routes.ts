/** /relations */
import { Elysia } from "elysia";
import { z } from "zod";
import { takesMany } from "../../http/json";
import { answers, createdText, jsonText, noContent } from "../../http/responses";
import { guard } from "../access/guard";
import { changeRelations } from "./bulk";
import { listRelations } from "./list";
import {
  BulkRelations,
  BulkRelationsResult,
  NewRelation,
  Relation,
  RelationChanges,
  RelationParams,
  RelationQuery,
} from "./model";
import { changeRelation, createRelation, deleteRelation } from "./service";
import { relationText } from "./wire";

/** Writing needs the right by role, or by a part in either end; the service looks at the ends. */
const manage = { each: "relations.manage|card.manage_relations" };

export const relations = new Elysia({ prefix: "/relations", tags: ["relations"] })
  .use(guard)
  .get(
    "/",
    ({ query, actor, set }) => {
      const { text, total } = listRelations(actor, query);
      if (total !== undefined) set.headers["x-total-count"] = String(total);
      return jsonText<Relation[]>(text);
    },
    {
      permission: "relations.view",
      query: RelationQuery,
      response: answers(Relation.array()),
      detail: { summary: "Relations, of one card or of one type" },
    },
  )
  .post("/", ({ body, actor }) => createdText<Relation>(relationText(actor, createRelation(actor, body))), {
    permission: manage,
    body: NewRelation,
    response: { 201: answers(Relation) },
    detail: { summary: "Relate two cards" },
  })
  .post("/bulk", ({ body, actor }) => changeRelations(actor, body), {
    permission: manage,
    body: BulkRelations,
    response: answers(BulkRelationsResult),
    detail: { ...takesMany, summary: "Make, change and remove many relations" },
  })
  .patch(
    "/:rel_id",
    ({ params, body, actor }) => {
      changeRelation(actor, params.rel_id, body);
      return jsonText<Relation>(relationText(actor, params.rel_id));
    },
    {
      permission: manage,
      params: RelationParams,
      body: RelationChanges,
      response: answers(Relation),
      detail: { summary: "Change the attributes or the description of a relation" },
    },
  )
  .delete(
    "/:rel_id",
    ({ params, actor }) => {
      deleteRelation(actor, params.rel_id);
      return noContent();
    },
    {
      permission: manage,
      params: RelationParams,
      response: { 204: answers(z.undefined()) },
      detail: { summary: "Remove a relation" },
    },
  );
