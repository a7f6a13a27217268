/** /metamodel/principles, /metamodel/compliance-regulations and /metamodel/resource-types */
import { Elysia } from "elysia";
import { z } from "zod";
import { answerVersion, ReadConditions, versionedAnswers } from "../../http/etags";
import { slice } from "../../http/pagination";
import { answers, created, noContent } from "../../http/responses";
import { guard } from "../access/guard";
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

const permission = "admin.metamodel";
const nothing = { 204: answers(z.undefined()) };

const principles = new Elysia({ prefix: "/principles" })
  .use(guard)
  .get(
    "/",
    ({ query, headers, set }) =>
      answerVersion<Principle[]>(JSON.stringify(slice(listPrinciples(), query, set)), headers),
    {
      permission: "auth",
      query: PrincipleQuery,
      headers: ReadConditions,
      response: versionedAnswers(Principle.array()),
      detail: { summary: "The principles of enterprise architecture, inactive ones included" },
    },
  )
  .post("/", ({ body, actor }) => created(createPrinciple(actor, body)), {
    permission,
    body: NewPrinciple,
    response: { 201: answers(Principle) },
    detail: { summary: "Make a principle" },
  })
  .patch("/:principle_id", ({ params, body, actor }) => changePrinciple(actor, params.principle_id, body), {
    permission,
    params: PrincipleParams,
    body: PrincipleChanges,
    response: answers(Principle),
    detail: { summary: "Change what is given of a principle" },
  })
  .delete(
    "/:principle_id",
    ({ params, actor }) => {
      deletePrinciple(actor, params.principle_id);
      return noContent();
    },
    { permission, params: PrincipleParams, response: nothing, detail: { summary: "Delete a principle, if it exists" } },
  );

const regulations = new Elysia({ prefix: "/compliance-regulations" })
  .use(guard)
  .get(
    "/",
    ({ query, headers, set }) =>
      answerVersion<ComplianceRegulation[]>(
        JSON.stringify(slice(listRegulations(query.enabled_only ?? false), query, set)),
        headers,
      ),
    {
      permission: "auth",
      query: RegulationQuery,
      headers: ReadConditions,
      response: versionedAnswers(ComplianceRegulation.array()),
      detail: { summary: "The regulations that compliance is assessed against" },
    },
  )
  .post("/", ({ body, actor }) => created(createRegulation(actor, body)), {
    permission,
    body: NewRegulation,
    response: { 201: answers(ComplianceRegulation) },
    detail: { summary: "Add a regulation" },
  })
  .patch("/:regulation_id", ({ params, body, actor }) => changeRegulation(actor, params.regulation_id, body), {
    permission,
    params: RegulationParams,
    body: RegulationChanges,
    response: answers(ComplianceRegulation),
    detail: { summary: "Change what is given of a regulation; its key stays" },
  })
  .delete(
    "/:regulation_id",
    ({ params, actor }) => {
      deleteRegulation(actor, params.regulation_id);
      return noContent();
    },
    {
      permission,
      params: RegulationParams,
      response: nothing,
      detail: { summary: "Delete a regulation that is not built in" },
    },
  );

const resourceTypes = new Elysia({ prefix: "/resource-types" })
  .use(guard)
  .get(
    "/",
    ({ query, headers, set }) =>
      answerVersion<ResourceType[]>(
        JSON.stringify(slice(listResourceTypes(query.kind, query.enabled_only ?? false), query, set)),
        headers,
      ),
    {
      permission: "auth",
      query: ResourceTypeQuery,
      headers: ReadConditions,
      response: versionedAnswers(ResourceType.array()),
      detail: { summary: "The types of links and the categories of files" },
    },
  )
  .post("/", ({ body, actor }) => created(createResourceType(actor, body)), {
    permission,
    body: NewResourceType,
    response: { 201: answers(ResourceType) },
    detail: { summary: "Add a type of links or a category of files" },
  })
  .patch("/:resource_type_id", ({ params, body, actor }) => changeResourceType(actor, params.resource_type_id, body), {
    permission,
    params: ResourceTypeParams,
    body: ResourceTypeChanges,
    response: answers(ResourceType),
    detail: { summary: "Change what is given of a resource type; its kind and key stay" },
  })
  .delete(
    "/:resource_type_id",
    ({ params, actor }) => {
      deleteResourceType(actor, params.resource_type_id);
      return noContent();
    },
    {
      permission,
      params: ResourceTypeParams,
      response: nothing,
      detail: { summary: "Delete a resource type that is not built in" },
    },
  );

/** The small catalogues beside the types. */
export const catalogues = new Elysia().use(principles).use(regulations).use(resourceTypes);
