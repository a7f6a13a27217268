/** The lifecycle phases of cards. */
import { type Condition, where } from "./conditions";

/** The phases in their order. */
export const phases = ["plan", "phaseIn", "active", "phaseOut", "endOfLife"] as const;

export type Phase = (typeof phases)[number];

const dateOf = (phase: Phase) => `(c.lifecycle ->> '$.${phase}')`;

/** Returns the day on which a phase begins, as SQL; null without one. */
export const phaseDay = (phase: Phase): string => `nullif(substr(${dateOf(phase)}, 1, 10), '')`;

/**
 * Returns the condition that a card is in a phase at a day: the phase has begun, and no later one has.
 * @param day YYYY-MM-DD
 */
export function inPhase(phase: Phase, day: string): Condition {
  const later = phases.slice(phases.indexOf(phase) + 1);
  const notYet = later.map((other) => `(${dateOf(other)} IS NULL OR ${dateOf(other)} = '' OR ${dateOf(other)} > ?)`);
  return where(
    `(${[`${dateOf(phase)} <> ''`, `${dateOf(phase)} <= ?`, ...notYet].join(" AND ")})`,
    day,
    ...later.map(() => day),
  );
}

/** SQL for whether a date of the lifecycle is a day that exists, or an instant. */
const isDate = (text: string) =>
  `date(substr(${text}, 1, 10)) = substr(${text}, 1, 10) AND (length(${text}) = 10 OR substr(${text}, 11, 1) = 'T')`;

/** SQL for whether a phase has begun at the day that is the parameter; what is no date has not. */
const hasBegun = (phase: Phase) => `(substr(${dateOf(phase)}, 1, 10) <= ? AND ${isDate(dateOf(phase))})`;

/** Returns the latest phase that a card has reached at a day, as SQL; null when it has reached none. */
export const phaseAt = (day: string): Condition =>
  where(
    `CASE ${phases
      .toReversed()
      .map((phase) => `WHEN ${hasBegun(phase)} THEN '${phase}'`)
      .join(" ")} END`,
    ...phases.map(() => day),
  );

/** Returns the condition that a card is in no phase at a day: none has begun. */
export function noPhase(day: string): Condition {
  const { sql, values } = phaseAt(day);
  return where(`(${sql}) IS NULL`, ...values);
}

/**
 * Returns the phase that a card counts in at a day, as SQL: the latest that it has reached, or else its first; null without
 * any.
 */
export function currentPhase(day: string): Condition {
  const reached = phaseAt(day);
  const first = phases.map((phase) => `WHEN ${dateOf(phase)} <> '' THEN '${phase}'`).join(" ");
  return where(`coalesce(${reached.sql}, CASE ${first} END)`, ...reached.values);
}

/** Returns the condition that a card is there at a day: its life, if it has dates, has begun and not ended. */
export function livesAt(day: string): Condition {
  const begun = phases.map(hasBegun).join(" OR ");
  const undated = phases.map((phase) => `coalesce(${dateOf(phase)}, '') = ''`).join(" AND ");
  return where(
    `(NOT coalesce(${hasBegun("endOfLife")}, FALSE) AND ((${begun}) OR (${undated})))`,
    ...Array(6).fill(day),
  );
}
