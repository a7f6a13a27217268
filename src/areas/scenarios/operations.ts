/** /scenarios */

import { del, get, type Operation, patch, post, put } from "../../core/api/operation";
import { withdrawChange } from "../../core/scenarios/rebase";
import { slice } from "../../http/pagination";
import { held } from "../../http/request-context";
import { listChanges, merge, readObstacles, rebaseScenario } from "./changes";
import { planInitiatives } from "./initiatives/initiatives";
import * as model from "./model";
import { createScenario, deleteScenario, listScenarios, readScenario, setMembers, updateScenario } from "./scenarios";

const SEE = { own: true, permission: "inventory.view" } as const;
/** It reads or makes a database that may have to be made first. */
const MADE = { ...SEE, refusals: [409, 503] } as const;

export const operations: readonly Operation[] = [
  get(
    "/scenarios",
    "The scenarios that the caller sees, newest first",
    { ...SEE, query: model.ScenarioQuery, answer: model.Scenario.array() },
    ({ query, actor, set }) => slice(listScenarios(actor, query), query, set),
  ),
  post(
    "/scenarios",
    "Create a scenario",
    {
      own: true,
      permission: "scenarios.create",
      body: model.NewScenario,
      answer: model.Scenario,
      status: 201,
      refusals: [409],
      description:
        "It begins with the landscape as it is, or was at a moment. Operations with the header `X-Stoa-Scenario` then read and change it and not the landscape; nothing outside sees anything of it.",
    },
    ({ body, actor }) => createScenario(actor, body),
  ),
  get("/scenarios/{scenario_id}", "A scenario", { ...SEE, answer: model.Scenario }, ({ params, actor }) =>
    readScenario(actor, params.scenario_id),
  ),
  patch(
    "/scenarios/{scenario_id}",
    "Change what a scenario is for, or its state",
    { ...SEE, body: model.ScenarioChanges, answer: model.Scenario, refusals: [409] },
    ({ params, body, actor }) => updateScenario(actor, params.scenario_id, body),
  ),
  del("/scenarios/{scenario_id}", "Delete a scenario with its changes", SEE, ({ params, actor }) =>
    deleteScenario(actor, params.scenario_id),
  ),
  put(
    "/scenarios/{scenario_id}/members",
    "Set who sees a scenario in addition to its owner, and who may change it",
    { ...SEE, body: model.Members, answer: model.Scenario },
    ({ params, body, actor }) => setMembers(actor, params.scenario_id, body),
  ),
  get(
    "/scenarios/{scenario_id}/changes",
    "The changes of a scenario in their order",
    { ...SEE, readsMuch: true, query: model.ChangeQuery, answer: model.Change.array() },
    ({ params, query, actor, set }) => slice(listChanges(actor, params.scenario_id), query, set),
  ),
  del(
    "/scenarios/{scenario_id}/changes/{change_id}",
    "Take a change out of a scenario",
    {
      ...MADE,
      repeatable: false,
      description: "The other changes are made without it. One that doesn't fit without it is found by the obstacles.",
    },
    async ({ params, actor }) => withdrawChange(actor, params.scenario_id, params.change_id),
  ),
  get(
    "/scenarios/{scenario_id}/obstacles",
    "What is in the way of a scenario over the landscape as it is",
    { ...MADE, answer: model.Obstacles },
    ({ params, actor, request }) => held(request, () => readObstacles(actor, params.scenario_id)),
  ),
  post(
    "/scenarios/{scenario_id}/rebase",
    "Let a scenario begin with the landscape as it is",
    {
      ...MADE,
      repeatable: false,
      bodyOptional: true,
      body: model.Rebase,
      answer: model.RebaseResult,
      description: "Its changes are made again. When some don't fit, nothing is changed, and they are named.",
    },
    ({ params, body, actor, request }) => held(request, () => rebaseScenario(actor, params.scenario_id, body)),
  ),
  post(
    "/scenarios/{scenario_id}/merge",
    "Make the changes of a scenario in the landscape",
    {
      ...MADE,
      repeatable: false,
      bodyOptional: true,
      body: model.Merge,
      answer: model.MergeResult,
      description:
        "All of them are one transaction and one batch, which undoes them. The caller needs the rights that each change needs. When some don't fit, nothing is changed, and they are named.",
    },
    ({ params, body, actor, request }) => held(request, () => merge(actor, params.scenario_id, body, request.signal)),
  ),
  post(
    "/scenarios/{scenario_id}/initiatives",
    "Plan changes of a scenario as initiatives of the landscape",
    {
      ...MADE,
      repeatable: false,
      body: model.NewInitiatives,
      answer: model.InitiativesResult,
      description:
        "Each initiative becomes a card with relations to the cards that it concerns. A card that the scenario creates is created with a life cycle that begins with the initiative; one that it archives or deletes gets the end of its life instead. Changes that have no date stay in the scenario, and are named with the reason. All of it is one transaction and one batch, as a merge is.",
    },
    ({ params, body, actor, request }) =>
      held(request, () => planInitiatives(actor, params.scenario_id, body, request.signal)),
  ),
];
