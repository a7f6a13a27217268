/** The schemas of calculations and of formula tests. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { changesOf, Id, Instant, LINE, LONG, namedObject, orNull, Text, Uuid, Whole } from "../../http/schemas";

const LONGEST_FORMULA = 5_000;

export const Calculation = namedObject("Calculation", {
  id: Id,
  name: z.string(),
  description: z.string().nullable(),
  target_type_key: z.string().meta({ description: "The card type whose cards the formula fills" }),
  target_field_key: z.string().meta({ description: "The attribute that the formula fills" }),
  formula: z.string(),
  is_active: z.boolean(),
  execution_order: z.int(),
  last_error: z.string().nullable().meta({ description: "What went wrong in the last run; null when nothing did" }),
  last_run_at: Instant.nullable(),
  created_by: Id.nullable(),
  created_at: Instant,
  updated_at: Instant,
});
export type Calculation = z.infer<typeof Calculation>;

export const CalculationQuery = z.object({
  type_key: Text(LINE).optional().meta({ description: "Only calculations for cards of this type" }),
  ...SliceQuery,
});

const fields = {
  name: Text(300),
  description: orNull(Text(LONG)),
  target_type_key: Text(100),
  target_field_key: Text(200),
  formula: Text(LONGEST_FORMULA),
};
const Order = Whole(-1_000_000_000, 1_000_000_000);

export const NewCalculation = namedObject("NewCalculation", { ...fields, execution_order: Order.default(0) });
export type NewCalculation = z.infer<typeof NewCalculation>;

export const CalculationChanges = changesOf(NewCalculation).meta({ id: "CalculationChanges" });
export type CalculationChanges = z.infer<typeof CalculationChanges>;

export const CalculatedFields = z
  .record(z.string(), z.string().array())
  .meta({ id: "CalculatedFields", description: "Card type → the attributes that active calculations fill" });

/** The place of an error in a formula. */
const Position = namedObject(
  "FormulaPosition",
  {
    line: z.int(),
    column: z.int(),
    message: z.string().optional().meta({ description: "What went wrong there" }),
  },
  "A place in a formula; lines and columns count from 1",
);
export type Position = z.infer<typeof Position>;

export const FormulaTest = namedObject("FormulaTest", { card_id: Uuid });

export const FormulaTestResult = namedObject("FormulaTestResult", {
  success: z.boolean(),
  error: z.string().nullable(),
  computed_value: z.unknown().meta({ description: "The result; what the card holds now when the formula failed" }),
  card_name: z.string(),
  position: Position.optional(),
});
export type FormulaTestResult = z.infer<typeof FormulaTestResult>;

export const FormulaDraft = namedObject("FormulaDraft", {
  formula: Text(LONGEST_FORMULA),
  target_type_key: Text(LINE),
});
export type FormulaDraft = z.infer<typeof FormulaDraft>;

export const FormulaTrial = FormulaDraft.extend({ target_field_key: Text(200), card_id: Uuid }).meta({
  id: "FormulaTrial",
});
export type FormulaTrial = z.infer<typeof FormulaTrial>;

export const FormulaFunction = namedObject("FormulaFunction", {
  name: z.string(),
  parameters: z.string().array().meta({ description: "Their names; `…` where any number of values is taken" }),
  required: z.int().meta({ description: "The number of those without a default, which come first" }),
});

export const FormulaPreviewRequest = FormulaDraft.extend({
  target_field_key: Text(200),
  card_ids: Uuid.array().max(50).optional().meta({
    description:
      "The cards that the answer shows one by one; without them the first ones that would change or fail, or else some that stay as they are",
  }),
}).meta({ id: "FormulaPreviewRequest" });
export type FormulaPreviewRequest = z.infer<typeof FormulaPreviewRequest>;

const FormulaComparison = namedObject("FormulaComparison", {
  card_id: Id,
  card_name: z.string(),
  before: z.unknown().meta({ description: "What the card has now" }),
  after: z.unknown().meta({ description: "What it would have; the same as before when the formula fails" }),
  outcome: z.enum(["same", "filled", "changed", "emptied", "failed"]),
  position: Position.optional(),
});
export type FormulaComparison = z.infer<typeof FormulaComparison>;

export const FormulaPreview = namedObject("FormulaPreview", {
  card_count: z.int().meta({ description: "Active cards of the type" }),
  compared_count: z.int().meta({
    description: "Those that were compared: fewer, when the formula takes too many steps for all of them",
  }),
  filled_count: z.int(),
  changed_count: z.int(),
  emptied_count: z.int(),
  failed_count: z.int(),
  cards: FormulaComparison.array(),
});
export type FormulaPreview = z.infer<typeof FormulaPreview>;

export const FormulaVerdict = namedObject("FormulaVerdict", {
  valid: z.boolean(),
  error: z.string().nullable(),
  preview_result: z
    .unknown()
    .optional()
    .meta({ description: "What the formula gives for an empty card; null when it needs one that holds something" }),
  position: Position.optional(),
});
export type FormulaVerdict = z.infer<typeof FormulaVerdict>;

export const Recalculation = namedObject("Recalculation", {
  cards_processed: z.int(),
  calculations_succeeded: z.int(),
  calculations_failed: z.int(),
  errors: z
    .object({
      card_id: Id,
      card_name: z.string(),
      calculation_id: Id,
      name: z.string(),
      target_field: z.string(),
      success: z.literal(false),
      error: z.string(),
      position: Position.optional(),
    })
    .array()
    .meta({ description: "The first 50 failures" }),
});
export type Recalculation = z.infer<typeof Recalculation>;
