/** Computing the calculated fields of cards. */
import { inList, listOf, statement } from "../../../db";
import { evaluateFormula, FormulaError, publicError } from "../../formula";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import { presenceDiffers } from "../metamodel";
import { activePlans, type Plan, type Planned } from "./plan";
import {
  CardScope,
  Peers,
  type Subject,
  type Surroundings,
  storedObject,
  subjects,
  subjectsAt,
  surroundingsOf,
} from "./scope";
import { withResult } from "./storable";

/** A card that was changed. */
export type CardRef = { id: string; type: string };

export type Options = {
  /**
   * The fields of a card that are kept some other way and so are not calculated for it: the budget of an initiative
   * whose budget lines are added up, for one. Whoever runs calculations and knows of such fields says so here.
   */
  skipTargets?: (cardId: string) => ReadonlySet<string>;
};

/** A calculation that failed for a card. */
export type Failure = { card: Pick<Subject, "id" | "name">; calculation: Planned; error: unknown };

/** What a run has done; calculations are counted for each card. */
export type Outcome = {
  /** The cards of which a field was filled or emptied: they have to be scored anew. */
  filled: string[];
  succeeded: number;
  failed: number;
  /** The first of the failures. */
  failures: Failure[];
};

/** Cards that are loaded, computed and written at a time. */
const BATCH = 1_000;
/** Failures that are told of one by one. */
const MOST_FAILURES = 50;
/**
 * Milliseconds that one calculation may take in a run, and what it may take more for each card: many times what any
 * sensible formula needs. A formula that uses them up fails for the cards that are left, and the others go on.
 */
const ALLOWANCE = 500;
const ALLOWANCE_PER_CARD = 0.2;
/** How many formulas may use all of that up before the others of a run aren't tried any more. */
const MOST_WASTEFUL = 10;

/** How far a run has come. */
class Run {
  readonly outcome: Outcome = { filled: [], succeeded: 0, failed: 0, failures: [] };
  /** Calculation id → what to tell of it: why it failed for some card, or null. */
  readonly errors: Record<string, string | null> = {};
  readonly peers = new Peers();
  private readonly spent = new Map<Planned, number>();
  private spentByAll = 0;

  /**
   * Evaluates one formula for one card, which gets the result.
   * @throws FormulaError when there is none
   */
  evaluate(calculation: Planned, scope: CardScope, allowance: number): void {
    const { formula, targetField } = calculation;
    if (formula instanceof FormulaError) throw formula;
    const spent = this.spent.get(calculation) ?? 0;
    if (this.spentByAll > MOST_WASTEFUL * allowance)
      throw new FormulaError("limit", "The formulas of this card type take too long together", 1, 1);
    if (spent > allowance) throw new FormulaError("limit", "The formula has taken too long for the cards before", 1, 1);
    const began = performance.now();
    try {
      scope.attributes = withResult(scope.attributes, targetField, evaluateFormula(formula, scope));
    } finally {
      const took = performance.now() - began;
      this.spent.set(calculation, spent + took);
      this.spentByAll += took;
    }
  }

  succeed(calculation: Planned): void {
    this.outcome.succeeded++;
    this.errors[calculation.id] ??= null;
  }

  fail(failure: Failure): void {
    const { card, calculation, error } = failure;
    this.outcome.failed++;
    if (this.outcome.failures.length < MOST_FAILURES) this.outcome.failures.push(failure);
    // Of each calculation the first failure is logged: the others are likely to be the same.
    if (!this.errors[calculation.id])
      log.warn({ calculation: calculation.id, card: card.id, exception: error }, "a calculation failed");
    this.errors[calculation.id] = publicError(error);
  }
}

