/** /metamodel/principles, /metamodel/compliance-regulations and /metamodel/resource-types */
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { REVALIDATED } from "../../http/etags";
import { slice } from "../../http/pagination";
import * as model from "./catalogue-model";
import * as catalogues from "./catalogues";

const READ = { permission: "auth", caching: REVALIDATED } as const;
const ADMIN = { permission: "admin.metamodel" } as const;
const CREATE = { ...ADMIN, status: 201 } as const;

export const catalogueOperations: readonly Operation[] = [
  get(
    "/metamodel/principles",
    "The principles of enterprise architecture, inactive ones included",
    { ...READ, query: model.PrincipleQuery, answer: model.Principle.array() },
    ({ query, set }) => slice(catalogues.listPrinciples(), query, set),
  ),
  post(
    "/metamodel/principles",
    "Make a principle",
    { ...CREATE, body: model.NewPrinciple, answer: model.Principle },
    ({ body, actor }) => catalogues.createPrinciple(actor, body),
  ),
  patch(
    "/metamodel/principles/{principle_id}",
    "Change what is given of a principle",
    { ...ADMIN, body: model.PrincipleChanges, answer: model.Principle },
    ({ params, body, actor }) => catalogues.updatePrinciple(actor, params.principle_id, body),
  ),
  del("/metamodel/principles/{principle_id}", "Delete a principle, if it exists", ADMIN, ({ params, actor }) =>
    catalogues.deletePrinciple(actor, params.principle_id),
  ),
  get(
    "/metamodel/compliance-regulations",
    "The regulations that compliance is assessed against",
    { ...READ, query: model.RegulationQuery, answer: model.ComplianceRegulation.array() },
    ({ query, set }) => slice(catalogues.listRegulations(query.enabled_only), query, set),
  ),
  post(
    "/metamodel/compliance-regulations",
    "Add a regulation",
    { ...CREATE, body: model.NewRegulation, answer: model.ComplianceRegulation },
    ({ body, actor }) => catalogues.createRegulation(actor, body),
  ),
  patch(
    "/metamodel/compliance-regulations/{regulation_id}",
    "Change what is given of a regulation; its key stays",
    { ...ADMIN, body: model.RegulationChanges, answer: model.ComplianceRegulation },
    ({ params, body, actor }) => catalogues.updateRegulation(actor, params.regulation_id, body),
  ),
  del(
    "/metamodel/compliance-regulations/{regulation_id}",
    "Delete a regulation that is not built in",
    ADMIN,
    ({ params, actor }) => catalogues.deleteRegulation(actor, params.regulation_id),
  ),
  get(
    "/metamodel/resource-types",
    "The types of links and the categories of files",
    { ...READ, query: model.ResourceTypeQuery, answer: model.ResourceType.array() },
    ({ query, set }) => slice(catalogues.listResourceTypes(query.kind, query.enabled_only), query, set),
  ),
  post(
    "/metamodel/resource-types",
    "Add a type of links or a category of files",
    { ...CREATE, body: model.NewResourceType, answer: model.ResourceType },
    ({ body, actor }) => catalogues.createResourceType(actor, body),
  ),
  patch(
    "/metamodel/resource-types/{resource_type_id}",
    "Change what is given of a resource type; its kind and key stay",
    { ...ADMIN, body: model.ResourceTypeChanges, answer: model.ResourceType },
    ({ params, body, actor }) => catalogues.updateResourceType(actor, params.resource_type_id, body),
  ),
  del(
    "/metamodel/resource-types/{resource_type_id}",
    "Delete a resource type that is not built in",
    ADMIN,
    ({ params, actor }) => catalogues.deleteResourceType(actor, params.resource_type_id),
  ),
];
