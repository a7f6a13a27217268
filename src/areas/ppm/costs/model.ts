/** Cost lines and budget lines on the wire. */
import { z } from "zod";
import { changesOf, DayOrMidnight, Id, Instant, LINE, namedObject, orNull, Text, Whole } from "../../../http/schemas";
import { StoredDay } from "../model";
import { Amount } from "./amounts";

const Category = z.enum(["capex", "opex"]);
const FiscalYear = Whole(-(2 ** 31), 2 ** 31 - 1);

export const CostLine = namedObject("CostLine", {
  id: Id,
  initiative_id: Id,
  description: z.string(),
  category: Category,
  planned: z.number().meta({ description: "Shown, and part of no sum: plans are budget lines" }),
  actual: z.number(),
  date: StoredDay.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type CostLine = z.infer<typeof CostLine>;

export const NewCostLine = z.object({
  description: Text(LINE),
  category: Category,
  planned: Amount.default(0),
  actual: Amount.default(0),
  date: orNull(DayOrMidnight),
});
export type NewCostLine = z.infer<typeof NewCostLine>;

export const CostLineChanges = changesOf(NewCostLine);
export type CostLineChanges = z.infer<typeof CostLineChanges>;

export const BudgetLine = namedObject("BudgetLine", {
  id: Id,
  initiative_id: Id,
  fiscal_year: z.int(),
  category: Category,
  amount: z.number(),
  created_at: Instant,
  updated_at: Instant,
});
export type BudgetLine = z.infer<typeof BudgetLine>;

export const NewBudgetLine = z.object({
  fiscal_year: FiscalYear,
  category: Category,
  amount: Amount.default(0),
});
export type NewBudgetLine = z.infer<typeof NewBudgetLine>;

export const BudgetLineChanges = changesOf(NewBudgetLine);
export type BudgetLineChanges = z.infer<typeof BudgetLineChanges>;

export const LinesPresent = namedObject("LinesPresent", { has_budget_lines: z.boolean(), has_cost_lines: z.boolean() });
