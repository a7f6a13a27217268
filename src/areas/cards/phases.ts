/** The lifecycle phases of cards. */
import { now } from "../../platform/clock";
import { type Condition, where } from "./list/sql-conditions";

/** The phases in their order. */
export const phases = ["plan", "phaseIn", "active", "phaseOut", "endOfLife"] as const;

export type Phase = (typeof phases)[number];

const dateOf = (phase: Phase) => `(c.lifecycle ->> '$.${phase}')`;

/**
 * The cards that are in a phase at a date: it has begun, and no later one has.
 * @param day YYYY-MM-DD; today by default
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

/** The cards that are in no phase today: none has begun. */
export function noPhase(): Condition {
  const today = now().slice(0, 10);
  const begun = phases.map((phase) => `coalesce(${dateOf(phase)} <> '' AND ${dateOf(phase)} <= ?, FALSE)`);
  return where(`NOT (${begun.join(" OR ")})`, ...phases.map(() => today));
}