/** Computes the fields of cards of one type, few enough to be held in memory with all that surrounds them. */
function runBatch(run: Run, plan: Plan, cards: readonly Subject[], allowance: number, options: Options): void {
  const typeKey = cards[0]?.type;
  if (typeKey === undefined) return;
  const around = surroundingsOf(
    typeKey,
    cards.map((card) => card.id),
    plan.needs,
    run.peers,
  );
  const write = statement<never, [string, string, number]>(
    "UPDATE cards SET attributes = ?, updated_at = max(updated_at, ?) WHERE seq = ?",
  );
  const at = now();
  const changed: string[] = [];
  for (const [place, card] of cards.entries()) {
    const stored = storedObject(card.attributes);
    const scope = new CardScope(card, stored, around[place] as Surroundings);
    const skipped = options.skipTargets?.(card.id);
    for (const calculation of plan.calculations) {
      if (skipped?.has(calculation.targetField)) continue;
      try {
        run.evaluate(calculation, scope, allowance);
        run.succeed(calculation);
      } catch (error) {
        run.fail({ card, calculation, error });
      }
    }
    if (scope.attributes === stored) continue;
    // By its place, one by one: a statement over all of them has to take their texts apart again, and is slower.
    write.run(JSON.stringify(scope.attributes), at, card.seq);
    changed.push(card.id);
    if (presenceDiffers(stored, scope.attributes)) run.outcome.filled.push(card.id);
  }
  run.peers.forget(changed);
}

/**
 * Computes the fields of all these cards of one type, some at a time.
 * @param keys what `load` finds the cards by
 */
function runType<Key>(
  run: Run,
  plan: Plan,
  keys: readonly Key[],
  load: (keys: readonly Key[]) => Subject[],
  options: Options = {},
): void {
  const allowance = ALLOWANCE + ALLOWANCE_PER_CARD * keys.length;
  for (let start = 0; start < keys.length; start += BATCH)
    runBatch(run, plan, load(keys.slice(start, start + BATCH)), allowance, options);
}

/** What a run leaves at the calculations themselves, which are few. */
function concluded({ outcome, errors }: Run): Outcome {
  const at = now();
  for (const [id, error] of Object.entries(errors))
    statement("UPDATE calculations SET last_run_at = ?, updated_at = ?, last_error = ? WHERE id = ?").run(
      at,
      at,
      error,
      id,
    );
  return outcome;
}

/**
 * Runs the active calculations of the cards' types and writes what they give into the cards; part of the running
 * transaction. Each sees what those before it have written. One that fails leaves its field as it was and the others
 * alone, and says so in its `last_error`. Costs nothing for types without active calculations, and a bounded number of
 * queries for each thousand cards of another.
 *
 * To be called, before the quality is scored, by whatever makes or changes cards or their relations, with just these
 * cards: those that read the changed ones through relations are not run, nor are parents, unless their set of children
 * changes (see `readingChildren`).
 * @param cards those that don't exist, and repetitions, are left out
 */
export function runCalculations(cards: readonly CardRef[], options: Options = {}): Outcome {
  const run = new Run();
  const plans = activePlans();
  const own = cards.filter((card) => plans.has(card.type));
  for (const [typeKey, sameType] of Map.groupBy(own, (card) => card.type)) {
    const ids = [...new Set(sameType.map((card) => card.id))];
    runType(run, plans.get(typeKey) as Plan, ids, subjects, options);
  }
  return concluded(run);
}

/**
 * Runs the active calculations of a card type over all its active cards, as `runCalculations` does.
 * @returns with the number of these cards
 */
export function runAllOf(typeKey: string): Outcome & { cards: number } {
  const run = new Run();
  // Their places stand in an index; their ids would have to be fetched from the cards.
  const places = statement<[number]>("SELECT seq FROM cards WHERE status = 'ACTIVE' AND type = ? ORDER BY seq")
    .values(typeKey)
    .map(([place]) => place as number);
  const plan = activePlans().get(typeKey);
  if (plan) runType(run, plan, places, subjectsAt);
  return { ...concluded(run), cards: places.length };
}

/**
 * Of cards that have got or lost children, those with a formula that reads children: they are to be run too. No query
 * when there is no such formula.
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
