/** /calculations */
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { formulaFunctions } from "../../formula";
import { slice } from "../../http/pagination";
import { checkFormula, testCalculation, tryFormula } from "./formula-test";
import * as model from "./model";
import { previewFormula } from "./preview";
import { recalculateInSlices } from "./recalculate";
import * as service from "./service";

const READ = { permission: "auth", answer: model.Calculation } as const;
const ADMIN = { permission: "admin.metamodel" } as const;
const WRITE = { ...ADMIN, answer: model.Calculation } as const;

export const operations: readonly Operation[] = [
  get(
    "/calculations",
    "Calculations, by type and in the order of their runs",
    { permission: "auth", query: model.CalculationQuery, answer: model.Calculation.array() },
    ({ query, set }) => slice(service.listCalculations(query.type_key), query, set),
  ),
  post(
    "/calculations",
    "Write a calculation; it fills nothing before it is activated",
    { ...WRITE, body: model.NewCalculation, status: 201 },
    ({ body, actor }) => service.createCalculation(actor, body),
  ),
  get(
    "/calculations/calculated-fields",
    "The attributes that active calculations fill, by card type",
    { operationId: "listCalculatedFields", permission: "auth", answer: model.CalculatedFields },
    service.calculatedFields,
  ),
  post(
    "/calculations/validate",
    "Check a formula, and see what it gives for an empty card",
    { operationId: "validateFormula", ...ADMIN, body: model.FormulaDraft, answer: model.FormulaVerdict },
    ({ body }) => checkFormula(body),
  ),
  post(
    "/calculations/trial",
    "See what a formula gives for a card, before it is stored",
    { operationId: "tryFormula", own: true, ...ADMIN, body: model.FormulaTrial, answer: model.FormulaTestResult },
    ({ body, actor }) => tryFormula(actor, body),
  ),
  post(
    "/calculations/preview",
    "See what a formula would change in all cards of its type, before it is stored",
    {
      operationId: "previewFormula",
      own: true,
      ...ADMIN,
      body: model.FormulaPreviewRequest,
      answer: model.FormulaPreview,
      readsMuch: true,
      refusals: [404],
    },
    ({ body, actor }) => previewFormula(actor, body),
  ),
  get(
    "/calculations/functions",
    "The functions that a formula may call",
    { operationId: "listFormulaFunctions", own: true, permission: "auth", answer: model.FormulaFunction.array() },
    () => formulaFunctions(),
  ),
  post(
    "/calculations/recalculate/{type_key}",
    "Run the calculations of a type over all its active cards",
    {
      operationId: "recalculateCardType",
      ...ADMIN,
      writesMuch: true,
      slices: ({ params }) => recalculateInSlices(params.type_key),
      answer: model.Recalculation,
    },
    ({ fetched }) => fetched,
  ),
  get("/calculations/{calc_id}", "A calculation", { ...READ, versioned: true }, ({ params }) =>
    service.requireCalculation(params.calc_id),
  ),
  patch(
    "/calculations/{calc_id}",
    "Change a calculation; what it has computed stays until it runs again",
    { current: ({ params }) => service.requireCalculation(params.calc_id), ...WRITE, body: model.CalculationChanges },
    ({ params, body, actor }) => service.updateCalculation(actor, params.calc_id, body),
  ),
  del(
    "/calculations/{calc_id}",
    "Delete a calculation; what it has computed stays on the cards",
    ADMIN,
    ({ params, actor }) => service.deleteCalculation(actor, params.calc_id),
  ),
  post(
    "/calculations/{calc_id}/activate",
    "Have a calculation run whenever a card of its type is changed",
    WRITE,
    ({ params, actor }) => service.setActive(actor, params.calc_id, true),
  ),
  post("/calculations/{calc_id}/deactivate", "Have a calculation run no more", WRITE, ({ params, actor }) =>
    service.setActive(actor, params.calc_id, false),
  ),
  post(
    "/calculations/{calc_id}/test",
    "See what a calculation gives for a card, without storing it",
    { ...ADMIN, body: model.FormulaTest, answer: model.FormulaTestResult },
    ({ params, body, actor }) => testCalculation(actor, params.calc_id, body.card_id),
  ),
];
