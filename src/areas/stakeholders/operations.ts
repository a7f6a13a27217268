/** /cards/{card_id}/stakeholders, /cards/{card_id}/me/observe and /stakeholders */
import { checkedInService, onCard } from "../../core/access/operation-permission";
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import * as model from "./model";
import {
  addStakeholder,
  changeStakeholder,
  getObservation,
  listStakeholders,
  observe,
  removeStakeholder,
  stopObserving,
} from "./service";

export const operations: readonly Operation[] = [
  get(
    "/cards/{card_id}/stakeholders",
    "Who has which part in a card",
    { permission: "stakeholders.view", query: model.StakeholderQuery, answer: model.Stakeholder.array() },
    ({ params, query, set }) => slice(listStakeholders(params.card_id), query, set),
  ),
  post(
    "/cards/{card_id}/stakeholders",
    "Give somebody a part in a card",
    {
      permission: onCard("card.manage_stakeholders"),
      body: model.NewStakeholder,
      answer: model.Assignment,
      status: 201,
    },
    ({ params, body, actor }) => addStakeholder(actor, params.card_id, body),
  ),
  get(
    "/cards/{card_id}/me/observe",
    "Whether the caller watches a card",
    { permission: onCard("card.view"), answer: model.Observation },
    ({ params, actor }) => getObservation(actor, params.card_id),
  ),
  post(
    "/cards/{card_id}/me/observe",
    "Watch a card",
    { permission: onCard("card.view"), answer: model.Assignment, status: 201 },
    ({ params, actor }) => observe(actor, params.card_id),
  ),
  del(
    "/cards/{card_id}/me/observe",
    "Watch a card no longer",
    { permission: onCard("card.view") },
    ({ params, actor }) => stopObserving(actor, params.card_id),
  ),
  patch(
    "/stakeholders/{stakeholder_id}",
    "Make somebody's part in a card another one",
    {
      permission: checkedInService(onCard("card.manage_stakeholders")),
      body: model.StakeholderChange,
      answer: model.ChangedAssignment,
    },
    ({ params, body, actor }) => changeStakeholder(actor, params.stakeholder_id, body.role),
  ),
  del(
    "/stakeholders/{stakeholder_id}",
    "Take somebody's part in a card away",
    { permission: checkedInService(onCard("card.manage_stakeholders")) },
    ({ params, actor }) => removeStakeholder(actor, params.stakeholder_id),
  ),
];
