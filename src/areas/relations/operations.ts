/** /relations */
import { checkedInService, onCard } from "../../core/access/permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { LARGEST_BULK } from "../../http/json";
import { jsonText } from "../../http/responses";
import { bulkRelations } from "./bulk";
import { listRelations } from "./list";
import * as model from "./model";
import { relationText } from "./serialize";
import { createRelation, deleteRelation, updateRelation } from "./service";

/** Writing needs the permission by role, or as a stakeholder of either end, which the service checks. */
const MANAGE = { permission: checkedInService(onCard("card.manage_relations")) } as const;

export const operations: readonly Operation[] = [
  get(
    "/relations",
    "Relations, of one card or of one type",
    { permission: "relations.view", query: model.RelationQuery, answer: model.Relation.array() },
    ({ query, actor, set }) => {
      const { text, total } = listRelations(actor, query);
      if (total !== undefined) set.headers["x-total-count"] = String(total);
      return jsonText(text);
    },
  ),
  post(
    "/relations",
    "Relate two cards",
    { ...MANAGE, body: model.NewRelation, answer: model.Relation, status: 201 },
    ({ body, actor }) => jsonText(relationText(actor, createRelation(actor, body)), 201),
  ),
  post(
    "/relations/bulk",
    "Make, change and remove many relations",
    { ...MANAGE, body: model.BulkRelations, answer: model.BulkRelationsResult, largestBody: LARGEST_BULK },
    ({ body, actor }) => bulkRelations(actor, body),
  ),
  patch(
    "/relations/{rel_id}",
    "Change the attributes or the description of a relation",
    { ...MANAGE, body: model.RelationChanges, answer: model.Relation },
    ({ params, body, actor }) => {
      updateRelation(actor, params.rel_id, body);
      return jsonText(relationText(actor, params.rel_id));
    },
  ),
  del("/relations/{rel_id}", "Remove a relation", MANAGE, ({ params, actor }) => deleteRelation(actor, params.rel_id)),
];
