import { exceed } from "./errors";
import { MAX_LOOPS_PER_LINE, MAX_MILLISECONDS, MAX_STEPS } from "./limits";

const STEPS_BETWEEN_CLOCK_READS = 2048;

/** Steps that several evaluations may take together. */
export class StepBudget {
  private taken = 0;

  constructor(private readonly most: number) {}

  /** Steps that are left; none or fewer when the budget is used up. */
  get left(): number {
    return this.most - this.taken;
  }

  /** Takes steps off the budget. */
  take(steps: number): void {
    this.taken += steps;
  }
}

/** The state of an evaluation: its position, and the budget that it has used. Every operation reports its work here. */
export class Run {
  /** Offset of the operation that is running, for the position of errors. */
  at = 0;
  private readonly deadline = performance.now() + MAX_MILLISECONDS;
  private steps = 0;
  private nextCheck: number;
  private loops = 0;

  /** @param most steps that it may take, within those of every evaluation */
  constructor(private readonly most = MAX_STEPS) {
    this.nextCheck = Math.min(STEPS_BETWEEN_CLOCK_READS, most);
  }

  /** Steps taken so far. */
  get spent(): number {
    return this.steps;
  }

  /** Counts work done; `cost` is about the number of elementary operations. */
  charge(cost: number): void {
    this.steps += cost;
    if (this.steps >= this.nextCheck) this.checkLimits();
  }

  /** Begins an operation at an offset of the formula. */
  step(at: number): void {
    this.at = at;
    this.charge(1);
  }

  /** Counts one round of a comprehension. */
  countLoop(): void {
    this.loops += 1;
    if (this.loops > MAX_LOOPS_PER_LINE) exceed(`More than ${MAX_LOOPS_PER_LINE} rounds of comprehensions in a line`);
    this.charge(1);
  }

  /** The count of rounds begins anew with every line. */
  beginLine(at: number): void {
    this.at = at;
    this.loops = 0;
  }

  private checkLimits(): void {
    if (this.steps > MAX_STEPS) exceed("The formula takes too many steps");
    if (this.steps > this.most) exceed("The formulas take too many steps together");
    if (performance.now() > this.deadline) exceed("The formula takes too long");
    this.nextCheck = Math.min(this.steps + STEPS_BETWEEN_CLOCK_READS, this.most);
  }
}
