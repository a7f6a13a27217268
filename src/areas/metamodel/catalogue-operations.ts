/** /metamodel/principles, /metamodel/compliance-regulations and /metamodel/resource-types */

import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { REVALIDATED } from "../../http/etags";
import { slice } from "../../http/pagination";
import {
  ComplianceRegulation,
  NewPrinciple,
  NewRegulation,
  NewResourceType,
  Principle,
  PrincipleChanges,
  PrincipleParams,
  PrincipleQuery,
  RegulationChanges,
  RegulationParams,
  RegulationQuery,
  ResourceType,
  ResourceTypeChanges,
  ResourceTypeParams,
  ResourceTypeQuery,
} from "./catalogue-model";
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
    { permission: "auth", query: PrincipleQuery, answer: Principle.array(), caching: REVALIDATED },
    ({ query, set }) => slice(listPrinciples(), query, set),
  ),
  post(
    "/metamodel/principles",
    "Make a principle",
    { permission: "admin.metamodel", body: NewPrinciple, answer: Principle, status: 201 },
    ({ body, actor }) => createPrinciple(actor, body),
  ),
  patch(
    "/metamodel/principles/{principle_id}",
    "Change what is given of a principle",
    { permission: "admin.metamodel", params: PrincipleParams, body: PrincipleChanges, answer: Principle },
    ({ params, body, actor }) => changePrinciple(actor, params.principle_id, body),
  ),
  del(
    "/metamodel/principles/{principle_id}",
    "Delete a principle, if it exists",
    { permission: "admin.metamodel", params: PrincipleParams },
    ({ params, actor }) => deletePrinciple(actor, params.principle_id),
  ),
  get(
    "/metamodel/compliance-regulations",
    "The regulations that compliance is assessed against",
    { permission: "auth", query: RegulationQuery, answer: ComplianceRegulation.array(), caching: REVALIDATED },
    ({ query, set }) => slice(listRegulations(query.enabled_only ?? false), query, set),
  ),
  post(
    "/metamodel/compliance-regulations",
    "Add a regulation",
    { permission: "admin.metamodel", body: NewRegulation, answer: ComplianceRegulation, status: 201 },
    ({ body, actor }) => createRegulation(actor, body),
  ),
  patch(
    "/metamodel/compliance-regulations/{regulation_id}",
    "Change what is given of a regulation; its key stays",
    { permission: "admin.metamodel", params: RegulationParams, body: RegulationChanges, answer: ComplianceRegulation },
    ({ params, body, actor }) => changeRegulation(actor, params.regulation_id, body),
  ),
  del(
    "/metamodel/compliance-regulations/{regulation_id}",
    "Delete a regulation that is not built in",
    { permission: "admin.metamodel", params: RegulationParams },
    ({ params, actor }) => deleteRegulation(actor, params.regulation_id),
  ),
  get(
    "/metamodel/resource-types",
    "The types of links and the categories of files",
    { permission: "auth", query: ResourceTypeQuery, answer: ResourceType.array(), caching: REVALIDATED },
    ({ query, set }) => slice(listResourceTypes(query.kind, query.enabled_only ?? false), query, set),
  ),
  post(
    "/metamodel/resource-types",
    "Add a type of links or a category of files",
    { permission: "admin.metamodel", body: NewResourceType, answer: ResourceType, status: 201 },
    ({ body, actor }) => createResourceType(actor, body),
  ),
  patch(
    "/metamodel/resource-types/{resource_type_id}",
    "Change what is given of a resource type; its kind and key stay",
    { permission: "admin.metamodel", params: ResourceTypeParams, body: ResourceTypeChanges, answer: ResourceType },
    ({ params, body, actor }) => changeResourceType(actor, params.resource_type_id, body),
  ),
  del(
    "/metamodel/resource-types/{resource_type_id}",
    "Delete a resource type that is not built in",
    { permission: "admin.metamodel", params: ResourceTypeParams },
    ({ params, actor }) => deleteResourceType(actor, params.resource_type_id),
  ),
];
