/** Costs and budgets below /ppm */
import { del, get, type Operation, patch, post } from "../../../core/api/operation";
import { slice } from "../../../http/pagination";
import { CREATE, list, MANAGE } from "../facts";
import {
  createBudgetLine,
  createCostLine,
  deleteLine,
  findLines,
  listBudgetLines,
  listCostLines,
  updateLine,
} from "./lines";
import * as model from "./model";

const COST = { ...MANAGE, answer: model.CostLine } as const;
const BUDGET = { ...MANAGE, answer: model.BudgetLine } as const;

export const operations: readonly Operation[] = [
  get(
    "/ppm/initiatives/{initiative_id}/costs",
    "What an initiative costs, line by line; empty for whoever may not see its costs",
    { ...list("ppm_cost_lines", "initiative_id"), answer: model.CostLine.array() },
    ({ params, query, actor, set }) => slice(listCostLines(actor, params.initiative_id), query, set),
  ),
  post(
    "/ppm/initiatives/{initiative_id}/costs",
    "Create a cost line; the card's `costActual` becomes the sum of all",
    { ...COST, ...CREATE, body: model.NewCostLine },
    ({ params, body, actor }) => createCostLine(actor, params.initiative_id, body),
  ),
  patch(
    "/ppm/costs/{cost_id}",
    "Update the fields of a cost line that are given",
    {
      current: ({ params, actor }) => updateLine(actor, "cost_line", params.cost_id, {}),
      ...COST,
      body: model.CostLineChanges,
    },
    ({ params, body, actor }) => updateLine(actor, "cost_line", params.cost_id, body),
  ),
  del("/ppm/costs/{cost_id}", "Delete a cost line", MANAGE, ({ params, actor }) =>
    deleteLine(actor, "cost_line", params.cost_id),
  ),
  get(
    "/ppm/initiatives/{initiative_id}/budgets",
    "The budget of an initiative, by year and category; empty for whoever may not see its costs",
    { ...list("ppm_budget_lines", "initiative_id"), answer: model.BudgetLine.array() },
    ({ params, query, actor, set }) => slice(listBudgetLines(actor, params.initiative_id), query, set),
  ),
  post(
    "/ppm/initiatives/{initiative_id}/budgets",
    "Create a budget line; the card's `costBudget` becomes the sum of all",
    { ...BUDGET, ...CREATE, body: model.NewBudgetLine },
    ({ params, body, actor }) => createBudgetLine(actor, params.initiative_id, body),
  ),
  patch(
    "/ppm/budgets/{budget_id}",
    "Update the fields of a budget line that are given",
    {
      current: ({ params, actor }) => updateLine(actor, "budget_line", params.budget_id, {}),
      ...BUDGET,
      body: model.BudgetLineChanges,
    },
    ({ params, body, actor }) => updateLine(actor, "budget_line", params.budget_id, body),
  ),
  del("/ppm/budgets/{budget_id}", "Delete a budget line", MANAGE, ({ params, actor }) =>
    deleteLine(actor, "budget_line", params.budget_id),
  ),
  get(
    "/ppm/initiatives/{initiative_id}/has-costs",
    "Whether the figures on the card are totals of lines, and not to be typed",
    { permission: "ppm.view", answer: model.LinesPresent },
    ({ params }) => findLines(params.initiative_id),
  ),
];
