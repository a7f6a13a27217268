/** /relations */
import type { Actor } from "../../core/access/actor";
import { allOf, checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, MANY_REHEARSED_ROWS, MANY_ROWS, type Operation, patch, post } from "../../core/api/operation";
import { LARGEST_BULK } from "../../http/json";
import { jsonText } from "../../http/responses";
import { TABLE_FILE } from "../../http/tables";
import { isHub } from "../cards";
import { bulkRelations } from "./bulk";
import { exportRelations } from "./export";
import { listRelations } from "./list";
import * as model from "./model";
import { requireRelation } from "./rows";
import { relationsJson } from "./serialize";
import { createRelation, deleteRelation, updateRelation } from "./service";

/** Writing needs the permission by role, or as a stakeholder of either end, which the service checks. */
const MANAGE = { permission: checkedInService(onCard("card.manage_relations")) } as const;
const LIST = { permission: "relations.view", query: model.RelationQuery, answer: model.Relation.array() } as const;
const CREATE = { ...MANAGE, body: model.NewRelation, answer: model.Relation, status: 201 } as const;
const UPDATE = { ...MANAGE, body: model.RelationChanges, answer: model.Relation } as const;
const BULK = {
  ...MANAGE,
  largestBody: LARGEST_BULK,
  writesMuch: ({ body }: { body: model.BulkRelations }) => body.operations.length > MANY_ROWS,
  rehearses: ({ body }: { body: model.BulkRelations }) => body.dry_run && body.operations.length > MANY_REHEARSED_ROWS,
  body: model.BulkRelations,
  answer: model.BulkRelationsResult,
} as const;

/** Returns a relation as somebody may see it. @throws Problem 404 */
const serialized = (actor: Actor, id: string): model.Relation =>
  JSON.parse(relationsJson(actor, [requireRelation(id)]));

export const operations: readonly Operation[] = [
  get(
    "/relations",
    "Relations, of one card or of one type",
    { ...LIST, readsMuch: ({ card_id }) => !card_id || isHub(card_id) },
    ({ query, actor, set }) => listRelations(actor, query, set),
  ),
  get(
    "/relations/export",
    "The relations that match as CSV or as a workbook",
    { own: true, permission: allOf("relations.view", "inventory.export"), ...TABLE_FILE, query: model.ExportQuery },
    ({ actor, query: { format, bom, ...query } }) => exportRelations(actor, query, format, bom),
  ),
  post("/relations", "Relate two cards", CREATE, ({ body, actor }) => jsonText(createRelation(actor, body), 201)),
  post("/relations/bulk", "Make, change and remove many relations", BULK, ({ body, actor }) =>
    bulkRelations(actor, body),
  ),
  get(
    "/relations/{rel_id}",
    "A relation",
    { own: true, permission: "relations.view", answer: model.Relation, versioned: true },
    ({ params, actor }) => serialized(actor, params.rel_id),
  ),
  patch(
    "/relations/{rel_id}",
    "Change the attributes or the description of a relation",
    { ...UPDATE, current: ({ params, actor }) => serialized(actor, params.rel_id) },
    ({ params, body, actor }) => jsonText(updateRelation(actor, params.rel_id, body)),
  ),
  del("/relations/{rel_id}", "Remove a relation", MANAGE, ({ params, actor }) => deleteRelation(actor, params.rel_id)),
];
