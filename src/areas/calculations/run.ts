/** Computing the calculated fields of cards. */
import { inList, listOf, statement } from "../../../db";
import { extensionPoint } from "../../core/extension-point";
import { progress } from "../../core/threads/progress";
import { evaluateFormula, FormulaError, MAX_STEPS, publicError, StepBudget } from "../../formula";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import { presenceDiffers } from "../metamodel";
import { type ActiveCalculation, activePlans, type Plan } from "./plan";
import { withResult } from "./result";
import {
  CardScope,
  listCards,
  listCardsBySeq,
  loadRelated,
  RelatedCards,
  type RelatedData,
  type ScopeCard,
  storedObject,
} from "./scope";
import { isWasteful, recordWaste } from "./waste";

/** A card by its id and type. */
export type CardRef = { id: string; type: string };

/** A card by its number, with its attributes as JSON text after a calculation. */
export type CalculationResult = { seq: number; attributes: string };

/** Called with the results of a batch of cards, in its transaction: writes them. */
export const attributesCalculated = extensionPoint<[results: readonly CalculationResult[]]>();

/** Returns the fields of cards that another area derives, by the cards' ids: they are neither calculated nor typed. */
export const fieldsDerivedElsewhere = extensionPoint<
  [typeKey: string, cardIds: readonly string[]],
  ReadonlyMap<string, ReadonlySet<string>>
>();

/** Checks whether a field of a card is derived by another area; looked up once for all cards. */
export function isDerivedElsewhere(typeKey: string, cardIds: readonly string[]) {
  const derived = fieldsDerivedElsewhere(typeKey, cardIds);
  return (cardId: string, key: string): boolean => derived.some(({ result }) => result.get(cardId)?.has(key) === true);
}

/** Returns the fields of one card that another area derives. */
export const fieldsDerivedFor = ({ id, type }: CardRef): string[] =>
  fieldsDerivedElsewhere(type, [id]).flatMap(({ result }) => [...(result.get(id) ?? [])]);

/** A calculation that failed for a card. */
export type Failure = { card: Pick<ScopeCard, "id" | "name">; calculation: ActiveCalculation; error: unknown };

/** The outcome of a run; calculations are counted for each card. */
export type Outcome = {
  /** The cards of which a field was filled or emptied: they must be scored again. */
  filled: string[];
  succeeded: number;
  failed: number;
  /** The first of the failures. */
  failures: Failure[];
};

/** Cards that are loaded, calculated and written at a time. */
const BATCH = 1_000;
/** Failures that are reported one by one. */
export const MAX_FAILURES = 50;
/** Steps that all formulas of a run may take together, for the first card and for each other one. */
const STEPS_FIRST_CARD = 2 * MAX_STEPS;
const STEPS_PER_CARD = 10_000;

/** Made once, as they may be thrown for very many cards. */
const IS_OFF = new FormulaError("limit", "The formula took too many steps twice", 1, 1);
const NO_STEPS_LEFT = new FormulaError("limit", "The formulas before it have left no steps", 1, 1);

/** The state of a run. */
class Run {
  readonly outcome: Outcome = { filled: [], succeeded: 0, failed: 0, failures: [] };
  /** Calculation id → its last error, or null. */
  readonly errors: Record<string, string | null> = {};
  readonly relatedCards = new RelatedCards();
  /** The number of times that each calculation took too many steps. */
  readonly wastes = new Map<ActiveCalculation, number>();
  private readonly budget: StepBudget;

  /**
   * @param cards how many cards it is for
   * @param earlier calculation id → its last error for the cards before these, or null
   */
  constructor(
    cards: number,
    private readonly earlier: Readonly<Record<string, string | null>> = {},
  ) {
    this.budget = new StepBudget(STEPS_FIRST_CARD + STEPS_PER_CARD * cards);
  }

  /**
   * Evaluates one formula and writes its result into the scope.
   * @throws FormulaError
   */
  evaluate(calculation: ActiveCalculation, scope: CardScope): void {
    const { formula, targetField } = calculation;
    if (formula instanceof FormulaError) throw formula;
    const wastes = this.wastes.get(calculation) ?? 0;
    if (isWasteful(calculation, wastes)) throw IS_OFF;
    const { left } = this.budget;
    if (left <= 0) throw NO_STEPS_LEFT;
    try {
      scope.attributes = withResult(scope.attributes, targetField, evaluateFormula(formula, scope, this.budget));
    } finally {
      if (left - this.budget.left > MAX_STEPS) this.wastes.set(calculation, wastes + 1);
    }
  }

  succeed(calculation: ActiveCalculation): void {
    this.outcome.succeeded++;
    this.errors[calculation.id] ??= this.earlier[calculation.id] ?? null;
  }

  fail(failure: Failure): void {
    const { card, calculation, error } = failure;
    this.outcome.failed++;
    if (this.outcome.failures.length < MAX_FAILURES) this.outcome.failures.push(failure);
    // Only the first failure of a calculation is logged: the others are likely to be the same.
    if (!this.errors[calculation.id] && !this.earlier[calculation.id])
      log.warn({ calculation: calculation.id, card: card.id, exception: error }, "a calculation failed");
    this.errors[calculation.id] = publicError(error);
  }
}

