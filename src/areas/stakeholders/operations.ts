/** /cards/{card_id}/stakeholders, /cards/{card_id}/me/observe and /stakeholders */
import { checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import * as assignments from "./assignments";
import * as model from "./model";

const VIEW = { permission: onCard("card.view") } as const;
const MANAGE = { permission: onCard("card.manage_stakeholders") } as const;
const CHECKED = { permission: checkedInService(onCard("card.manage_stakeholders")) } as const;

export const operations: readonly Operation[] = [
  get(
    "/cards/{card_id}/stakeholders",
    "Who has which part in a card",
    { permission: "stakeholders.view", query: model.StakeholderQuery, answer: model.Stakeholder.array() },
    ({ params, query, set }) => slice(assignments.listStakeholders(params.card_id), query, set),
  ),
  post(
    "/cards/{card_id}/stakeholders",
    "Give somebody a part in a card",
    { ...MANAGE, body: model.NewStakeholder, answer: model.Assignment, status: 201 },
    ({ params, body, actor }) => assignments.createStakeholder(actor, params.card_id, body),
  ),
  get(
    "/cards/{card_id}/me/observe",
    "Whether the caller watches a card",
    { operationId: "getCardObservation", ...VIEW, answer: model.Observation },
    ({ params, actor }) => assignments.requireObservation(actor, params.card_id),
  ),
  post(
    "/cards/{card_id}/me/observe",
    "Watch a card",
    { operationId: "observeCard", ...VIEW, answer: model.Assignment, status: 201 },
    ({ params, actor }) => assignments.observe(actor, params.card_id),
  ),
  del(
    "/cards/{card_id}/me/observe",
    "Watch a card no longer",
    { operationId: "unobserveCard", ...VIEW },
    ({ params, actor }) => assignments.stopObserving(actor, params.card_id),
  ),
  patch(
    "/stakeholders/{stakeholder_id}",
    "Make somebody's part in a card another one",
    {
      current: ({ params }) => assignments.requireAssignment(params.stakeholder_id),
      ...CHECKED,
      body: model.StakeholderChange,
      answer: model.ChangedAssignment,
    },
    ({ params, body, actor }) => assignments.updateStakeholder(actor, params.stakeholder_id, body.role),
  ),
  del("/stakeholders/{stakeholder_id}", "Take somebody's part in a card away", CHECKED, ({ params, actor }) =>
    assignments.deleteStakeholder(actor, params.stakeholder_id),
  ),
];
