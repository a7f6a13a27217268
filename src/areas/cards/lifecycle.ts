/** The phases of a card's life. */
import { now } from "../../platform/clock";
import { type Condition, where } from "./list/sql";

/** The phases in the order in which they follow each other. */
export const phases = ["plan", "phaseIn", "active", "phaseOut", "endOfLife"] as const;

export type Phase = (typeof phases)[number];

const dateOf = (phase: Phase) => `(c.lifecycle ->> '$.${phase}')`;

/**
 * The cards that are in a phase at a date: it has begun, and no later one has.
 * @param day YYYY-MM-DD; today when it is not given
 */
export function phaseCondition(phase: Phase, day = now().slice(0, 10)): Condition {
  const later = phases.slice(phases.indexOf(phase) + 1);
  const notYet = later.map((other) => `(${dateOf(other)} IS NULL OR ${dateOf(other)} = '' OR ${dateOf(other)} > ?)`);
  return where(
    `(${[`${dateOf(phase)} <> ''`, `${dateOf(phase)} <= ?`, ...notYet].join(" AND ")})`,
    day,
    ...later.map(() => day),
  );
}
