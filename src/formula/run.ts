import { exceed } from "./errors";
import { MAX_LOOPS_PER_LINE, MAX_MILLISECONDS, MAX_STEPS } from "./limits";

const STEPS_BETWEEN_CLOCK_READS = 2048;

/** Where an evaluation is and what it has used up. Every operation reports its work here. */
export class Run {
  /** Offset of the operation that is running, for the position of errors. */
  at = 0;
  private readonly deadline = performance.now() + MAX_MILLISECONDS;
  private steps = 0;
  private nextCheck = STEPS_BETWEEN_CLOCK_READS;
  private loops = 0;

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
    if (performance.now() > this.deadline) exceed("The formula takes too long");
    this.nextCheck = this.steps + STEPS_BETWEEN_CLOCK_READS;
  }
}
