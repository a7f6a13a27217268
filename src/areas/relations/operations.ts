/** /relations */

import { checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { LARGEST_BULK } from "../../http/json";
import { jsonText } from "../../http/responses";
import { changeRelations } from "./bulk";
import { listRelations } from "./list";
import * as model from "./model";
import { relationText } from "./serialize";
import { changeRelation, createRelation, deleteRelation } from "./service";

/** Writing needs the right by role, or by a part in either end; the service looks at the ends. */
const MANAGE = checkedInService(onCard("card.manage_relations"));

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
    { permission: MANAGE, body: model.NewRelation, answer: model.Relation, status: 201 },
    ({ body, actor }) => jsonText(relationText(actor, createRelation(actor, body)), 201),
  ),
  post(
    "/relations/bulk",
    "Make, change and remove many relations",
    { permission: MANAGE, body: model.BulkRelations, answer: model.BulkRelationsResult, largestBody: LARGEST_BULK },
    ({ body, actor }) => changeRelations(actor, body),
  ),
  patch(
    "/relations/{rel_id}",
    "Change the attributes or the description of a relation",
    { permission: MANAGE, body: model.RelationChanges, answer: model.Relation },
    ({ params, body, actor }) => {
      changeRelation(actor, params.rel_id, body);
      return jsonText(relationText(actor, params.rel_id));
    },
  ),
  del("/relations/{rel_id}", "Remove a relation", { permission: MANAGE }, ({ params, actor }) =>
    deleteRelation(actor, params.rel_id),
  ),
];
