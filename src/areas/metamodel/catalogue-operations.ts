/** /metamodel/principles, /metamodel/compliance-regulations and /metamodel/resource-types */

import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { REVALIDATED } from "../../http/etags";
import { slice } from "../../http/pagination";
import * as model from "./catalogue-model";
import {
  changeRegulation,
  changeResourceType,
  createRegulation,
  createResourceType,
  deleteRegulation,
  deleteResourceType,
  listRegulations,
  listResourceTypes,
} from "./catalogues";
import { changePrinciple, createPrinciple, deletePrinciple, listPrinciples } from "./principles";

/** The small catalogues beside the types. */
export const catalogues: readonly Operation[] = [
  get(
    "/metamodel/principles",
    "The principles of enterprise architecture, inactive ones included",
    { permission: "auth", query: model.PrincipleQuery, answer: model.Principle.array(), caching: REVALIDATED },
    ({ query, set }) => slice(listPrinciples(), query, set),
  ),
  post(
    "/metamodel/principles",
    "Make a principle",
    { permission: "admin.metamodel", body: model.NewPrinciple, answer: model.Principle, status: 201 },
    ({ body, actor }) => createPrinciple(actor, body),
  ),
  patch(
    "/metamodel/principles/{principle_id}",
    "Change what is given of a principle",
    { permission: "admin.metamodel", body: model.PrincipleChanges, answer: model.Principle },
    ({ params, body, actor }) => changePrinciple(actor, params.principle_id, body),
  ),
  del(
    "/metamodel/principles/{principle_id}",
    "Delete a principle, if it exists",
    { permission: "admin.metamodel" },
    ({ params, actor }) => deletePrinciple(actor, params.principle_id),
  ),
  get(
    "/metamodel/compliance-regulations",
    "The regulations that compliance is assessed against",
    {
      permission: "auth",
      query: model.RegulationQuery,
      answer: model.ComplianceRegulation.array(),
      caching: REVALIDATED,
    },
    ({ query, set }) => slice(listRegulations(query.enabled_only ?? false), query, set),
  ),
  post(
    "/metamodel/compliance-regulations",
    "Add a regulation",
    { permission: "admin.metamodel", body: model.NewRegulation, answer: model.ComplianceRegulation, status: 201 },
    ({ body, actor }) => createRegulation(actor, body),
  ),
  patch(
    "/metamodel/compliance-regulations/{regulation_id}",
    "Change what is given of a regulation; its key stays",
    { permission: "admin.metamodel", body: model.RegulationChanges, answer: model.ComplianceRegulation },
    ({ params, body, actor }) => changeRegulation(actor, params.regulation_id, body),
  ),
  del(
    "/metamodel/compliance-regulations/{regulation_id}",
    "Delete a regulation that is not built in",
    { permission: "admin.metamodel" },
    ({ params, actor }) => deleteRegulation(actor, params.regulation_id),
  ),
  get(
    "/metamodel/resource-types",
    "The types of links and the categories of files",
    { permission: "auth", query: model.ResourceTypeQuery, answer: model.ResourceType.array(), caching: REVALIDATED },
    ({ query, set }) => slice(listResourceTypes(query.kind, query.enabled_only ?? false), query, set),
  ),
  post(
    "/metamodel/resource-types",
    "Add a type of links or a category of files",
    { permission: "admin.metamodel", body: model.NewResourceType, answer: model.ResourceType, status: 201 },
    ({ body, actor }) => createResourceType(actor, body),
  ),
  patch(
    "/metamodel/resource-types/{resource_type_id}",
    "Change what is given of a resource type; its kind and key stay",
    { permission: "admin.metamodel", body: model.ResourceTypeChanges, answer: model.ResourceType },
    ({ params, body, actor }) => changeResourceType(actor, params.resource_type_id, body),
  ),
  del(
    "/metamodel/resource-types/{resource_type_id}",
    "Delete a resource type that is not built in",
    { permission: "admin.metamodel" },
    ({ params, actor }) => deleteResourceType(actor, params.resource_type_id),
  ),
];
