/** Work breakdown structures and dependencies below /ppm */
import { del, get, type Operation, patch, post } from "../../../core/api/operation";
import { slice, sliceTexts } from "../../../http/pagination";
import { jsonList, jsonText } from "../../../http/responses";
import { list, MANAGE } from "../facts";
import { createDependency, deleteDependency, listDependencies } from "./dependencies";
import { createItem, deleteItem, goesWithMuch, updateItem } from "./items";
import { completionOf, listItems, requireItem } from "./list";
import * as model from "./model";
import { planOf } from "./plan";

const ITEM = { ...MANAGE, answer: model.WbsItem, refusals: [400] } as const;

export const operations: readonly Operation[] = [
  get(
    "/ppm/initiatives/{initiative_id}/plan",
    "The plan of an initiative: its items, tasks and dependencies at once",
    { own: true, permission: "ppm.view", readsMuch: true, answer: model.Plan },
    ({ params }) => jsonText(planOf(params.initiative_id)),
  ),
  get(
    "/ppm/initiatives/{initiative_id}/wbs",
    "The items of the work breakdown structure, in their order",
    { ...list("ppm_wbs", "initiative_id", "description"), answer: model.WbsItem.array() },
    ({ params, query, set }) => jsonList(sliceTexts(listItems(params.initiative_id), query, set)),
  ),
  post(
    "/ppm/initiatives/{initiative_id}/wbs",
    "Create an item of the work breakdown structure",
    { ...ITEM, body: model.NewWbsItem },
    ({ params, body, actor }) => createItem(actor, params.initiative_id, body),
  ),
  patch(
    "/ppm/wbs/{wbs_id}",
    "Update the fields of an item that are given; the items above it follow",
    { current: ({ params }) => requireItem(params.wbs_id), ...ITEM, body: model.WbsItemChanges },
    ({ params, body, actor }) => updateItem(actor, params.wbs_id, body),
  ),
  del(
    "/ppm/wbs/{wbs_id}",
    "Delete an item with all below it; their tasks stay",
    { ...MANAGE, writesMuch: ({ params }) => goesWithMuch(params["wbs_id"] as string) },
    ({ params, actor }) => deleteItem(actor, params.wbs_id),
  ),
  get(
    "/ppm/initiatives/{initiative_id}/completion",
    "How far an initiative is, in percent",
    { permission: "ppm.view", answer: model.Completion },
    ({ params }) => ({ completion: completionOf(params.initiative_id) }),
  ),
  get(
    "/ppm/initiatives/{initiative_id}/dependencies",
    "The dependencies between tasks and items",
    { ...list("ppm_dependencies", "initiative_id"), answer: model.Dependency.array() },
    ({ params, query, set }) => slice(listDependencies(params.initiative_id), query, set),
  ),
  post(
    "/ppm/initiatives/{initiative_id}/dependencies",
    "Create a dependency between two tasks or items",
    { ...MANAGE, body: model.NewDependency, answer: model.Dependency, refusals: [400, 409] },
    ({ params, body, actor }) => createDependency(actor, params.initiative_id, body),
  ),
  del("/ppm/dependencies/{dep_id}", "Delete a dependency", MANAGE, ({ params, actor }) =>
    deleteDependency(actor, params.dep_id),
  ),
];
