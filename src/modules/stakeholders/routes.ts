/** /cards/{card_id}/stakeholders, /cards/{card_id}/me/observe and /stakeholders */
import { Elysia } from "elysia";
import { z } from "zod";
import { guard } from "../../core/access/guard";
import { slice } from "../../http/pagination";
import { answers, created, noContent } from "../../http/responses";
import {
  Assignment,
  CardParams,
  ChangedAssignment,
  NewStakeholder,
  Observation,
  Stakeholder,
  StakeholderChange,
  StakeholderParams,
  StakeholderQuery,
} from "./model";
import {
  addStakeholder,
  changeStakeholder,
  getObservation,
  listStakeholders,
  observe,
  removeStakeholder,
  stopObserving,
} from "./service";

const ofCards = new Elysia({ prefix: "/cards/:card_id" })
  .use(guard)
  .get("/stakeholders", ({ params, query, set }) => slice(listStakeholders(params.card_id), query, set), {
    permission: "stakeholders.view",
    params: CardParams,
    query: StakeholderQuery,
    response: answers(Stakeholder.array()),
    detail: { summary: "Who has which part in a card" },
  })
  .post("/stakeholders", ({ params, body, actor }) => created(addStakeholder(actor, params.card_id, body)), {
    permission: "stakeholders.manage|card.manage_stakeholders",
    params: CardParams,
    body: NewStakeholder,
    response: { 201: answers(Assignment) },
    detail: { summary: "Give somebody a part in a card" },
  })
  .get("/me/observe", ({ params, actor }) => getObservation(actor, params.card_id), {
    permission: "inventory.view|card.view",
    params: CardParams,
    response: answers(Observation),
    detail: { summary: "Whether the caller watches a card" },
  })
  .post("/me/observe", ({ params, actor }) => created(observe(actor, params.card_id)), {
    permission: "inventory.view|card.view",
    params: CardParams,
    response: { 201: answers(Assignment) },
    detail: { summary: "Watch a card" },
  })
  .delete(
    "/me/observe",
    ({ params, actor }) => {
      stopObserving(actor, params.card_id);
      return noContent();
    },
    {
      permission: "inventory.view|card.view",
      params: CardParams,
      response: { 204: answers(z.undefined()) },
      detail: { summary: "Watch a card no longer" },
    },
  );

const byId = new Elysia({ prefix: "/stakeholders/:stakeholder_id" })
  .use(guard)
  .patch("/", ({ params, body, actor }) => changeStakeholder(actor, params.stakeholder_id, body.role), {
    permission: { each: "stakeholders.manage|card.manage_stakeholders" },
    params: StakeholderParams,
    body: StakeholderChange,
    response: answers(ChangedAssignment),
    detail: { summary: "Make somebody's part in a card another one" },
  })
  .delete(
    "/",
    ({ params, actor }) => {
      removeStakeholder(actor, params.stakeholder_id);
      return noContent();
    },
    {
      permission: { each: "stakeholders.manage|card.manage_stakeholders" },
      params: StakeholderParams,
      response: { 204: answers(z.undefined()) },
      detail: { summary: "Take somebody's part in a card away" },
    },
  );

export const stakeholders = new Elysia({ tags: ["stakeholders"] }).use(ofCards).use(byId);
