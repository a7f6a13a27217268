/** /calculations */

import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import * as model from "./model";
import { recalculateType } from "./recalculate";
import {
  calculatedFields,
  calculationOf,
  changeCalculation,
  createCalculation,
  deleteCalculation,
  listCalculations,
  switchCalculation,
} from "./service";
import { checkFormula, testCalculation } from "./trial";

export const operations: readonly Operation[] = [
  get(
    "/calculations",
    "Calculations, by type and in the order of their runs",
    { permission: "auth", query: model.CalculationQuery, answer: model.Calculation.array() },
    ({ query, set }) => slice(listCalculations(query.type_key), query, set),
  ),
  post(
    "/calculations",
    "Write a calculation; it fills nothing before it is activated",
    { permission: "admin.metamodel", body: model.NewCalculation, answer: model.Calculation, status: 201 },
    ({ body, actor }) => createCalculation(actor, body),
  ),
  get(
    "/calculations/calculated-fields",
    "The attributes that active calculations fill, by card type",
    { permission: "auth", answer: model.CalculatedFields },
    () => calculatedFields(),
  ),
  post(
    "/calculations/validate",
    "Check a formula, and see what it gives for an empty card",
    { permission: "admin.metamodel", body: model.FormulaDraft, answer: model.FormulaVerdict },
    ({ body }) => checkFormula(body),
  ),
  post(
    "/calculations/recalculate/{type_key}",
    "Run the calculations of a type over all its active cards",
    { permission: "admin.metamodel", answer: model.Recalculation },
    ({ params }) => recalculateType(params.type_key),
  ),
  get("/calculations/{calc_id}", "A calculation", { permission: "auth", answer: model.Calculation }, ({ params }) =>
    calculationOf(params.calc_id),
  ),
  patch(
    "/calculations/{calc_id}",
    "Change a calculation; what it has computed stays until it runs again",
    { permission: "admin.metamodel", body: model.CalculationChanges, answer: model.Calculation },
    ({ params, body, actor }) => changeCalculation(actor, params.calc_id, body),
  ),
  del(
    "/calculations/{calc_id}",
    "Delete a calculation; what it has computed stays on the cards",
    { permission: "admin.metamodel" },
    ({ params, actor }) => deleteCalculation(actor, params.calc_id),
  ),
  post(
    "/calculations/{calc_id}/activate",
    "Have a calculation run whenever a card of its type is changed",
    { permission: "admin.metamodel", answer: model.Calculation },
    ({ params, actor }) => switchCalculation(actor, params.calc_id, true),
  ),
  post(
    "/calculations/{calc_id}/deactivate",
    "Have a calculation run no more",
    { permission: "admin.metamodel", answer: model.Calculation },
    ({ params, actor }) => switchCalculation(actor, params.calc_id, false),
  ),
  post(
    "/calculations/{calc_id}/test",
    "See what a calculation gives for a card, without storing it",
    { permission: "admin.metamodel", body: model.FormulaTest, answer: model.FormulaTestResult },
    ({ params, body, actor }) => testCalculation(actor, params.calc_id, body.card_id),
  ),
];
