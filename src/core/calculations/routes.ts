/** /calculations */
import { Elysia } from "elysia";
import { z } from "zod";
import { slice } from "../../http/pagination";
import { answers, created, noContent } from "../../http/responses";
import { guard } from "../access/guard";
import {
  CalculatedFields,
  Calculation,
  CalculationChanges,
  CalculationParams,
  CalculationQuery,
  FormulaDraft,
  FormulaTest,
  FormulaTestResult,
  FormulaVerdict,
  NewCalculation,
  Recalculation,
  RecalculationParams,
} from "./model";
import { recalculateType } from "./recalculate";
import "./references";
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

const ADMINISTER = "admin.metamodel";

/**
 * The calculations, as a plugin.
 * @param refreshQuality scores cards anew. Scoring comes after calculating in the order of the core, so it is handed in
 *   where the application is put together: there the compiler sees that it is not forgotten, which nobody would of a
 *   listener that has to be registered in time
 */
export const calculations = (refreshQuality: (cardIds: readonly string[]) => void) =>
  new Elysia({ prefix: "/calculations", tags: ["calculations"] })
    .use(guard)
    .get("/", ({ query, set }) => slice(listCalculations(query.type_key), query, set), {
      permission: "auth",
      query: CalculationQuery,
      response: answers(Calculation.array()),
      detail: { summary: "Calculations, by type and in the order of their runs" },
    })
    .post("/", ({ body, actor }) => created(createCalculation(actor, body)), {
      permission: ADMINISTER,
      body: NewCalculation,
      response: { 201: answers(Calculation) },
      detail: { summary: "Write a calculation; it fills nothing before it is activated" },
    })
    .get("/calculated-fields", () => calculatedFields(), {
      permission: "auth",
      response: answers(CalculatedFields),
      detail: { summary: "The attributes that active calculations fill, by card type" },
    })
    .post("/validate", ({ body }) => checkFormula(body), {
      permission: ADMINISTER,
      body: FormulaDraft,
      response: answers(FormulaVerdict),
      detail: { summary: "Check a formula, and see what it gives for an empty card" },
    })
    .post("/recalculate/:type_key", ({ params }) => recalculateType(params.type_key, refreshQuality), {
      permission: ADMINISTER,
      params: RecalculationParams,
      response: answers(Recalculation),
      detail: { summary: "Run the calculations of a type over all its active cards" },
    })
    .get("/:calc_id", ({ params }) => calculationOf(params.calc_id), {
      permission: "auth",
      params: CalculationParams,
      response: answers(Calculation),
      detail: { summary: "A calculation" },
    })
    .patch("/:calc_id", ({ params, body, actor }) => changeCalculation(actor, params.calc_id, body), {
      permission: ADMINISTER,
      params: CalculationParams,
      body: CalculationChanges,
      response: answers(Calculation),
      detail: { summary: "Change a calculation; what it has computed stays until it runs again" },
    })
    .delete(
      "/:calc_id",
      ({ params, actor }) => {
        deleteCalculation(actor, params.calc_id);
        return noContent();
      },
      {
        permission: ADMINISTER,
        params: CalculationParams,
        response: { 204: answers(z.undefined()) },
        detail: { summary: "Delete a calculation; what it has computed stays on the cards" },
      },
    )
    .post("/:calc_id/activate", ({ params, actor }) => switchCalculation(actor, params.calc_id, true), {
      permission: ADMINISTER,
      params: CalculationParams,
      response: answers(Calculation),
      detail: { summary: "Have a calculation run whenever a card of its type is changed" },
    })
    .post("/:calc_id/deactivate", ({ params, actor }) => switchCalculation(actor, params.calc_id, false), {
      permission: ADMINISTER,
      params: CalculationParams,
      response: answers(Calculation),
      detail: { summary: "Have a calculation run no more" },
    })
    .post("/:calc_id/test", ({ params, body, actor }) => testCalculation(actor, params.calc_id, body.card_id), {
      permission: ADMINISTER,
      params: CalculationParams,
      body: FormulaTest,
      response: answers(FormulaTestResult),
      detail: { summary: "See what a calculation gives for a card, without storing it" },
    });