/** Calculates and writes the fields of a batch of cards of one type. */
function runBatch(run: Run, plan: Plan, cards: readonly ScopeCard[]): void {
  const typeKey = cards[0]?.type;
  if (typeKey === undefined) return;
  const related = loadRelated(typeKey, cards, plan.needs, run.relatedCards);
  const isDerived = isDerivedElsewhere(
    typeKey,
    cards.map(({ id }) => id),
  );
  const changed: ScopeCard[] = [];
  const results: CalculationResult[] = [];
  for (const [index, card] of cards.entries()) {
    const stored = storedObject(card.attributes);
    const scope = new CardScope(card, stored, related[index] as RelatedData);
    for (const calculation of plan.calculations) {
      if (isDerived(card.id, calculation.targetField)) continue;
      try {
        run.evaluate(calculation, scope);
        run.succeed(calculation);
      } catch (error) {
        run.fail({ card, calculation, error });
      }
    }
    if (scope.attributes === stored) continue;
    results.push({ seq: card.seq, attributes: JSON.stringify(scope.attributes) });
    changed.push(card);
    if (presenceDiffers(stored, scope.attributes)) run.outcome.filled.push(card.id);
  }
  attributesCalculated(results);
  run.relatedCards.forget(changed);
}

/**
 * Calculates the fields of cards of one type in batches.
 * @param keys what `load` loads the cards by
 */
function runType<Key>(run: Run, plan: Plan, keys: readonly Key[], load: (keys: readonly Key[]) => ScopeCard[]): void {
  for (let start = 0; start < keys.length; start += BATCH) {
    progress(start, keys.length);
    runBatch(run, plan, load(keys.slice(start, start + BATCH)));
  }
}

/** Records the run at its calculations. */
function conclude({ outcome, errors, wastes }: Run): Outcome {
  const at = now();
  for (const [id, error] of Object.entries(errors))
    statement("UPDATE calculations SET last_run_at = ?, updated_at = ?, last_error = ? WHERE id = ?").run(
      at,
      at,
      error,
      id,
    );
  recordWaste(wastes);
  return outcome;
}

/**
 * Runs the active calculations for cards and writes the results; part of the running transaction. Each calculation sees
 * the results of those before it; one that fails leaves its field unchanged and sets its `last_error`. All together may
 * take some steps for each card, and then fail for the rest; one that takes too many for a card twice is switched off.
 *
 * Called before the data quality is scored, with the cards that were created or updated, or whose relations were. Cards
 * that read them through relations are not run, nor are parents, unless their set of children changes (`readingChildren`).
 * @param cards unknown ones and repetitions are ignored
 */
export function runCalculations(cards: readonly CardRef[]): Outcome {
  const run = new Run(cards.length);
  const plans = activePlans();
  const own = cards.filter((card) => plans.has(card.type));
  for (const [typeKey, sameType] of Map.groupBy(own, (card) => card.type)) {
    const ids = [...new Set(sameType.map((card) => card.id))];
    runType(run, plans.get(typeKey) as Plan, ids, listCards);
  }
  return conclude(run);
}

/** Returns the numbers of the active cards of a type; an index covers them, but not their ids. */
export const activeCardsOf = (typeKey: string): number[] =>
  statement<[number]>("SELECT seq FROM cards WHERE status = 'ACTIVE' AND type = ? ORDER BY seq")
    .values(typeKey)
    .map(([seq]) => seq as number);

/**
 * Runs the active calculations of a card type over cards of it, by their numbers, some at a time. It yields the outcome of each
 * time, and sees what others have changed since: calculations too, and cards that are not active any more.
 */
export function* runInSlices(typeKey: string, sequences: readonly number[]): Generator<Outcome, void> {
  let errors: Readonly<Record<string, string | null>> = {};
  for (let start = 0; start < sequences.length; start += BATCH) {
    progress(start, sequences.length);
    const plan = activePlans().get(typeKey);
    if (!plan) return;
    const some = sequences.slice(start, start + BATCH);
    const run = new Run(some.length, errors);
    runBatch(
      run,
      plan,
      listCardsBySeq(some).filter(({ status }) => status === "ACTIVE"),
    );
    errors = { ...errors, ...run.errors };
    yield conclude(run);
  }
}

/**
 * Returns, of cards whose set of children changes, those with a formula that reads children.
 * @param ids null stands for no parent
 */
export function readingChildren(ids: readonly (string | null | undefined)[]): CardRef[] {
  const wanted = ids.filter((id) => typeof id === "string");
  if (wanted.length === 0) return [];
  const types = [...activePlans()].filter(([, plan]) => plan.needs.children).map(([type]) => type);
  if (types.length === 0) return [];
  return statement<CardRef, [string, string]>(
    `SELECT id, type FROM cards WHERE ${inList("id")} AND ${inList("type")}`,
  ).all(listOf(wanted), listOf(types));
}
